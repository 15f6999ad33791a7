//! The arrays hold what the dynamic codec finds in the same bytes, and go back to these bytes.

use std::fs;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::DataType;
use onesheet::Limits;
use onesheet_arrow::{Decoder, Encoder, Error};
use onesheet_dynamic::mutants::mutants;
use onesheet_dynamic::random::Random;
use onesheet_dynamic::{
    self as dynamic, Field, Natural, Type, Value, decode_list, decode_traced, encode_list,
};
use serde_json::{Value as Json, json};

/// A cell of an array as JSON, by its data type alone: what is made of parts is a list of them.
fn cell(array: &dyn Array, i: usize) -> Json {
    if array.is_null(i) {
        return Json::Null;
    }
    let all = |array: ArrayRef| (0..array.len()).map(|i| cell(&array, i)).collect();
    match array.data_type() {
        DataType::Boolean => json!(array.as_boolean().value(i)),
        DataType::Utf8 => json!(array.as_string::<i32>().value(i)),
        DataType::Binary => json!(array.as_binary::<i32>().value(i)),
        DataType::FixedSizeBinary(_) => json!(array.as_fixed_size_binary().value(i)),
        DataType::Float32 => {
            json!(array.as_primitive::<arrow_array::types::Float32Type>().value(i).to_bits())
        }
        DataType::Float64 => {
            json!(array.as_primitive::<arrow_array::types::Float64Type>().value(i).to_bits())
        }
        DataType::Dictionary(..) => {
            let names = array.as_dictionary::<Int32Type>();
            json!(names.values().as_string::<i32>().value(names.keys().value(i) as usize))
        }
        DataType::List(_) => all(array.as_list::<i32>().value(i)),
        DataType::FixedSizeList(..) => all(array.as_fixed_size_list().value(i)),
        DataType::Map(..) => all(std::sync::Arc::new(array.as_map().value(i))),
        DataType::Struct(_) => {
            array.as_struct().columns().iter().map(|column| cell(column, i)).collect()
        }
        // Numbers, in decimals.
        _ => {
            let options = FormatOptions::default();
            json!(ArrayFormatter::try_new(array, &options).unwrap().value(i).to_string())
        }
    }
}

/// What the table of the documentation makes of a value, in the same form.
fn expected(value: &Value, ty: &Type) -> Json {
    let each =
        |values: &[Value], ty: &Type| values.iter().map(|value| expected(value, ty)).collect();
    match (value, ty) {
        (Value::Default, _) => Json::Null,
        (value, Type::Rows { .. }) => json!(Natural::new(ty).unwrap().to_string(value)),
        (Value::Unit, _) => json!(true),
        (Value::Bool(b), _) => json!(b),
        (Value::Char(c), _) => json!(c),
        (Value::Unsigned(x), _) => json!(x.to_string()),
        (Value::Signed(x), _) => json!(x.to_string()),
        (Value::F32(bits), _) => json!(bits),
        (Value::F64(bits), _) => json!(bits),
        (Value::Str(text), _) => json!(text),
        (Value::Bytes(bytes), _) => json!(bytes),
        (Value::List(bytes), Type::Seq { item, .. } | Type::Array(item, _))
            if item.to_string() == "u8" =>
        {
            let byte = |byte: &Value| match byte {
                Value::Unsigned(byte) => json!(byte),
                other => panic!("{other:?}"),
            };
            bytes.iter().map(byte).collect()
        }
        (Value::Option(None), _) => Json::Null,
        (Value::Option(Some(some)), Type::Option(item)) => match **item {
            Type::Option(_) => json!([expected(some, item)]),
            _ => expected(some, item),
        },
        (Value::List(values), Type::Tuple(parts)) => {
            let parts = parts.iter().cloned();
            let field = |ty| Field { name: String::new(), ty, default: None };
            fields(values, &parts.map(field).collect::<Vec<_>>())
        }
        (Value::List(values), Type::Struct(s)) => fields(values, &s.fields),
        (
            Value::List(values),
            Type::Array(item, _) | Type::Seq { item, .. } | Type::Set { item, .. },
        ) => each(values, item),
        (Value::Map(entries), Type::Map { key, value, .. }) => {
            entries.iter().map(|(k, v)| json!([expected(k, key), expected(v, value)])).collect()
        }
        (Value::Result(Ok(ok)), Type::Result(item, _)) => json!(["Ok", expected(ok, item), null]),
        (Value::Result(Err(err)), Type::Result(_, item)) => {
            json!(["Err", null, expected(err, item)])
        }
        (Value::Variant(tag, values), Type::Enum(e)) => {
            let name = |variant: &dynamic::Variant| {
                let same = e.variants.iter().filter(|other| other.name == variant.name).count();
                let clear = same == 1 && !["", "_"].contains(&variant.name.as_str());
                if clear { variant.name.clone() } else { variant.tag.to_string() }
            };
            let this = e.variants.iter().find(|variant| variant.tag == *tag).unwrap();
            let mut cells = vec![json!(name(this))];
            for variant in e.variants.iter().filter(|variant| !variant.fields.is_empty()) {
                cells.push(match variant.fields.as_slice() {
                    _ if variant.tag != *tag => Json::Null,
                    [field] if field.name == "0" => expected(&values[0], &field.ty),
                    all => fields(values, all),
                });
            }
            if cells.len() == 1 { cells.swap_remove(0) } else { json!(cells) }
        }
        (value, ty) => panic!("{value:?} of {ty}"),
    }
}

