//! SHA-1 (FIPS 180-4), by which a puzzle bank names its puzzles. It protects nothing here.

/// The five words of the digest of a message.
pub(in crate::format) fn sha1(message: &[u8]) -> [u32; 5] {
    let mut digest = [
        0x6745_2301,
        0xefcd_ab89,
        0x98ba_dcfe,
        0x1032_5476,
        0xc3d2_e1f0,
    ];
    // The message, a bit, zeros up to whole blocks, and at their end the number of bits.
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((message.len() as u64 * 8).to_be_bytes());
    for block in padded.as_chunks::<64>().0 {
        add(&mut digest, block);
    }
    digest
}

/// Adds a block to the digest of those before it.
fn add(digest: &mut [u32; 5], block: &[u8; 64]) {
    let mut words = [0; 80];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for t in 16..80 {
        let mixed = words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16];
        words[t] = mixed.rotate_left(1);
    }
    let [mut a, mut b, mut c, mut d, mut e] = *digest;
    for (t, word) in words.into_iter().enumerate() {
        let (mixed, constant): (u32, u32) = match t {
            0..20 => (b & c | !b & d, 0x5a82_7999),
            20..40 => (b ^ c ^ d, 0x6ed9_eba1),
            40..60 => (b & c | b & d | c & d, 0x8f1b_bcdc),
            _ => (b ^ c ^ d, 0xca62_c1d6),
        };
        let next = [a.rotate_left(5), mixed, e, constant, word];
        let next = next.into_iter().fold(0, u32::wrapping_add);
        (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
    }
    for (word, more) in digest.iter_mut().zip([a, b, c, d, e]) {
        *word = word.wrapping_add(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard_have_their_digests() {
        let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        let cases = [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (long, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
        ];
        for (message, expected) in cases {
            let words = sha1(message.as_bytes());
            let digest: String = words.iter().map(|word| format!("{word:08x}")).collect();
            assert_eq!(digest, expected, "{message}");
        }
    }
}
