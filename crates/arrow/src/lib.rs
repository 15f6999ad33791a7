//! Files of [onesheet] records as [Apache Arrow] record batches, and back.
//!
//! A block of a [file](onesheet_file) is columns already, and the file has their schema: its batches are
//! made without a Rust type. Numbers are unpacked into the memory of an array, texts are offsets and one
//! copy. `onesheet export` and `import` are this crate as commands, with [Parquet] and CSV besides.
//!
//! [Apache Arrow]: https://arrow.apache.org
//! [Parquet]: https://parquet.apache.org
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::types::Float32Type;
//! use onesheet_arrow::{Batches, Decoder, newest};
//! use onesheet_file::{Outline, Reader, Writer};
//!
//! #[derive(onesheet::Serialize)]
//! struct Reading {
//!     sensor: String,
//!     celsius: f32,
//! }
//!
//! # let path = std::env::temp_dir().join(format!("arrow-{}.onesheet", std::process::id()));
//! # let _ = std::fs::remove_file(&path);
//! let mut writer = Writer::create(&path, Default::default())?;
//! writer.write_block(&[Reading { sensor: "door".into(), celsius: 20.5 }])?;
//! writer.finish()?;
//!
//! let mut file = std::fs::File::open(&path)?;
//! let outline = Outline::of(&mut file)?;
//! let section = newest(outline.sections.iter().map(|entry| &entry.section)).expect("a section");
//! let decoder = Decoder::of_section(section)?;
//!
//! // One column; the other is stepped over.
//! let celsius = decoder.schema().index_of("celsius")?;
//! let file = Reader::part(file, 0..u64::MAX)?; // a part of it, for one of several threads
//! for batch in Batches::new(file, decoder.project(&[celsius])?) {
//!     assert_eq!(batch?.column(0).as_primitive::<Float32Type>().values(), &[20.5]);
//! }
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Types and columns
//!
//! The fields of a record that is a struct are the columns, and so are the parts of one that is an enum
//! with fields; records of any other type are one column, `value`.
//!
//! | onesheet | Arrow | note |
//! |--|--|--|
//! | `u8` … `u64`, `i8` … `i64`, `fixed` or not | `UInt8` … `Int64` | Spark reads `UInt64` of Parquet as a decimal |
//! | `u128`, `i128` | `Utf8`, decimal digits | no decimal of Arrow's that DuckDB and Spark read has 39 digits; `cast(x as uhugeint)` is exact in DuckDB |
//! | `f32`, `f64`, `bool` | `Float32`, `Float64`, `Boolean` | all bits of a NaN are kept |
//! | `char` | `Utf8` | |
//! | `str`, `bytes` | `Utf8`, `Binary` | |
//! | `option(T)` | T, nullable | `option(option(T))`: a nullable `Struct` of one field, `some` |
//! | struct, tuple | `Struct` | a field without a name is called by its place, `0`, `1`, … |
//! | unit; a struct without fields | `Boolean`, true | Parquet has no struct without fields, and few programs read nulls without a type |
//! | `array(u8, N)` | `FixedSizeBinary(N)` | |
//! | `array(T, N)`, `seq(T)`, `set(T)` | `List(T)` | no `FixedSizeList`: Parquet has none, and a null one few programs read |
//! | `map(K, V)` | `Map(K, V)` | a `List` of `Struct{key, value}` where a key may be null, which Arrow has not |
//! | enum without fields | `Dictionary(Int32, Utf8)`, the names | a category to pandas and Polars, text to DuckDB and Spark |
//! | other enums; `result` | `Struct` of `tag`, the names, and a nullable column for each variant with fields | the field itself if it is one without a name, else a `Struct` of them |
//! | `rows` | `Utf8`, [natural JSON](onesheet_dynamic::Natural) | |
//! | a `default` of an extensible struct | T, nullable if the schema does not say the default, as those in files | null in records of an older type |
//!
//! Enums are no unions: Parquet, Spark and Polars have none. A name that differs from one before it only in
//! case, which DuckDB and Spark take for the same, is followed by `_2`. Variants whose names are not
//! unique are called by their tags.
//!
//! The other way, [`type_of`] gives each column the type in the first column of the table, `option` where it
//! is nullable; large and view types, dictionaries and run ends that of their values, and nulls alone `option(str)`. Dates, times and durations
//! are `i32` or `i64`, decimals `str`, and what they are goes to the `about` of the file, by
//! which they come back as they were ([`Decoder::cast`]), in lists of every kind, structs, maps and dictionaries, too. Unions, intervals,
//! decimals of a negative scale, structs without fields and binary of no bytes have no type. A schema that a [`Decoder`] made has the records' type in its metadata, so that a file that is
//! exported to Arrow or Parquet and imported again is the same, byte for byte, but for where blocks end.
//!
//! # Values of serde
//!
//! [serde_arrow] makes columns of whatever has serde's derives, and values of columns. It takes the columns from the
//! type, so that large tables are written in one pass over their records; `to_document` of [`onesheet_file`] looks
//! for them in the values first, and takes any. Each reads the files of the other.
//!
//! ```
//! use arrow_schema::{FieldRef, Schema};
//! use onesheet_arrow::{Batches, Decoder, Writer, type_of};
//! use onesheet_file::{Options, Reader};
//! use serde_arrow::schema::{SchemaLike, TracingOptions};
//!
//! #[derive(serde::Serialize, serde::Deserialize, Clone, Debug, PartialEq)]
//! struct Reading {
//!     sensor: String,
//!     celsius: f32,
//!     #[serde(default)]
//!     note: Option<String>,
//! }
//!
//! let readings = vec![
//!     Reading { sensor: "door".into(), celsius: 20.5, note: None },
//!     Reading { sensor: "roof".into(), celsius: -3.0, note: Some("frost".into()) },
//! ];
//! let columns = Vec::<FieldRef>::from_type::<Reading>(TracingOptions::default())?;
//! let schema = Schema::new(columns.clone());
//! let ty = type_of(&schema)?;
//! let mut writer = Writer::new(Vec::new(), &ty, &schema, Options::default())?;
//! for some in readings.chunks(10_000) {
//!     writer.write(&serde_arrow::to_record_batch(&columns, &some)?)?;
//! }
//! let file = writer.finish()?;
//!
//! let mut read = Vec::new();
//! for batch in Batches::new(Reader::new(file.as_slice()), Decoder::new(&ty)?) {
//!     read.extend(serde_arrow::from_record_batch::<Vec<Reading>>(&batch?)?);
//! }
//! assert_eq!(read, readings);
//! assert_eq!(onesheet_file::from_document::<Vec<Reading>>(&file)?, readings);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `from_type` finds the columns in the type, `from_samples` in values. An enum with fields is a union to serde_arrow, unless
//! `TracingOptions` asks for structs (`enums_with_data_as_structs`), and strings for those without
//! (`enums_without_data_as_strings`).
//!
//! [serde_arrow]: https://docs.rs/serde_arrow
//!
//! # What is checked
//!
//! All that the format asks of a reader, in the columns that are asked for; those that are stepped over,
//! and what is behind the last, are guarded by the checks of the block only. What is claimed is bounded by
//! [`Limits`](onesheet::Limits), for each block. Nothing panics. [`Batches`] ends at the first problem of a
//! file, or reports each and goes on.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod batches;
mod cast;
mod column;
mod decoder;
mod encoder;
mod error;
mod from_arrow;
mod names;
mod newest;
mod order;
mod rows;
mod slots;
mod statistics;
mod table;
mod writer;

pub use batches::Batches;
pub use cast::{cast, is_decimal};
pub use decoder::{CAST_PREFIX, Decoder, SCHEMA_KEY, data_type};
pub use encoder::Encoder;
pub use error::Error;
pub use from_arrow::type_of;
#[doc(hidden)]
pub use names::places;
pub use names::unique;
pub use newest::newest;
pub use statistics::Bounds;
pub use table::one_table;
pub use writer::{Writer, casts};