fn fields(values: &[Value], fields: &[Field]) -> Json {
    match fields {
        [] => json!(true),
        _ => values.iter().zip(fields).map(|(value, field)| expected(value, &field.ty)).collect(),
    }
}

/// A record as the cells of its row.
fn row(batch: &RecordBatch, i: usize) -> Json {
    let cells: Vec<_> = batch.columns().iter().map(|column| cell(column, i)).collect();
    match batch.schema().fields().as_ref() {
        [field] if field.name() == "value" => cells[0].clone(),
        _ => json!(cells),
    }
}

fn decode(ty: &Type, list: &[u8], n: usize) -> Result<RecordBatch, Error> {
    Decoder::new(ty).unwrap().decode(list, n, &Limits::default())
}

/// Arrays and the dynamic codec say the same of a list.
fn agree(ty: &Type, list: &[u8], n: usize) -> Result<RecordBatch, String> {
    let context = || format!("{ty}\n{n} in {list:02x?}");
    let limits = dynamic::Limits::default();
    let values = match decode_list(ty, n, list, &limits) {
        Ok((_, len)) if len < list.len() => Err("W23".to_owned()),
        Ok((values, _)) => Ok(values),
        Err(error) => Err(error.to_string()),
    };
    match (decode(ty, list, n), values) {
        (Ok(batch), Ok(values)) => {
            assert_eq!(batch.num_rows(), n, "{}", context());
            for (i, value) in values.iter().enumerate() {
                // A struct of one field `value` has that for its column.
                let (found, wanted) = (row(&batch, i), expected(value, ty));
                let same = found == wanted || json!([found]) == wanted;
                assert!(same, "{}\nrow {i}: {found}\n not {wanted}", context());
            }
            Ok(batch)
        }
        (Err(error), Err(_)) => Err(error.to_string()),
        (Ok(_), Err(error)) => panic!("{}\naccepted, but {error}", context()),
        (Err(error), Ok(_)) => panic!("{}\nrejected: {error}", context()),
    }
}

/// Each column alone is what it is among all.
fn columns_agree(ty: &Type, list: &[u8], batch: &RecordBatch) {
    let decoder = Decoder::new(ty).unwrap();
    for place in 0..batch.num_columns() {
        let one = decoder.project(&[place]).unwrap();
        let one = one.decode(list, batch.num_rows(), &Limits::default()).unwrap();
        assert_eq!(one.num_columns(), 1);
        assert_eq!(one.column(0), batch.column(place), "{ty}: column {place}");
    }
    let none = decoder.project(&[]).unwrap();
    let none = none.decode(list, batch.num_rows(), &Limits::default()).unwrap();
    assert_eq!((none.num_columns(), none.num_rows()), (0, batch.num_rows()));
}

fn knows_defaults(ty: &Type) -> bool {
    !ty.to_string().contains(" default")
}

