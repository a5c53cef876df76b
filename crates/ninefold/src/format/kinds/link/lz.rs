//! What lz-string packed: the text behind `N4Igzglg…`.
//!
//! lz-string (pieroxy) is LZ78 with codes that grow. The text is cut into phrases; each
//! is either one that has been seen or a new character, and each phrase with the first
//! character of the next becomes a phrase that has been seen:
//!
//! ```text
//!  code 0, 1    a character of 8 or 16 bits, new to the list
//!  code 2       the end
//!  code k       phrase k of the list; one past its end is the last phrase and its own start
//! ```
//!
//! Codes have two bits at first, and one more each time the list outgrows them. They are
//! written six bits to a letter, the lowest bit of a code first.

/// No puzzle is longer than this, and a short text can unpack to a very long one.
const LONGEST: usize = 1 << 20;

/// The text that was packed into letters of Base64 or of its variant for links.
pub(super) fn unpack(letters: &str) -> Option<String> {
    let mut bits = Bits {
        letters: letters.bytes(),
        value: 0,
        left: 0,
    };
    let mut text: Vec<u16> = Vec::new();
    // Every phrase is a piece of the text: where it starts and how long it is. The first
    // three numbers are taken.
    let mut phrases: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut last: Option<(usize, usize)> = None;
    let (mut width, mut room) = (2, 0);
    while text.len() < LONGEST {
        let mut grow = |width: &mut u32| {
            room -= 1;
            if room == 0 {
                room = 1 << *width;
                *width += 1;
            }
        };
        let start = text.len();
        match bits.take(width)? {
            2 => return String::from_utf16(&text).ok(),
            code @ (0 | 1) => {
                text.push(bits.take(8 << code)? as u16);
                phrases.push((start, 1));
                if last.is_some() {
                    grow(&mut width);
                }
            }
            code => {
                let next = last.map(|(from, length)| (from, length + 1));
                let known = phrases.get(code as usize).copied();
                let (from, length) = known.or(next.filter(|_| code as usize == phrases.len()))?;
                (from..from + length).for_each(|at| text.push(text[at]));
            }
        }
        match last {
            Some((from, length)) => {
                phrases.push((from, length + 1));
                grow(&mut width);
            }
            None => (width, room) = (3, 4),
        }
        last = Some((start, text.len() - start));
    }
    None
}

/// Reads letters bit by bit.
struct Bits<'a> {
    letters: std::str::Bytes<'a>,
    value: u8,
    left: u32,
}

impl Bits<'_> {
    /// The next `n` bits, the lowest first.
    fn take(&mut self, n: u32) -> Option<u32> {
        (0..n).try_fold(0, |value, at| Some(value | self.bit()? << at))
    }

    fn bit(&mut self) -> Option<u32> {
        if self.left == 0 {
            self.value = match self.letters.next()? {
                letter @ b'A'..=b'Z' => letter - b'A',
                letter @ b'a'..=b'z' => letter - b'a' + 26,
                letter @ b'0'..=b'9' => letter - b'0' + 52,
                // A plus that went through a form has become a space.
                b'+' | b' ' => 62,
                b'/' | b'-' => 63,
                _ => return None,
            };
            self.left = 6;
        }
        self.left -= 1;
        Some(u32::from(self.value >> self.left & 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_f_puzzles_packed_is_json() {
        // Made by lz-string 1.5.0 from an empty 9x9 board.
        let empty = "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA=";
        let text = unpack(empty).unwrap();
        assert!(text.starts_with("{\"size\":9,"), "{text}");
        assert!(text.ends_with("]}"), "{text}");
        assert_eq!(unpack(&empty.replace('/', "-")), Some(text));
    }

    #[test]
    fn what_was_not_packed_is_nothing() {
        for letters in [
            "",
            "N4I",
            "hello",
            "____",
            "N4IgzglgXgpiBcBOANCA5gJwgEw",
            "é",
        ] {
            assert_eq!(unpack(letters), None, "{letters}");
        }
    }

    #[test]
    fn a_bomb_ends() {
        // One character, and then for ever the phrase that is about to be.
        let mut bits = vec![0, 0];
        bits.extend([1, 0, 0, 0, 0, 1, 1, 0]);
        let (mut width, mut room, mut next) = (3, 4, 4);
        for _ in 0..4000 {
            bits.extend((0..width).map(|at| next >> at & 1));
            (next, room) = (next + 1, room - 1);
            if room == 0 {
                room = 1 << width;
                width += 1;
            }
        }
        let letter = |six: &[i32]| {
            let value = six.iter().fold(0, |value, bit| value * 2 + bit) << (6 - six.len());
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[value as usize]
        };
        let letters: Vec<u8> = bits.chunks(6).map(letter).collect();
        assert_eq!(unpack(&String::from_utf8(letters).unwrap()), None);
    }
}
