//! What a type becomes: the table of the crate's documentation, as code.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, StringArray};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use onesheet_dynamic::{self as dynamic, Type, Value};

use crate::error::{Error, Wrong, mismatch};
use crate::names::unique;

/// A type, and the column that its values become.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) ty: Type,
    pub(crate) data_type: DataType,
    /// Whether a value may be null.
    pub(crate) nullable: bool,
    pub(crate) kind: Kind,
    /// The bytes of each value, if the type is fixed (W1).
    pub(crate) size: Option<usize>,
    /// Whether a value may take no bits (W34).
    pub(crate) may_be_empty: bool,
}

/// What a column is made of. The names are those of the format's rows.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// No parts: the data type says all.
    Leaf,
    /// As text.
    Char,
    /// u128 and i128, as text.
    Wide {
        signed: bool,
    },
    /// str or bytes, of so many bytes at most.
    Bytes {
        max: Option<u64>,
    },
    Option(Box<Column>),
    /// Structs and tuples.
    Fields(Members),
    /// array(u8, N).
    Blob,
    Array {
        item: Box<Column>,
        len: usize,
    },
    Seq(Seq),
    Enum(Enum),
    /// As JSON.
    Rows,
}

/// The fields of a struct, a tuple or a variant.
#[derive(Clone, Debug)]
pub(crate) struct Members {
    pub(crate) columns: Vec<Member>,
    pub(crate) fields: Fields,
    /// Whether they are an extensible struct (W12).
    pub(crate) extensible: bool,
    /// The bytes of all, if they are a fixed struct (W1).
    pub(crate) size: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) column: Column,
    /// The declared default (W30).
    pub(crate) default: Option<Value>,
}

/// A seq, a set or a map, the elements of which are pairs.
#[derive(Clone, Debug)]
pub(crate) struct Seq {
    pub(crate) item: Box<Column>,
    pub(crate) max: Option<u64>,
    /// What ascends (W10).
    pub(crate) order: Order,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Order {
    Any,
    Elements,
    Keys,
}

#[derive(Clone, Debug)]
pub(crate) struct Enum {
    pub(crate) variants: Vec<Variant>,
    /// The names of the variants.
    pub(crate) names: ArrayRef,
    /// The place of the catch-all variant (W31).
    pub(crate) other: Option<usize>,
    pub(crate) extensible: bool,
    /// The columns behind that of the tags; none if no variant has fields.
    pub(crate) fields: Fields,
}

#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) tag: u32,
    pub(crate) members: Members,
    /// Whether its one field, which has no name, is the column.
    pub(crate) bare: bool,
}

/// The data type of tags: the names of the variants.
pub(crate) fn tags() -> DataType {
    DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
}

impl Column {
    /// The column of a type that was checked.
    pub(crate) fn of(ty: &Type) -> Result<Self, Error> {
        let (kind, data_type) = match ty {
            Type::Unit | Type::Bool => (Kind::Leaf, DataType::Boolean),
            Type::Char => (Kind::Char, DataType::Utf8),
            Type::F32 => (Kind::Leaf, DataType::Float32),
            Type::F64 => (Kind::Leaf, DataType::Float64),
            Type::Int(int) | Type::Fixed(int) => match (int.signed, int.bits) {
                (false, 8) => (Kind::Leaf, DataType::UInt8),
                (false, 16) => (Kind::Leaf, DataType::UInt16),
                (false, 32) => (Kind::Leaf, DataType::UInt32),
                (false, 64) => (Kind::Leaf, DataType::UInt64),
                (true, 8) => (Kind::Leaf, DataType::Int8),
                (true, 16) => (Kind::Leaf, DataType::Int16),
                (true, 32) => (Kind::Leaf, DataType::Int32),
                (true, 64) => (Kind::Leaf, DataType::Int64),
                (signed, _) => (Kind::Wide { signed }, DataType::Utf8),
            },
            Type::Str { max } => (Kind::Bytes { max: *max }, DataType::Utf8),
            Type::Bytes { max } => (Kind::Bytes { max: *max }, DataType::Binary),
            Type::Seq { item, max } if is_u8(item) => (Kind::Bytes { max: *max }, DataType::Binary),
            Type::Option(item) => {
                let item = Column::of(item)?.not_null();
                let data_type = item.data_type.clone();
                (Kind::Option(Box::new(item)), data_type)
            }
            Type::Tuple(parts) => {
                let names = (0..parts.len()).map(|place| place.to_string());
                let parts = parts.iter().map(|part| (part, None));
                struct_of(Members::of(names, parts, false)?)
            }
            Type::Struct(s) => struct_of(Members::of_fields(&s.fields, s.extensible)?),
            Type::Array(item, len) => array(item, *len)?,
            Type::Seq { item, max } => seq(Column::of(item)?, *max, Order::Any),
            Type::Set { item, max } => seq(Column::of(item)?, *max, Order::Elements),
            Type::Map { key, value, max } => map(key, value, *max)?,
            Type::Result(ok, err) => enumeration(&dynamic::Type::result_enum(ok, err))?,
            Type::Enum(e) => enumeration(e)?,
            Type::Rows { .. } => (Kind::Rows, DataType::Utf8),
            Type::Ref(name) => {
                return Err(Error::Type(format!(
                    "ref {name} is not inside a rows type of that name (W14)"
                )));
            }
        };
        let nullable = matches!(kind, Kind::Option(_));
        let size = if ty.is_fixed() { Some(fixed_size(&kind, &data_type)?) } else { None };
        let may_be_empty = ty.may_be_empty();
        Ok(Column { ty: ty.clone(), data_type, nullable, kind, size, may_be_empty })
    }