#[test]
fn the_vectors() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let (mut accepted, mut rejected) = (0, 0);
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        // Those are of other pages.
        let other_page = ["files.jsonl", "frames.jsonl", "serde.jsonl"].contains(&name);
        if !name.ends_with(".jsonl") || other_page {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let case: Json = serde_json::from_str(line).unwrap();
            let ty = Type::from_json_value(&case["type"]).unwrap();
            let hex = case["hex"].as_str().unwrap();
            let list: Vec<u8> = (0..hex.len())
                .step_by(2)
                .map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap())
                .collect();
            if let Err(error) = Decoder::new(&ty) {
                assert_eq!(case["reject"], true);
                assert!(error.to_string().ends_with("elements is too long for Arrow"), "{error}");
                continue;
            }
            let batch = agree(&ty, &list, 1);
            assert_eq!(batch.is_err(), case["reject"] == true, "{name}: {}", case["name"]);
            let Ok(batch) = batch else {
                rejected += 1;
                continue;
            };
            accepted += 1;
            if case["decode_only"] != true {
                assert_eq!(
                    Encoder::new(&ty).unwrap().encode(&batch).unwrap(),
                    list,
                    "{name}: {ty}"
                );
            }
            columns_agree(&ty, &list, &batch);
        }
    }
    assert!(accepted > 300 && rejected > 100, "{accepted} {rejected}");
}

#[test]
fn random_types() {
    let mut random = Random::new(20);
    let mut lists = 0;
    while lists < 3_000 {
        let depth = 1 + random.below(4);
        let ty = random.ty(depth);
        let most = if random.one_in(8) { 300 } else { 20 };
        let n = 1 + random.below(most);
        let values: Option<Vec<Value>> = (0..n).map(|_| random.value(&ty)).collect();
        let Some(values) = values else { continue };
        lists += 1;
        let list = encode_list(&ty, &values).unwrap();
        let batch = agree(&ty, &list, n).unwrap();
        columns_agree(&ty, &list, &batch);
        let encoder = Encoder::new(&ty).unwrap();
        assert_eq!(encoder.encode(&batch).unwrap(), list, "{ty}");
        // A slice of the rows is the records there.
        let (start, end) = (random.below(n), n);
        let slice = encoder.encode(&batch.slice(start, end - start)).unwrap();
        assert_eq!(slice, encode_list(&ty, &values[start..end]).unwrap(), "{ty}");
        // What the schema says of the type is the type.
        if knows_defaults(&ty) {
            assert_eq!(
                onesheet_arrow::type_of(&batch.schema()).unwrap(),
                ty.to_string().parse().unwrap()
            );
        }
    }
}

#[test]
fn broken_messages() {
    let mut random = Random::new(21);
    let mut broken = 0;
    for _ in 0..1_000 {
        let depth = 1 + random.below(4);
        let ty = random.ty(depth);
        let Some(value) = random.value(&ty) else { continue };
        let message = dynamic::encode(&ty, &value).unwrap();
        let mut spans = Vec::new();
        let limits = dynamic::Limits::default();
        decode_traced(&ty, &message, &limits, &mut |span| spans.push(span)).unwrap();
        for mutant in mutants(&message, &spans, 30, &mut random) {
            broken += u32::from(agree(&ty, &mutant, 1).is_err());
        }
    }
    assert!(broken > 5_000, "{broken}");
}

#[test]
fn other_versions() {
    let mut random = Random::new(22);
    let mut read = 0;
    for _ in 0..2_000 {
        let depth = 1 + random.below(4);
        let ty = random.ty(depth);
        let version = random.evolve(&ty);
        let n = 1 + random.below(5);
        let values: Option<Vec<Value>> = (0..n).map(|_| random.value(&version)).collect();
        let Some(values) = values else { continue };
        let list = encode_list(&version, &values).unwrap();
        if version != ty && agree(&ty, &list, n).is_ok() {
            read += 1;
        }
        // Without the defaults, as a file has the schema.
        let text: Type = ty.to_string().parse().unwrap();
        let _ = agree(&text, &list, n);
    }
    assert!(read > 100, "{read}");
}
