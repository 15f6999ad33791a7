//! What the cells of a column are, and how they become an array.

use std::sync::Arc;

use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Float32Builder, Float64Builder, Int64Builder, StringBuilder,
    UInt64Builder,
};
use arrow_array::types::{ArrowPrimitiveType, Float16Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};
use onesheet_arrow::{Decoder, cast, is_decimal};
use onesheet_dynamic::time::{Stamp, Unit, Zone, parse_date};
use onesheet_dynamic::{
    Field, Int, Logical, Natural, Struct, Style, Type, Value, encode, encode_list,
};

type Half = <Float16Type as ArrowPrimitiveType>::Native;

/// A column that is asked for: what its cells are, and its type.
#[derive(Clone)]
pub struct Column {
    pub kind: Kind,
    pub ty: Type,
    /// What numbers inside of its values stand for.
    pub logical: Option<Logical>,
}

/// What the cells of a column are.
#[derive(Clone, Debug)]
pub enum Kind {
    Bool,
    /// Of 64 bits at most.
    Signed(Int),
    Unsigned(Int),
    /// Of 128 bits.
    Wide(Int),
    /// A float of 32 bits that has one of 16.
    F16,
    F32,
    F64,
    Text {
        max: Option<u64>,
    },
    /// A text that is one of this data type.
    Decimal(DataType),
    /// As hex.
    Bytes {
        max: Option<u64>,
    },
    Date,
    DateMillis,
    Time(Unit),
    Timestamp(Unit, Option<Zone>),
    /// As JSON, or by their names.
    Value(Box<Type>),
}

impl Kind {
    /// What cells of a type are, that stand for something else if `logical` or the data type says so.
    pub fn of(ty: &Type, logical: Option<&Logical>, data_type: &DataType) -> Self {
        if let (Type::Int(_) | Type::Fixed(_), Some(kind)) =
            (ty, logical.and_then(Kind::of_logical))
        {
            return kind;
        }
        match ty {
            Type::Str { .. } if data_type.is_decimal() => Kind::Decimal(data_type.clone()),
            Type::F32 if *data_type == DataType::Float16 => Kind::F16,
            Type::Bool => Kind::Bool,
            Type::Int(int) | Type::Fixed(int) => match (int.bits, int.signed) {
                (128, _) => Kind::Wide(*int),
                (_, true) => Kind::Signed(*int),
                (_, false) => Kind::Unsigned(*int),
            },
            Type::F32 => Kind::F32,
            Type::F64 => Kind::F64,
            Type::Str { max } => Kind::Text { max: *max },
            Type::Bytes { max } => Kind::Bytes { max: *max },
            ty => Kind::Value(Box::new(ty.clone())),
        }
    }

    pub fn of_logical(logical: &Logical) -> Option<Self> {
        match logical {
            Logical::Date => Some(Kind::Date),
            Logical::DateMillis => Some(Kind::DateMillis),
            Logical::Time(unit) => Some(Kind::Time(*unit)),
            Logical::Timestamp(unit, zone) => Some(Kind::Timestamp(*unit, *zone)),
            Logical::Items(_) | Logical::Fields(_) => None,
        }
    }

    /// The type of the values.
    pub fn ty(&self) -> Type {
        let signed = |bits| Type::Int(Int { signed: true, bits });
        match self {
            Kind::Bool => Type::Bool,
            Kind::Signed(int) | Kind::Unsigned(int) | Kind::Wide(int) => Type::Int(*int),
            Kind::F16 | Kind::F32 => Type::F32,
            Kind::F64 => Type::F64,
            Kind::Text { max } => Type::Str { max: *max },
            Kind::Decimal(_) => Type::Str { max: None },
            Kind::Bytes { max } => Type::Bytes { max: *max },
            Kind::Date | Kind::Time(Unit::Second | Unit::Millisecond) => signed(32),
            Kind::DateMillis | Kind::Time(_) | Kind::Timestamp(..) => signed(64),
            Kind::Value(ty) => (**ty).clone(),
        }
    }

