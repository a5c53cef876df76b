//! Gzip and Zstandard files, unpacked as they are read. They are known by their first bytes,
//! whatever the file is called.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::output::many;

/// Gzip begins with these bytes.
const GZIP: &[u8] = b"\x1f\x8b";

/// A frame of Zstandard begins with these.
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// A frame that only carries remarks begins with a byte of `0x50` to `0x5f` and these.
const SKIPPED: &[u8] = b"\x2a\x4d\x18";

/// An input, unpacked if it is packed.
pub(crate) struct Unpacked {
    pub(crate) bytes: Box<dyn Read + Send>,
    pub(crate) is_packed: bool,
}

/// Unpacks what is packed, by the first bytes; reads no more of them than it needs.
pub(crate) fn unpacked(mut from: impl Read + Send + 'static) -> io::Result<Unpacked> {
    let mut start = Vec::new();
    let mut kind = kind(&start);
    while let Kind::Open = kind {
        let mut byte = [0];
        match from.read(&mut byte) {
            Ok(0) => kind = Kind::Plain,
            Ok(_) => {
                start.extend(byte);
                kind = self::kind(&start);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let all = Cursor::new(start).chain(from);
    let named = |name, from| -> Box<dyn Read + Send> {
        Box::new(Named {
            name,
            from,
            n_bytes: 0,
        })
    };
    Ok(match kind {
        Kind::Gzip => {
            let unpacked = Box::new(MultiGzDecoder::new(BufReader::new(all)));
            Unpacked {
                bytes: named("gzip", unpacked),
                is_packed: true,
            }
        }
        Kind::Zstd => {
            let unpacked = Box::new(Frames::new(BufReader::new(all)));
            Unpacked {
                bytes: named("zstd", unpacked),
                is_packed: true,
            }
        }
        Kind::Plain | Kind::Open => Unpacked {
            bytes: Box::new(all),
            is_packed: false,
        },
    })
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Gzip,
    Zstd,
    Plain,
    /// More bytes are needed to know.
    Open,
}

fn kind(start: &[u8]) -> Kind {
    let is_remark = matches!(start, [0x50..=0x5f, rest @ ..] if rest.starts_with(SKIPPED));
    let may_be_remark = match start {
        [] => true,
        [first, rest @ ..] => (0x50..=0x5f).contains(first) && SKIPPED.starts_with(rest),
    };
    match start {
        _ if start.starts_with(GZIP) => Kind::Gzip,
        _ if start.starts_with(ZSTD) || is_remark => Kind::Zstd,
        _ if GZIP.starts_with(start) || ZSTD.starts_with(start) || may_be_remark => Kind::Open,
        _ => Kind::Plain,
    }
}

/// Adds to an error the kind of data, the place and the reason.
struct Named {
    name: &'static str,
    from: Box<dyn Read + Send>,
    /// How many bytes of text it has returned.
    n_bytes: u64,
}

impl Read for Named {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.from.read(buffer) {
            Ok(length) => {
                self.n_bytes += length as u64;
                Ok(length)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let why = match error.kind() {
                    io::ErrorKind::UnexpectedEof => "it ends too soon".to_owned(),
                    _ => error.to_string(),
                };
                let (name, place) = (self.name, many(self.n_bytes, "byte", "bytes"));
                let message = format!("the {name} data is damaged after {place} of text: {why}");
                Err(io::Error::other(message))
            }
        }
    }
}

/// The frames of a Zstandard file, one after another.
struct Frames<R> {
    from: R,
    decoder: FrameDecoder,
    /// In the middle of a frame.
    is_open: bool,
}

impl<R: BufRead> Frames<R> {
    fn new(from: R) -> Frames<R> {
        Frames {
            from,
            decoder: FrameDecoder::new(),
            is_open: false,
        }
    }

    /// Opens a frame, or skips one without text.
    fn open(&mut self) -> io::Result<()> {
        match self.decoder.init(&mut self.from) {
            Ok(()) => self.is_open = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let mut remark = self.from.by_ref().take(length.into());
                io::copy(&mut remark, &mut io::sink())?;
            }
            Err(error) => return Err(why(&error, "expected a frame, found other bytes")),
        }
        Ok(())
    }

    /// Closes a frame whose text has been handed on.
    fn close(&mut self) -> io::Result<()> {
        self.is_open = false;
        let stated = self.decoder.get_checksum_from_data();
        if stated.is_none() || stated == self.decoder.get_calculated_checksum() {
            Ok(())
        } else {
            Err(io::Error::other("its checksum is wrong"))
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_open {
                if self.from.fill_buf()?.is_empty() {
                    return Ok(0);
                }
                self.open()?;
            } else if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            } else if self.decoder.is_finished() {
                self.close()?;
            } else {
                let blocks = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = self.decoder.decode_blocks(&mut self.from, blocks);
                decoded.map_err(|error| why(&error, "a block cannot be decoded"))?;
            }
        }
    }
}

