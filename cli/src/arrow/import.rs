//! `import`: the rows of a Parquet, Arrow or CSV file to a file of records.

use onesheet_arrow::{Error, Writer, type_of};
use onesheet_dynamic::Type;

use super::source::Source;
use crate::args::Import;
use crate::failure::Failure;
use crate::file::shown;
use crate::files;
use crate::progress::Progress;

pub fn import(args: &Import) -> Result<(), Failure> {
    let format = args.format()?;
    files::other(&args.input, &args.output)?;
    let options = args.blocks.options()?;
    let given = args.ty.as_ref().map(|ty| ty.read()).transpose()?;
    let source = Source::open(format, &args.input, given.as_ref())?;
    let schema = source.schema();
    let failure = |error: Error| match error {
        Error::File(onesheet_file::Error::Io(error)) => files::unwritable(&args.output, &error),
        error => {
            let (name, why) = (args.input.display(), shown(&error.to_string()));
            Failure::found(format_args!("{name}: {why}"))
        }
    };
    let ty: Type = match given {
        Some(ty) => ty,
        None => type_of(&schema).map_err(failure)?,
    };
    let mut progress = Progress::new(source.rows());
    let mut rows = 0;
    files::write_with(&args.output, |out| {
        let mut writer = Writer::new(out, &ty, &schema, options).map_err(failure)?;
        for batch in source {
            let batch = batch?;
            writer.write(&batch).map_err(failure)?;
            rows += batch.num_rows() as u64;
            progress.update(rows, "rows");
        }
        writer.finish().map(drop).map_err(failure)
    })?;
    drop(progress);
    files::write(None, format!("{}: records: {rows}\n", args.output.display()).as_bytes())
}