    /// What is expected, for messages.
    pub fn expected(&self) -> String {
        match self {
            Kind::Bool => "true or false".to_owned(),
            Kind::Signed(_) => format!("an {}", self.ty()),
            Kind::Unsigned(_) => format!("a {}", self.ty()),
            Kind::Wide(int) if int.signed => "an i128".to_owned(),
            Kind::Wide(_) => "a u128".to_owned(),
            Kind::F16 => "a float of 16 bits".to_owned(),
            Kind::F32 => "an f32".to_owned(),
            Kind::F64 => "an f64".to_owned(),
            Kind::Text { max } | Kind::Bytes { max } => {
                let what = if let Kind::Text { .. } = self { "a text" } else { "bytes in hex" };
                max.map_or(what.to_owned(), |max| format!("{what} of at most {max} bytes"))
            }
            Kind::Decimal(data_type) => format!("a value of {data_type}"),
            Kind::Date | Kind::DateMillis => "a date such as 2024-01-02".to_owned(),
            Kind::Time(unit) => {
                format!("a time of day such as {}", Stamp::of(*unit, 0, None).time())
            }
            Kind::Timestamp(unit, zone) => format!("a time such as {}", Stamp::of(*unit, 0, *zone)),
            Kind::Value(ty) => format!("a value of {ty}"),
        }
    }
}

/// The cells of a column that have come.
pub struct Cells {
    kind: Kind,
    nullable: bool,
    /// The type of the column, the option included.
    ty: Type,
    data_type: DataType,
    built: Built,
}

enum Built {
    Bool(BooleanBuilder),
    Signed(Int64Builder),
    Unsigned(UInt64Builder),
    F32(Float32Builder),
    F64(Float64Builder),
    Text(StringBuilder),
    Bytes(BinaryBuilder),
    Values { natural: Box<Natural>, values: Vec<Value> },
}

impl Cells {
    /// The cells of a column of a data type.
    pub fn new(column: &Column, data_type: DataType) -> Self {
        let Column { kind, ty, logical } = column.clone();
        let built = match &kind {
            Kind::Bool => Built::Bool(BooleanBuilder::new()),
            Kind::Unsigned(_) => Built::Unsigned(UInt64Builder::new()),
            Kind::Signed(_)
            | Kind::Date
            | Kind::DateMillis
            | Kind::Time(_)
            | Kind::Timestamp(..) => Built::Signed(Int64Builder::new()),
            Kind::F16 | Kind::F32 => Built::F32(Float32Builder::new()),
            Kind::F64 => Built::F64(Float64Builder::new()),
            Kind::Text { .. } | Kind::Decimal(_) | Kind::Wide(_) => {
                Built::Text(StringBuilder::new())
            }
            Kind::Bytes { .. } => Built::Bytes(BinaryBuilder::new()),
            Kind::Value(_) => match Natural::with(&ty, logical.as_ref(), Style::default()) {
                Ok(natural) => Built::Values { natural: Box::new(natural), values: Vec::new() },
                // A type that is none has no columns either.
                Err(_) => Built::Text(StringBuilder::new()),
            },
        };
        let nullable = matches!(ty, Type::Option(_));
        Cells { kind, nullable, ty, data_type, built }
    }

    pub fn is_nullable(&self) -> bool {
        self.nullable
    }

    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Adds nothing, if that may be.
    pub fn null(&mut self) -> bool {
        match &mut self.built {
            _ if !self.nullable => return false,
            Built::Bool(cells) => cells.append_null(),
            Built::Signed(cells) => cells.append_null(),
            Built::Unsigned(cells) => cells.append_null(),
            Built::F32(cells) => cells.append_null(),
            Built::F64(cells) => cells.append_null(),
            Built::Text(cells) => cells.append_null(),
            Built::Bytes(cells) => cells.append_null(),
            Built::Values { values, .. } => values.push(Value::Option(None)),
        }
        true
    }