    /// The same, of which no value is null: a null of its own is a level further in.
    fn not_null(self) -> Self {
        if !self.nullable {
            return self;
        }
        let (ty, fields) =
            (Type::Tuple(vec![self.ty.clone()]), Fields::from(vec![self.field("some")]));
        let data_type = DataType::Struct(fields.clone());
        let columns = vec![Member { column: self, default: None }];
        let kind = Kind::Fields(Members { columns, fields, extensible: false, size: None });
        Column { ty, data_type, nullable: false, kind, size: None, may_be_empty: false }
    }

    pub(crate) fn field(&self, name: impl Into<String>) -> FieldRef {
        Arc::new(Field::new(name, self.data_type.clone(), self.nullable))
    }
}

impl Members {
    fn of_fields(fields: &[dynamic::Field], extensible: bool) -> Result<Self, Error> {
        let names = fields.iter().map(|field| field.name.clone());
        Members::of(names, fields.iter().map(|f| (&f.ty, f.default.as_ref())), extensible)
    }

    fn of<'a>(
        names: impl Iterator<Item = String>,
        types: impl Iterator<Item = (&'a Type, Option<&'a Value>)>,
        extensible: bool,
    ) -> Result<Self, Error> {
        let mut columns = Vec::new();
        for (ty, default) in types {
            let default = default.filter(|_| extensible).cloned();
            columns.push(Member { column: Column::of(ty)?, default });
        }
        let field = |(name, Member { column, default }): (String, &Member)| {
            // Of older records, what the schema does not say is not known.
            let nullable = column.nullable || *default == Some(Value::Default);
            Field::new(name, column.data_type.clone(), nullable)
        };
        let fields = unique(names).into_iter().zip(&columns).map(field).collect();
        let is_fixed = !extensible && columns.iter().all(|member| member.column.size.is_some());
        let size = if is_fixed { Some(sum(&columns)?) } else { None };
        Ok(Members { fields, columns, extensible, size })
    }
}

fn is_u8(ty: &Type) -> bool {
    matches!(ty, Type::Int(int) if !int.signed && int.bits == 8)
}

/// A struct without fields has a value as unit does, for few programs know structs of none.
fn struct_of(members: Members) -> (Kind, DataType) {
    let data_type = match members.fields.is_empty() {
        true => DataType::Boolean,
        false => DataType::Struct(members.fields.clone()),
    };
    (Kind::Fields(members), data_type)
}

fn list_of(item: &Column) -> DataType {
    DataType::List(item.field(Field::LIST_FIELD_DEFAULT_NAME))
}

/// Lists, and not lists of fixed size: where one of these is null it has elements all the same, and few
/// programs read that of Parquet.
fn array(ty: &Type, len: u64) -> Result<(Kind, DataType), Error> {
    let item = Column::of(ty)?;
    let (Ok(size), Ok(len)) = (i32::try_from(len), usize::try_from(len)) else {
        return Err(Error::Type(format!("an array of {len} elements is too long for Arrow")));
    };
    if len > 0 && is_u8(ty) {
        return Ok((Kind::Blob, DataType::FixedSizeBinary(size)));
    }
    let data_type = list_of(&item);
    Ok((Kind::Array { item: Box::new(item), len }, data_type))
}

fn seq(item: Column, max: Option<u64>, order: Order) -> (Kind, DataType) {
    let data_type = list_of(&item);
    (Kind::Seq(Seq { item: Box::new(item), max, order }), data_type)
}

