//! From bytes to text. Errors name the place of what is not text, and a remedy.

use ninefold::ParseError;

/// The mark that some editors put before UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Why bytes are not text, and a text to show the place in.
#[derive(Debug)]
pub(crate) struct NotText {
    pub(crate) error: ParseError,
    pub(crate) shown: String,
}

/// The bytes as text, or what is wrong with them: bytes that are not UTF-8, or NUL,
/// which no text holds.
pub(crate) fn decode(bytes: &[u8]) -> Result<&str, Box<NotText>> {
    let (at, found, hint) = match std::str::from_utf8(bytes) {
        Ok(text) => match text.find('\0') {
            None => return Ok(text),
            Some(at) => (at, "a NUL byte".to_owned(), "this looks like a binary file"),
        },
        Err(error) => {
            let at = error.valid_up_to();
            let found = match bytes.get(at) {
                Some(byte) => format!("the byte 0x{byte:02X}, which is not UTF-8"),
                None => "a character cut short".to_owned(),
            };
            (at, found, "save the file as UTF-8 or plain ASCII")
        }
    };
    // The text before the fault is valid, so it is as long in the shown text.
    let shown = String::from_utf8_lossy(bytes).into_owned();
    let error = ParseError::new("text", &shown, at..at + 1, "text", found).hint(hint);
    Err(Box::new(NotText { error, shown }))
}

/// The same, for bytes that are handed over.
pub(crate) fn owned(bytes: Vec<u8>) -> Result<String, Box<NotText>> {
    decode(&bytes)?;
    String::from_utf8(bytes).map_err(|error| decode(error.as_bytes()).expect_err("it is not UTF-8"))
}

/// The bytes as text in which each stands for itself, as older programs write it; `None` if
/// there is a NUL or another control character that no text holds.
pub(crate) fn latin1(bytes: &[u8]) -> Option<String> {
    let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    let is_text = |c: char| !c.is_control() || matches!(c, '\t' | '\r');
    text.chars().all(is_text).then_some(text)
}

/// The kind of a compressed file that is not read here, by its first bytes, and the tool
/// that unpacks it.
pub(crate) fn compressed(head: &[u8]) -> Option<(&'static str, &'static str)> {
    let kinds: [(&[u8], &str, &str); 3] = [
        (b"\xfd7zXZ\0", "xz", "xzcat"),
        (b"BZh", "bzip2", "bzcat"),
        (b"PK\x03\x04", "zip", "unzip -p"),
    ];
    let found = kinds.iter().find(|(start, ..)| head.starts_with(start));
    found.map(|&(_, kind, tool)| (kind, tool))
}

/// The text of UTF-16 with a byte-order mark; `None` if there is no such mark. What is
/// not UTF-16 after all comes out as `U+FFFD`, which no format takes for a digit.
pub(crate) fn utf16(bytes: &[u8]) -> Option<String> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let (pairs, _) = bytes[2..].as_chunks::<2>();
    let units = pairs.iter().map(|&pair| unit(pair));
    let decoded = char::decode_utf16(units);
    Some(decoded.map(|c| c.unwrap_or('\u{fffd}')).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_is_located() {
        assert_eq!(decode("1é".as_bytes()).unwrap(), "1é");
        let NotText { error, .. } = *decode(b"12\xff4").unwrap_err();
        assert_eq!(error.column, 3);
        assert_eq!(
            error.to_string(),
            "expected text, found the byte 0xFF, which is not UTF-8"
        );
        let NotText { error, .. } = *decode(b"1\0").unwrap_err();
        assert_eq!(error.to_string(), "expected text, found a NUL byte");
        assert!(decode(b"1\xe2\x82").is_err(), "cut short");
    }

    #[test]
    fn utf16_is_recognised_by_its_mark() {
        assert_eq!(utf16(b"\xff\xfe1\x00.\x00").as_deref(), Some("1."));
        assert_eq!(utf16(b"\xfe\xff\x001\x00.").as_deref(), Some("1."));
        assert_eq!(
            utf16(b"\xff\xfe1\x00\x00\xd8.").as_deref(),
            Some("1\u{fffd}")
        );
        assert_eq!(utf16(b"1."), None);
    }
}