    /// Adds what a text stands for; false if it is nothing of the kind.
    pub fn push(&mut self, text: &str) -> bool {
        let Cells { kind, built, nullable, ty: whole, .. } = self;
        let fits = |max: &Option<u64>, len: usize| max.is_none_or(|max| len as u64 <= max);
        let pushed = match (built, &*kind) {
            (Built::Bool(cells), _) => {
                let is_one = matches!(text, "true" | "false");
                is_one.then(|| cells.append_value(text == "true"))
            }
            (Built::Signed(cells), Kind::Signed(int)) => {
                let unused = 64 - int.bits;
                let fits = |x: &i64| x << unused >> unused == *x;
                number(text).filter(fits).map(|x| cells.append_value(x))
            }
            (Built::Unsigned(cells), Kind::Unsigned(int)) => {
                let max = u64::MAX >> (64 - int.bits);
                number(text).filter(|x| *x <= max).map(|x| cells.append_value(x))
            }
            (Built::Signed(cells), Kind::Date) => {
                parse_date(text).map(|days| cells.append_value(days.into()))
            }
            (Built::Signed(cells), Kind::DateMillis) => {
                parse_date(text).map(|days| cells.append_value(i64::from(days) * 86_400_000))
            }
            (Built::Signed(cells), Kind::Time(unit)) => Stamp::parse_time(text)
                .and_then(|time| time.count(*unit))
                .map(|count| cells.append_value(count)),
            (Built::Signed(cells), Kind::Timestamp(unit, zone)) => Stamp::parse(text)
                .filter(|stamp| stamp.zone.is_some() == zone.is_some())
                .and_then(|stamp| stamp.count(*unit))
                .map(|count| cells.append_value(count)),
            (Built::F32(cells), Kind::F16) => {
                let is_one = |x: &Half| x.is_finite() || text.ends_with("inf") || text == "NaN";
                let half = text.parse().ok().map(Half::from_f32).filter(is_one);
                half.map(|x| cells.append_value(x.to_f32()))
            }
            (Built::F32(cells), _) => {
                // What is written for infinity is infinite, and no number is.
                let is_one = |x: &f32| x.is_finite() || text.ends_with("inf") || text == "NaN";
                text.parse().ok().filter(is_one).map(|x| cells.append_value(x))
            }
            (Built::F64(cells), _) => {
                let is_one = |x: &f64| x.is_finite() || text.ends_with("inf") || text == "NaN";
                text.parse().ok().filter(is_one).map(|x| cells.append_value(x))
            }
            (Built::Text(cells), Kind::Wide(int)) => {
                let is_one = match int.signed {
                    true => number::<i128>(text).is_some(),
                    false => number::<u128>(text).is_some(),
                };
                is_one.then(|| cells.append_value(text))
            }
            (Built::Text(cells), Kind::Text { max }) => {
                fits(max, text.len()).then(|| cells.append_value(text))
            }
            (Built::Text(cells), Kind::Decimal(data_type)) => {
                is_decimal(text, data_type).then(|| cells.append_value(text))
            }
            (Built::Bytes(cells), Kind::Bytes { max }) => {
                let bytes = unhex(text).filter(|bytes| fits(max, bytes.len()));
                bytes.map(|bytes| cells.append_value(bytes))
            }
            (Built::Values { natural, values }, Kind::Value(ty)) => {
                let some = |value| match nullable {
                    true => Value::Option(Some(Box::new(value))),
                    false => value,
                };
                let json = || natural.read(text).ok();
                let value = match (value(ty, text), &**ty) {
                    (Some(value), _) => value.map(some),
                    // Values of several kinds are JSON, unless they are none.
                    (None, Type::Enum(e)) if e.variants.iter().any(|v| v.name.is_empty()) => {
                        json().or_else(|| named(natural, text))
                    }
                    (None, Type::Enum(_)) => named(natural, text).or_else(json),
                    _ => json(),
                };
                // Bounds, and elements that are there twice.
                let value = value.filter(|value| encode(whole, value).is_ok());
                value.map(|value| values.push(value))
            }
            _ => None,
        };
        pushed.is_some()
    }

