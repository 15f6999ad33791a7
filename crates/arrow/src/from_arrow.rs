//! The types of columns that come from elsewhere.

use arrow_schema::{DataType, Field, Fields, Schema};
use onesheet_dynamic::{self as dynamic, Int, Type};

use crate::cast::has_negative_scale;
use crate::decoder::{Decoder, SCHEMA_KEY};
use crate::error::Error;

/// The type of records that have these columns.
///
/// It is the one that the metadata name under [`SCHEMA_KEY`], if that has just these columns, so that
/// what was exported comes back as it was; else a struct of them, in which what may be null is an
/// option. The table in the crate's documentation has the types.
///
/// # Errors
/// [`Type`](Error::Type) for columns that no type of the format fits: unions, intervals, maps
/// whose keys are floats, decimals of a negative scale, what has no bytes; and if there is no column.
pub fn type_of(schema: &Schema) -> Result<Type, Error> {
    if let Some(ty) = schema.metadata().get(SCHEMA_KEY).and_then(|text| text.parse::<Type>().ok()) {
        if is_of(&ty, schema) {
            return Ok(ty);
        }
    }
    if schema.fields().is_empty() {
        return Err(Error::Type("no columns: records have one or more".to_owned()));
    }
    let ty = struct_of(schema.fields())?;
    ty.check().map_err(|error| Error::Type(error.to_string()))?;
    Ok(ty)
}

/// Whether the records of a type have the columns of a schema, casts aside.
fn is_of(ty: &Type, schema: &Schema) -> bool {
    let Ok(decoder) = Decoder::new(ty) else { return false };
    let same = |ours: &Field, theirs: &Field| {
        let types = (column(ours), column(theirs));
        let same = matches!(types, (Ok(ours), Ok(theirs)) if ours == theirs);
        ours.name() == theirs.name() && same
    };
    let (ours, theirs) = (decoder.schema().fields(), schema.fields());
    ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs))
}

fn struct_of(fields: &Fields) -> Result<Type, Error> {
    let fields = fields.iter().map(|field| {
        let ty = column(field)?;
        Ok(dynamic::Field { name: field.name().clone(), ty, default: None })
    });
    let (name, fields) = (String::new(), fields.collect::<Result<_, Error>>()?);
    Ok(Type::Struct(dynamic::Struct { name, fields, extensible: false }))
}

fn column(field: &Field) -> Result<Type, Error> {
    let ty = value(field.data_type()).map_err(|error| match error {
        Error::Type(why) => Error::Type(format!("column {}: {why}", field.name())),
        error => error,
    })?;
    let is_nullable = field.is_nullable() || *field.data_type() == DataType::Null;
    Ok(if is_nullable { Type::Option(Box::new(ty)) } else { ty })
}

fn value(data_type: &DataType) -> Result<Type, Error> {
    let int = |signed, bits| Type::Int(Int { signed, bits });
    Ok(match data_type {
        DataType::Boolean => Type::Bool,
        DataType::UInt8 => int(false, 8),
        DataType::UInt16 => int(false, 16),
        DataType::UInt32 => int(false, 32),
        DataType::UInt64 => int(false, 64),
        DataType::Int8 => int(true, 8),
        DataType::Int16 => int(true, 16),
        DataType::Int32 | DataType::Date32 | DataType::Time32(_) => int(true, 32),
        DataType::Int64
        | DataType::Date64
        | DataType::Time64(_)
        | DataType::Timestamp(..)
        | DataType::Duration(_) => int(true, 64),
        DataType::Float16 | DataType::Float32 => Type::F32,
        DataType::Float64 => Type::F64,
        decimal if has_negative_scale(decimal) => {
            let why = format!("{decimal} has a negative scale: cast it to one of scale 0");
            return Err(Error::Type(why));
        }
        // Of nothing but nulls; any type would do.
        DataType::Null
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => Type::Str { max: None },
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => {
            Type::Bytes { max: None }
        }
        DataType::FixedSizeBinary(0) => {
            return Err(Error::Type(format!("{data_type} has no bytes: leave it out")));
        }
        DataType::FixedSizeBinary(len) => Type::Array(Box::new(int(false, 8)), length(*len)?),
        DataType::FixedSizeList(item, len) => Type::Array(Box::new(column(item)?), length(*len)?),
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item) => Type::Seq { item: Box::new(column(item)?), max: None },
        DataType::Struct(fields) if fields.is_empty() => {
            return Err(Error::Type("a struct without fields: leave it out".to_owned()));
        }
        DataType::Struct(fields) => struct_of(fields)?,
        DataType::Map(entries, _) => match entries.data_type() {
            DataType::Struct(entry) if entry.len() == 2 => {
                let part = |i: usize| column(&entry[i]).map(Box::new);
                Type::Map { key: part(0)?, value: part(1)?, max: None }
            }
            _ => return Err(no_type(data_type)),
        },
        DataType::Dictionary(_, values) => value(values)?,
        DataType::RunEndEncoded(_, values) => value(values.data_type())?,
        _ => return Err(no_type(data_type)),
    })
}

fn no_type(data_type: &DataType) -> Error {
    Error::Type(format!("no type of the format fits {data_type}"))
}

fn length(len: i32) -> Result<u64, Error> {
    u64::try_from(len).map_err(|_| Error::Type(format!("{len} elements")))
}
