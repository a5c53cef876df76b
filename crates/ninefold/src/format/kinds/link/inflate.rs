//! What zlib packed (RFC 1950, 1951): the text behind `SCv7_32_…`.
//!
//! A block is a run of bytes as they are, or of codes: below 256 a byte, 256 the end, and
//! above it "go back m bytes and copy n". Codes are canonical Huffman codes: with
//! their lengths known, those of each length are consecutive numbers, so that the lengths
//! are all that is written down.

/// No puzzle is longer than this, and a short text can unpack to a very long one.
const LONGEST: usize = 1 << 20;

/// In what order the lengths of the codes for lengths are written.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// The text that zlib packed into these bytes.
pub(super) fn unpack(bytes: &[u8]) -> Option<String> {
    let mut bits = Bits {
        bytes: bytes.get(2..)?,
        at: 0,
    };
    let mut text = Vec::new();
    loop {
        let is_last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => bits.stored(&mut text)?,
            1 => {
                let length = |symbol: usize| match symbol {
                    0..144 | 280.. => 8,
                    144..256 => 9,
                    256..280 => 7,
                };
                let lengths: Vec<u32> = (0..288).map(length).collect();
                bits.block(&mut text, &Codes::new(&lengths), &Codes::new(&[5; 30]))?;
            }
            2 => {
                let (symbols, distances) = bits.codes()?;
                bits.block(&mut text, &symbols, &distances)?;
            }
            _ => return None,
        }
        if is_last {
            return String::from_utf8(text).ok();
        }
    }
}

/// Codes by their lengths: how many there are of each, and what they stand for in order.
struct Codes {
    counts: [usize; 16],
    symbols: Vec<usize>,
}

impl Codes {
    fn new(lengths: &[u32]) -> Codes {
        let mut counts = [0; 16];
        let mut symbols = Vec::new();
        for length in 1..16 {
            let of_length = (0..lengths.len()).filter(|&symbol| lengths[symbol] == length);
            symbols.extend(of_length);
            counts[length as usize] = symbols.len();
        }
        // From sums to numbers.
        for length in (1..16).rev() {
            counts[length] -= counts[length - 1];
        }
        Codes { counts, symbols }
    }
}

/// Reads bytes bit by bit, the lowest first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, n: u32) -> Option<usize> {
        (0..n).try_fold(0, |value, place| {
            let bit = self.bytes.get(self.at / 8)? >> (self.at % 8) & 1;
            self.at += 1;
            Some(value | usize::from(bit) << place)
        })
    }

    /// The next code.
    fn symbol(&mut self, codes: &Codes) -> Option<usize> {
        let (mut code, mut first, mut index) = (0, 0, 0);
        for &count in &codes.counts[1..] {
            code |= self.take(1)?;
            if code < first + count {
                return codes.symbols.get(index + code - first).copied();
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        None
    }

    /// Bytes as they are.
    fn stored(&mut self, text: &mut Vec<u8>) -> Option<()> {
        self.at = self.at.next_multiple_of(8);
        let length = self.take(16)?;
        self.take(16)?;
        let start = self.at / 8;
        text.extend_from_slice(self.bytes.get(start..start + length)?);
        self.at += 8 * length;
        Some(())
    }

    /// The codes of a block that brings its own.
    fn codes(&mut self) -> Option<(Codes, Codes)> {
        let n_symbols = self.take(5)? + 257;
        let n_distances = self.take(5)? + 1;
        let n_lengths = self.take(4)? + 4;
        let mut lengths = [0; 19];
        for &place in &ORDER[..n_lengths] {
            lengths[place] = self.take(3)? as u32;
        }
        let codes = Codes::new(&lengths);
        let mut lengths: Vec<u32> = Vec::new();
        while lengths.len() < n_symbols + n_distances {
            let (length, times) = match self.symbol(&codes)? {
                16 => (*lengths.last()?, 3 + self.take(2)?),
                17 => (0, 3 + self.take(3)?),
                18 => (0, 11 + self.take(7)?),
                length => (length as u32, 1),
            };
            lengths.extend(std::iter::repeat_n(length, times));
        }
        let (symbols, distances) = lengths.split_at(n_symbols);
        Some((Codes::new(symbols), Codes::new(distances)))
    }

    /// A number that a code stands for: the first ones for themselves; then each `group`
    /// of codes has one more bit behind it than the group before.
    fn number(&mut self, code: usize, group: usize) -> Option<usize> {
        let extra = (code / group).saturating_sub(1);
        let base = if code < group {
            code
        } else {
            (group + code % group) << extra
        };
        Some(base + self.take(extra as u32)?)
    }

    /// A block of codes.
    fn block(&mut self, text: &mut Vec<u8>, symbols: &Codes, distances: &Codes) -> Option<()> {
        while text.len() < LONGEST {
            match self.symbol(symbols)? {
                byte @ 0..256 => text.push(byte as u8),
                256 => return Some(()),
                symbol => {
                    let length = match symbol {
                        285 => 258,
                        257..285 => 3 + self.number(symbol - 257, 4)?,
                        _ => return None,
                    };
                    let distance = self.symbol(distances)?;
                    let back = 1 + self.number(distance, 2)?;
                    let from = text.len().checked_sub(back)?;
                    (from..from + length).for_each(|at| text.push(text[at]));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(hex: &str) -> Vec<u8> {
        let byte = |pair: &[u8]| {
            let pair = std::str::from_utf8(pair).unwrap();
            u8::from_str_radix(pair, 16).unwrap()
        };
        hex.as_bytes().chunks(2).map(byte).collect()
    }

    #[test]
    fn every_kind_of_block_is_unpacked() {
        // Made by zlib at its levels 0 and 9.
        let stored = bytes("7801010700f8ff7b2261223a317d082a0209");
        let fixed = bytes("78daab564a54b232ac0500082a0209");
        for packed in [&stored, &fixed] {
            assert_eq!(unpack(packed).as_deref(), Some("{\"a\":1}"));
        }
        let own = "78da6d534b6ec5200cbc10487c1387752f4282210e5237adba41dcbd6f3991d8799cb1078f9d52d934f9e3ef2f69f2fb53a4348001e2a777409d1e401a632c0a04003ba7c20385218c639d17ac3fce354907e56b1a645dd9204d16c05c976688abd74a0e2a9a536b7992b967aeb357ddd7b561a7d8fcd8e3c3bbdd985a0d173585aaa6e22c4fbf00eeebaec8d0dbfa83f187513514bd9717dd308e5fd5cb6debf065579c698e203a668d1eab26620aabb0562e24cf750f0fa9b35f3e19ef0537f2c92107b7eb624643eb74e8045e18dfe8763825c7ce48eea8c9787694f8335ce5f5147847c9be3aa2e35b10b4cc2aed8e7c1be5f82ca47097d2f38dffc328f7fc075fae4a8a";
        let text = unpack(&bytes(own)).unwrap();
        assert!(text.starts_with("dfe0givenDigitsdidggiven"), "{text}");
        assert_eq!(text.len(), 870);
    }

    #[test]
    fn damage_is_noticed_or_harmless() {
        let packed = bytes("78daab564a54b232ac0500082a0209");
        for at in 0..packed.len() {
            assert!(unpack(&packed[..at]).is_none_or(|text| text.len() < 8));
            for bit in 0..8 {
                let mut damaged = packed.clone();
                damaged[at] ^= 1 << bit;
                unpack(&damaged);
            }
        }
    }
}