    /// The array of what has come.
    pub fn finish(&mut self) -> Result<ArrayRef, String> {
        let array: ArrayRef = match &mut self.built {
            Built::Bool(cells) => Arc::new(cells.finish()),
            Built::Signed(cells) => Arc::new(cells.finish()),
            Built::Unsigned(cells) => Arc::new(cells.finish()),
            Built::F32(cells) => Arc::new(cells.finish()),
            Built::F64(cells) => Arc::new(cells.finish()),
            Built::Text(cells) => Arc::new(cells.finish()),
            Built::Bytes(cells) => Arc::new(cells.finish()),
            Built::Values { values, .. } => array_of(&self.ty, &std::mem::take(values))?,
        };
        if *array.data_type() == self.data_type {
            return Ok(array);
        }
        // All have been held against the type; dates and times of 32 bits are numbers of 32 first.
        let array = match &self.data_type {
            DataType::Date32 | DataType::Time32(_) => cast(&array, &DataType::Int32),
            _ => Ok(array),
        };
        array.and_then(|array| cast(&array, &self.data_type)).map_err(|error| error.to_string())
    }
}

/// The column that values of a type become.
fn array_of(ty: &Type, values: &[Value]) -> Result<ArrayRef, String> {
    let fields = vec![Field { name: "0".to_owned(), ty: ty.clone(), default: None }];
    let record = Type::Struct(Struct { name: String::new(), fields, extensible: false });
    let list = encode_list(ty, values).map_err(|error| error.to_string())?;
    let decoder = Decoder::new(&record).map_err(|error| error.to_string())?;
    let limits = onesheet::Limits::default().max_alloc(1 << 30);
    let batch = decoder.decode(&list, values.len(), &limits).map_err(|error| error.to_string())?;
    Ok(Arc::clone(batch.column(0)))
}

/// The value of a cell of a type that is not JSON here: none if it is none of it.
fn value(ty: &Type, text: &str) -> Option<Option<Value>> {
    Some(match ty {
        Type::Char => {
            let mut chars = text.chars();
            chars.next().filter(|_| chars.next().is_none()).map(Value::Char)
        }
        Type::Unit => (text == "true").then_some(Value::Unit),
        Type::Array(item, len) if **item == Type::Int(Int { signed: false, bits: 8 }) => {
            let bytes = unhex(text).filter(|bytes| bytes.len() as u64 == *len);
            let list = |bytes: Vec<u8>| bytes.into_iter().map(|byte| Value::Unsigned(byte.into()));
            bytes.map(|bytes| Value::List(list(bytes).collect()))
        }
        _ => return None,
    })
}

/// The value of a cell that is the name of a variant, or a text.
fn named(natural: &Natural, text: &str) -> Option<Value> {
    natural.read(&serde_json::Value::from(text).to_string()).ok()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| (c as char).to_digit(16).map(|d| d as u8);
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?)).collect()
}

/// A whole number as it is written, without a plus.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_one = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_one { text.parse().ok() } else { None }
}

/// The data type of a kind that was inferred.
pub fn data_type(kind: &Kind) -> DataType {
    match kind {
        Kind::Bool => DataType::Boolean,
        Kind::Unsigned(_) => DataType::UInt64,
        Kind::Signed(_) => DataType::Int64,
        Kind::F16 => DataType::Float16,
        Kind::F32 => DataType::Float32,
        Kind::F64 => DataType::Float64,
        Kind::Date => DataType::Date32,
        Kind::DateMillis => DataType::Date64,
        Kind::Time(unit @ (Unit::Second | Unit::Millisecond)) => DataType::Time32(unit_of(*unit)),
        Kind::Time(unit) => DataType::Time64(unit_of(*unit)),
        Kind::Timestamp(unit, zone) => DataType::Timestamp(unit_of(*unit), zone.map(zone_of)),
        Kind::Bytes { .. } => DataType::Binary,
        Kind::Decimal(data_type) => data_type.clone(),
        Kind::Text { .. } | Kind::Wide(_) | Kind::Value(_) => DataType::Utf8,
    }
}

fn unit_of(unit: Unit) -> TimeUnit {
    match unit {
        Unit::Second => TimeUnit::Second,
        Unit::Millisecond => TimeUnit::Millisecond,
        Unit::Microsecond => TimeUnit::Microsecond,
        Unit::Nanosecond => TimeUnit::Nanosecond,
    }
}

/// As other programs have it.
fn zone_of(zone: Zone) -> Arc<str> {
    match zone {
        Zone::Utc => "UTC".into(),
        zone => zone.to_string().into(),
    }
}
