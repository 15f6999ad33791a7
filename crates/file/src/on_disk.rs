//! Writing to files of the file system: a new one, or the end of one that is there.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use onesheet::Serialize;
use onesheet_dynamic::Type;

use crate::block_writer::BlockWriter;
use crate::error::Error;
use crate::lock::open_alone;
use crate::options::Options;
use crate::tail::Tail;
use crate::writer::Writer;

/// What [`Writer::append`] found at the end of the file, and did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// Records of the last section that were there; none if another was begun, for that is of another
    /// type, says something else about it, or is not found.
    pub records: Option<u64>,
    /// Bytes of a torn block that were cut off (F17).
    pub cut: u64,
}

impl BlockWriter<File> {
    /// A writer to a new file. When it returns, the file, its schema block and its name are on the disk.
    ///
    /// # Errors
    /// As [`with_options`](Self::with_options), and if there is such a file already. It has
    /// [another writer](Error::InUse) if one found it before this could lock it.
    pub fn create(path: impl AsRef<Path>, ty: &Type, options: Options) -> Result<Self, Error> {
        let path = path.as_ref();
        let file = open_alone(path, OpenOptions::new().write(true).create_new(true))?;
        let writer = BlockWriter::with_options(file, ty, options).inspect_err(|_| {
            // It is of no use without a schema block; that it cannot be removed changes nothing.
            let _ = std::fs::remove_file(path);
        })?;
        writer.out().sync_all()?;
        #[cfg(unix)]
        {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            File::open(parent.unwrap_or(Path::new(".")))?.sync_all()?;
        }
        Ok(writer)
    }

    /// A writer to the end of a file: to its last section, if that is of this type and says the same
    /// about it, else to a section that it begins with the first block, or the end (F17), in an empty file at once. A
    /// torn block at the end is cut off, and nothing else.
    ///
    /// It looks at the end, up to 128 MiB of it, and at headers before. A section whose schema block is not
    /// found is not gone on with. A file has one writer at a time (F16): before it is looked at it is
    /// locked, as [`open_alone`](crate::open_alone) does it, until the writer is dropped.
    ///
    /// # Errors
    /// As [`with_options`](Self::with_options), [`InUse`](Error::InUse) if there is another writer, and
    /// those of reading and cutting the file; also if it is none, but a pipe or a device.
    pub fn append(
        path: impl AsRef<Path>,
        ty: &Type,
        options: Options,
    ) -> Result<(Self, Appended), Error> {
        let mut file = open_alone(path, OpenOptions::new().read(true).write(true))?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            let why = "only a file can be appended to";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why).into());
        }
        let len = metadata.len();
        let tail = Tail::of(&mut file, len)?;
        if tail.torn > 0 {
            file.set_len(len - tail.torn)?;
        }
        file.seek(SeekFrom::End(0))?;
        let (mut writer, records) = BlockWriter::behind(file, ty, options, tail.last, tail.schema)?;
        if len == tail.torn {
            writer.begin_section()?;
        }
        Ok((writer, Appended { records, cut: tail.torn }))
    }

    /// Waits until all blocks are on the disk.
    ///
    /// # Errors
    /// Those of the disk: what it then holds is unknown.
    pub fn sync(&mut self) -> Result<(), Error> {
        Ok(self.out().sync_data()?)
    }
}

impl<T: Serialize> Writer<T, File> {
    /// A writer to a new file. When it returns, the file, its schema block and its name are on the disk.
    ///
    /// # Errors
    /// As [`with_options`](Self::with_options), and if there is such a file already. It has
    /// [another writer](Error::InUse) if one found it before this could lock it.
    pub fn create(path: impl AsRef<Path>, options: Options) -> Result<Self, Error> {
        Ok(Writer::over(BlockWriter::create(path, &Self::ty()?, options)?))
    }

    /// A writer to the end of a file, as [`BlockWriter::append`] does it.
    ///
    /// # Errors
    /// As there.
    pub fn append(path: impl AsRef<Path>, options: Options) -> Result<(Self, Appended), Error> {
        let (blocks, found) = BlockWriter::append(path, &Self::ty()?, options)?;
        Ok((Writer::over(blocks), found))
    }

    /// Writes the records that were pushed, and waits until all are on the disk.
    ///
    /// # Errors
    /// As [`push`](Self::push), and those of the disk: what it then holds is unknown.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.flush()?;
        self.blocks_mut().sync()
    }
}