/// Why a frame cannot be read: `otherwise`, unless the decoder knows better.
fn why(error: &FrameDecoderError, otherwise: &'static str) -> io::Error {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return error.kind().into();
        }
        cause = error.source();
    }
    match error {
        FrameDecoderError::WindowSizeTooBig { max, .. } => {
            let most = max >> 20;
            io::Error::other(format!(
                "expected a window of at most {most} MiB, found a larger one"
            ))
        }
        FrameDecoderError::DictNotProvided { .. } => io::Error::other("it needs a dictionary"),
        _ => io::Error::other(otherwise),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const TEXT: &[u8] = b"1234............\n";

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(text).expect("there is room");
        packer.finish().expect("there is room")
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
    }

    /// What comes out, a few bytes at a time in; or what is wrong with it.
    fn read(bytes: &[u8]) -> Result<Vec<u8>, String> {
        struct Slow(Vec<u8>);
        impl Read for Slow {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let length = buffer.len().min(3).min(self.0.len());
                buffer[..length].copy_from_slice(&self.0[..length]);
                self.0.drain(..length);
                Ok(length)
            }
        }
        let mut text = Vec::new();
        let unpacked = unpacked(Slow(bytes.to_vec())).expect("the start can be read");
        let read = unpacked.bytes.take(1 << 20).read_to_end(&mut text);
        read.map(|_| text).map_err(|error| error.to_string())
    }

    #[test]
    fn packed_or_not_it_is_the_same_text() {
        for text in [TEXT, b"", b"P", b"P*M", b"(\xb5", b"1\n"] {
            assert_eq!(read(text).as_deref(), Ok(text));
            assert_eq!(read(&gzip(text)).as_deref(), Ok(text));
            assert_eq!(read(&zstd(text)).as_deref(), Ok(text));
        }
    }

    #[test]
    fn members_frames_and_remarks_follow_each_other() {
        let twice = [TEXT, TEXT].concat();
        assert_eq!(read(&[gzip(TEXT), gzip(TEXT)].concat()), Ok(twice.clone()));
        let remark = b"\x5a\x2a\x4d\x18\x03\0\0\0abc".to_vec();
        let frames = [remark.clone(), zstd(TEXT), remark, zstd(TEXT)].concat();
        assert_eq!(read(&frames), Ok(twice));
    }

    #[test]
    fn damage_is_located_and_explained() {
        let text = TEXT.repeat(1000);
        for packed in [gzip(&text), zstd(&text)] {
            let short = read(&packed[..packed.len() - 3]).expect_err("it is cut short");
            assert!(short.ends_with("of text: it ends too soon"), "{short}");
            let mut wrong = packed.clone();
            let last = wrong.len() - 3;
            wrong[last] ^= 1;
            let wrong = read(&wrong).expect_err("a byte is wrong");
            assert!(wrong.contains("data is damaged after "), "{wrong}");
            for at in 0..packed.len() {
                let mut wrong = packed.clone();
                wrong[at] ^= 0x55;
                // Whatever it is taken for, it is answered.
                let _ = read(&wrong);
            }
        }
    }
}
