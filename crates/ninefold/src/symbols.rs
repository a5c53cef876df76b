//! Digits on paper: `7`, `G`, `0`, `17`.
//!
//! ```text
//!  digit          1  2 …  9 10 11 … 16 … 25 … 35 36 …
//!  OneBased       1  2 …  9  A  B …  G …  P …  Z          most boards
//!  ZeroBased      0  1 …  8  9  A …  F …                  hexadoku; 36×36
//!  Letters        A  B …  I  J  K …  P …  Y               CodinGame, SPOJ
//!  Numbers        1  2 …  9 10 11 … 16 … 25 … 35 36 …     anything larger
//! ```

use crate::geometry::Digit;

/// A way of writing digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alphabet {
    /// `1` to `9`, then `A` to `Z`: up to 35 digits.
    OneBased,
    /// `0` to `9`, then `A` to `Z`: up to 36 digits; `0` is a digit, not a blank.
    ZeroBased,
    /// `A` to `Z`: up to 26 digits.
    Letters,
    /// Decimal numbers, with something between them.
    Numbers,
}

impl Alphabet {
    /// The alphabet that Ninefold writes a board of this size in by default.
    pub const fn standard(size: usize) -> Alphabet {
        match size {
            0..=35 => Alphabet::OneBased,
            36 => Alphabet::ZeroBased,
            _ => Alphabet::Numbers,
        }
    }

    /// The number of digits that have a character of their own; none for numbers.
    pub const fn capacity(self) -> Option<usize> {
        match self {
            Alphabet::OneBased => Some(35),
            Alphabet::ZeroBased => Some(36),
            Alphabet::Letters => Some(26),
            Alphabet::Numbers => None,
        }
    }

    /// The character for `digit`, if it has one.
    pub fn symbol(self, digit: Digit) -> Option<char> {
        let code = match self {
            Alphabet::OneBased => digit.value(),
            Alphabet::ZeroBased => digit.index(),
            Alphabet::Letters => digit.index() + 10,
            Alphabet::Numbers => return char::from_digit(digit.value() as u32, 10),
        };
        char::from_digit(code as u32, 36).map(|symbol| symbol.to_ascii_uppercase())
    }

    /// The digit that `symbol` stands for, in either case.
    pub fn digit(self, symbol: char) -> Option<Digit> {
        let code = symbol.to_digit(36)? as usize;
        match self {
            Alphabet::OneBased => Digit::new(code),
            Alphabet::ZeroBased => Digit::new(code + 1),
            Alphabet::Letters => Digit::new(code.checked_sub(9)?),
            Alphabet::Numbers => Digit::new(code).filter(|digit| digit.value() <= 9),
        }
    }

    /// Writes `digit`: one character, or a number.
    pub fn write(self, digit: Digit, out: &mut String) {
        match self.symbol(digit) {
            Some(symbol) => out.push(symbol),
            None => out.push_str(&digit.to_string()),
        }
    }

    /// Writes a whole board as one line, `blank` where there is no digit, with a
    /// space between numbers.
    pub fn line(self, digits: impl IntoIterator<Item = Option<Digit>>, blank: char) -> String {
        let mut out = String::new();
        for digit in digits {
            if self == Alphabet::Numbers && !out.is_empty() {
                out.push(' ');
            }
            match digit {
                Some(digit) => self.write(digit, &mut out),
                None => out.push(blank),
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_reads_back() {
        for alphabet in [Alphabet::OneBased, Alphabet::ZeroBased, Alphabet::Letters] {
            for value in 1..=alphabet.capacity().unwrap() {
                let digit = Digit::new(value).unwrap();
                let symbol = alphabet.symbol(digit).unwrap();
                assert_eq!(alphabet.digit(symbol), Some(digit));
                assert_eq!(alphabet.digit(symbol.to_ascii_lowercase()), Some(digit));
            }
        }
    }

    #[test]
    fn digits_past_the_alphabet_have_no_symbol() {
        assert_eq!(Alphabet::OneBased.symbol(Digit::from_index(35)), None);
        assert_eq!(Alphabet::Letters.symbol(Digit::from_index(26)), None);
        assert_eq!(Alphabet::Numbers.symbol(Digit::from_index(9)), None);
        assert_eq!(Alphabet::OneBased.digit('0'), None);
        assert_eq!(Alphabet::Letters.digit('7'), None);
    }

    #[test]
    fn numbers_stand_apart() {
        let digits = [Digit::new(12), None, Digit::new(7)];
        assert_eq!(Alphabet::Numbers.line(digits, '0'), "12 0 7");
        assert_eq!(Alphabet::OneBased.line(digits, '.'), "C.7");
    }
}
