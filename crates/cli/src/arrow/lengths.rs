//! Lengths that an Arrow file states: its reader takes memory for them before it reads on.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use arrow_ipc::reader::read_footer_length;
use arrow_ipc::{Block, Message, RecordBatch, root_as_footer, root_as_message};
use arrow_schema::ArrowError;

/// What the length of a message may begin with.
const CONTINUATION: [u8; 4] = [0xff; 4];

/// Bytes that a buffer may have when it is decompressed: an array has no more.
const MOST: i64 = i32::MAX as i64;

/// Checks that what is said to be there is in the file; `is_file` says of which of the two formats it is.
pub fn check(file: &mut File, is_file: bool) -> Result<(), ArrowError> {
    let mut messages = Messages { len: file.metadata()?.len(), file };
    match is_file {
        true => messages.check_file(),
        false => messages.check_stream(),
    }
}

struct Messages<'a> {
    file: &'a mut File,
    len: u64,
}

impl Messages<'_> {
    fn check_file(&mut self) -> Result<(), ArrowError> {
        let end = self.len.checked_sub(10).ok_or_else(damaged)?;
        let mut tail = [0; 10];
        self.read(end, &mut tail)?;
        let footer_len = read_footer_length(tail)? as u64;
        let footer = self.bytes(end.checked_sub(footer_len).ok_or_else(damaged)?, footer_len)?;
        let footer = root_as_footer(&footer).map_err(|_| damaged())?;
        let blocks: Vec<Block> = [footer.dictionaries(), footer.recordBatches()]
            .into_iter()
            .flatten()
            .flatten()
            .copied()
            .collect();
        for block in blocks {
            let at = u64::try_from(block.offset()).map_err(|_| damaged())?;
            let start = self.len_and_start(at)?.ok_or_else(damaged)?.1;
            let metadata = u64::try_from(block.metaDataLength()).map_err(|_| damaged())?;
            let end = at.checked_add(metadata).ok_or_else(damaged)?;
            let message_len = end.checked_sub(start).ok_or_else(damaged)?;
            self.check_message(start, message_len, Some(block.bodyLength()))?;
        }
        Ok(())
    }

    fn check_stream(&mut self) -> Result<(), ArrowError> {
        let mut at = 0;
        while let Some((len, start)) = self.len_and_start(at)? {
            at = self.check_message(start, len, None)?;
        }
        Ok(())
    }

    /// The length of the message at a place, and where it begins: `None` at the end.
    fn len_and_start(&mut self, at: u64) -> Result<Option<(u64, u64)>, ArrowError> {
        let (mut start, mut len) = (at, [0; 4]);
        for _ in 0..2 {
            if self.len.saturating_sub(start) < 4 {
                return Ok(None);
            }
            self.read(start, &mut len)?;
            start += 4;
            if len != CONTINUATION {
                break;
            }
        }
        let len = u64::try_from(i32::from_le_bytes(len)).map_err(|_| damaged())?;
        Ok((len > 0).then_some((len, start)))
    }

    /// Checks a message whose body may be stated elsewhere, and returns where its body ends.
    fn check_message(
        &mut self,
        start: u64,
        len: u64,
        body_len: Option<i64>,
    ) -> Result<u64, ArrowError> {
        let bytes = self.bytes(start, len)?;
        let message = root_as_message(&bytes).map_err(|_| damaged())?;
        let body_len = u64::try_from(body_len.unwrap_or(message.bodyLength()));
        let body = start + len;
        let end = body_len.ok().and_then(|len| body.checked_add(len));
        let end = end.filter(|end| *end <= self.len).ok_or_else(damaged)?;
        if let Some(batch) = batch(&message).filter(|batch| batch.compression().is_some()) {
            for buffer in batch.buffers().into_iter().flatten().filter(|buffer| buffer.length() > 0)
            {
                let mut len = [0; 8];
                let at = u64::try_from(buffer.offset()).ok().and_then(|at| body.checked_add(at));
                self.read(at.ok_or_else(damaged)?, &mut len)?;
                if i64::from_le_bytes(len) > MOST {
                    return Err(damaged());
                }
            }
        }
        Ok(end)
    }

    /// So many bytes at a place, which are there.
    fn bytes(&mut self, at: u64, len: u64) -> Result<Vec<u8>, ArrowError> {
        let len = usize::try_from(len).ok().filter(|_| len <= self.len).ok_or_else(damaged)?;
        let mut bytes = vec![0; len];
        self.read(at, &mut bytes)?;
        Ok(bytes)
    }

    fn read(&mut self, at: u64, bytes: &mut [u8]) -> Result<(), ArrowError> {
        if at.checked_add(bytes.len() as u64).is_none_or(|end| end > self.len) {
            return Err(damaged());
        }
        self.file.seek(SeekFrom::Start(at))?;
        Ok(self.file.read_exact(bytes)?)
    }
}

fn batch<'a>(message: &Message<'a>) -> Option<RecordBatch<'a>> {
    let dictionary = || message.header_as_dictionary_batch()?.data();
    message.header_as_record_batch().or_else(dictionary)
}

fn damaged() -> ArrowError {
    ArrowError::ParseError("lengths in it go beyond its end or that of an array".to_owned())
}