/// Keys of a map of Arrow's cannot be null.
fn map(key: &Type, value: &Type, max: Option<u64>) -> Result<(Kind, DataType), Error> {
    let field = |name: &str, ty: &Type| dynamic::Field {
        name: name.to_owned(),
        ty: ty.clone(),
        default: None,
    };
    let fields = vec![field("key", key), field("value", value)];
    let name = String::new();
    let entry = Column::of(&Type::Struct(dynamic::Struct { name, fields, extensible: false }))?;
    if matches!(&entry.kind, Kind::Fields(members) if members.fields.iter().take(1).any(|key| key.is_nullable()))
    {
        return Ok(seq(entry, max, Order::Keys));
    }
    let data_type = DataType::Map(entry.field("entries"), false);
    Ok((Kind::Seq(Seq { item: Box::new(entry), max, order: Order::Keys }), data_type))
}

fn enumeration(e: &dynamic::Enum) -> Result<(Kind, DataType), Error> {
    let names = variant_names(e);
    let mut variants = Vec::with_capacity(e.variants.len());
    let mut columns = Vec::new();
    for (variant, name) in e.variants.iter().zip(&names) {
        let members = Members::of_fields(&variant.fields, e.extensible)?;
        let bare = matches!(variant.fields.as_slice(), [field] if field.name == "0");
        match members.columns.as_slice() {
            [] => {}
            [member] if bare => columns.push((name.clone(), member.column.data_type.clone())),
            _ => columns.push((name.clone(), DataType::Struct(members.fields.clone()))),
        }
        variants.push(Variant { tag: variant.tag, members, bare });
    }
    let other = e.other.and_then(|tag| variants.iter().position(|variant| variant.tag == tag));
    let all = std::iter::once(("tag".to_owned(), tags())).chain(columns);
    let (columns, types): (Vec<_>, Vec<_>) = all.unzip();
    let fields = unique(columns.into_iter()).into_iter().zip(types).enumerate();
    let fields: Fields = fields.map(|(i, (name, ty))| Field::new(name, ty, i > 0)).collect();
    let data_type = if fields.len() == 1 { tags() } else { DataType::Struct(fields.clone()) };
    let names = Arc::new(StringArray::from(names));
    let extensible = e.extensible;
    Ok((Kind::Enum(Enum { variants, names, other, extensible, fields }), data_type))
}

/// What the tags are called: by the names of the variants, or by their numbers where these do not
/// tell them apart.
fn variant_names(e: &dynamic::Enum) -> Vec<String> {
    let mut uses = HashMap::<_, u32>::new();
    for variant in &e.variants {
        *uses.entry(variant.name.as_str()).or_default() += 1;
    }
    let is_clear = |name: &str| uses.get(name) == Some(&1) && !name.is_empty() && name != "_";
    let name = |variant: &dynamic::Variant| match is_clear(&variant.name) {
        true => variant.name.clone(),
        false => variant.tag.to_string(),
    };
    e.variants.iter().map(name).collect()
}

/// The bytes of a value of a fixed type.
fn fixed_size(kind: &Kind, data_type: &DataType) -> Result<usize, Error> {
    let size = match kind {
        Kind::Wide { .. } => Some(16),
        Kind::Fields(members) => members.size,
        Kind::Array { item, len } => item.size.unwrap_or(0).checked_mul(*len),
        _ => match data_type {
            DataType::FixedSizeBinary(len) => usize::try_from(*len).ok(),
            other => Some(other.primitive_width().unwrap_or(0)),
        },
    };
    size.ok_or_else(too_large)
}

/// The bytes of a fixed struct.
fn sum(members: &[Member]) -> Result<usize, Error> {
    let mut sizes = members.iter().map(|member| member.column.size.unwrap_or(0));
    sizes.try_fold(0usize, |sum, size| sum.checked_add(size)).ok_or_else(too_large)
}

fn too_large() -> Error {
    Error::Type("the values take more bytes than memory can address".to_owned())
}

/// The columns of a struct, or those that are wanted of them.
pub(crate) type Columns = Vec<Option<ArrayRef>>;

impl Enum {
    /// The place of the variant of each value; of a null, any.
    pub(crate) fn places(&self, tags: &ArrayRef) -> Result<Vec<usize>, Wrong> {
        let Some(tags) = tags.as_dictionary_opt::<Int32Type>() else {
            return Err(mismatch(tags, "a dictionary of names"));
        };
        let (Some(values), Some(names)) =
            (tags.values().as_string_opt::<i32>(), self.names.as_string_opt::<i32>())
        else {
            return Err(mismatch(tags.values(), "Utf8"));
        };
        let names: BTreeMap<_, _> = names.iter().flatten().zip(0..).collect();
        let places: Vec<Option<usize>> =
            values.iter().map(|name| names.get(name.unwrap_or_default()).copied()).collect();
        let place = |key: Option<i32>| {
            let Some(key) = key else { return Ok(0) };
            let place = places.get(key as usize).copied().flatten();
            place.ok_or_else(|| Wrong(format!("unknown variant {:?}", values.value(key as usize))))
        };
        tags.keys().iter().map(place).collect()
    }
}
