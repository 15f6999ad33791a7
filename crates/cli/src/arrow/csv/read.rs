//! The rows of a text as batches.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{FieldRef, SchemaRef};
use onesheet_arrow::Decoder;
use onesheet_dynamic::{Enum, Struct, Type, Variant};

use super::column::{Cells, Column, Kind};
use super::infer::{header, no_text};
use super::records::Records;
use super::{Dialect, Table, shown, wrong};
use crate::failure::Failure;
use crate::text::Text;

/// Rows of a batch, and bytes of text of one, at most or about.
const ROWS: usize = 1 << 16;
const BYTES: u64 = 4 << 20;

/// The rows of a text, batch by batch.
pub struct Rows {
    text: Arc<Text>,
    records: Records,
    dialect: Dialect,
    schema: SchemaRef,
    /// The columns of the text, in its order, each with its place among those of the schema.
    columns: Vec<(String, Cells, usize)>,
    /// The columns that the text has not.
    missing: Vec<(Cells, usize)>,
    named: usize,
    done: bool,
}

impl Rows {
    /// The rows of a text, the columns of which are found by their names; what may be null may be missing.
    pub fn of(
        text: &Arc<Text>,
        table: &Table,
        dialect: &Dialect,
        schema: &SchemaRef,
        wanted: &[Column],
    ) -> Result<Self, Failure> {
        let name = &text.name;
        let names = onesheet_arrow::unique(schema.fields().iter().map(|f| f.name().clone()));
        let mut cells: Vec<Option<Cells>> = wanted
            .iter()
            .zip(schema.fields())
            .map(|(column, field)| Some(Cells::new(column, field.data_type().clone())))
            .collect();
        let places = onesheet_arrow::places(&names);
        let mut columns = Vec::new();
        for own in onesheet_arrow::unique(table.columns.iter().map(|column| column.name.clone())) {
            let place = places.get(own.as_str()).copied();
            let found = place.and_then(|place| Some((cells.get_mut(place)?.take()?, place)));
            let Some((cells, place)) = found else {
                let what = "not in the type of the records";
                return Err(Failure::found(format_args!("{name}: column {own}: {what}")));
            };
            columns.push((own, cells, place));
        }
        let mut missing = Vec::new();
        for (place, cells) in cells.into_iter().enumerate() {
            let Some(cells) = cells else { continue };
            if !cells.is_nullable() {
                let column = &names[place];
                return Err(Failure::found(format_args!("{name}: column {column}: missing")));
            }
            missing.push((cells, place));
        }
        let mut records = Records::open(text, table.delimiter)?;
        let named = header(text, &mut records)?.len();
        let (text, dialect, schema) = (Arc::clone(text), dialect.clone(), Arc::clone(schema));
        Ok(Rows { text, records, dialect, schema, columns, missing, named, done: false })
    }

    /// The columns of records of a type.
    pub fn columns_of(decoder: &Decoder) -> Result<Vec<Column>, &'static str> {
        let types = columns_of(decoder.ty());
        if types.len() != decoder.schema().fields().len() {
            return Err("CSV cannot have records of this type");
        }
        let column = |(ty, field): (Type, &FieldRef)| {
            let logical = crate::arrow::logical_of(field.data_type());
            let inner = match &ty {
                Type::Option(inner) => inner,
                ty => ty,
            };
            Column { kind: Kind::of(inner, logical.as_ref(), field.data_type()), ty, logical }
        };
        Ok(types.into_iter().zip(decoder.schema().fields()).map(column).collect())
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>, Failure> {
        let mut rows = 0;
        let start = self.records.position;
        while rows < ROWS && self.records.position - start < BYTES {
            if !self.records.next()? {
                self.done = true;
                break;
            }
            if self.records.is_blank() && self.named > 1 {
                continue;
            }
            self.row()?;
            rows += 1;
        }
        if rows == 0 {
            return Ok(None);
        }
        let failed = |column: &str, why: String| {
            Failure::found(format_args!("{}: column {column}: {why}", self.text.name))
        };
        let mut arrays = vec![None; self.schema.fields().len()];
        for (name, cells, place) in &mut self.columns {
            arrays[*place] = Some(cells.finish().map_err(|why| failed(name, why))?);
        }
        for (cells, place) in &mut self.missing {
            for _ in 0..rows {
                cells.null();
            }
            arrays[*place] = Some(cells.finish().map_err(|why| failed("", why))?);
        }
        let arrays = arrays.into_iter().flatten().collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), arrays);
        batch.map(Some).map_err(|error| failed("", error.to_string()))
    }

    fn row(&mut self) -> Result<(), Failure> {
        let line = self.records.line;
        if self.records.len() > self.columns.len() {
            let (n, len) = (self.columns.len(), self.records.len());
            let what = format!("{}: line {line}: expected {n} values, found {len}", self.text.name);
            return Err(Failure::found(what));
        }
        for (i, (name, cells, _)) in self.columns.iter_mut().enumerate() {
            let (cell, quoted) = self.records.cell(i);
            let is_text = matches!(cells.kind(), Kind::Text { .. } | Kind::Bytes { .. });
            if self.dialect.is_null(&cell, quoted) || (cell.is_empty() && !is_text) {
                if !cells.null() {
                    let what = format!("expected {}, found nothing", cells.kind().expected());
                    return Err(wrong(&self.text.name, line, name, what));
                }
                continue;
            }
            let Ok(text) = std::str::from_utf8(&cell) else {
                return Err(no_text(&self.text.name, line, name, &cell));
            };
            if !cells.push(text) {
                let (found, expected) = (shown(&cell), cells.kind().expected());
                let what = format!("expected {expected}, found {found}");
                return Err(wrong(&self.text.name, line, name, what));
            }
        }
        Ok(())
    }
}

impl Iterator for Rows {
    type Item = Result<RecordBatch, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let batch = self.batch().transpose();
        self.done |= matches!(batch, Some(Err(_)) | None);
        batch
    }
}

/// The types of the columns of records; of an enum with fields they are the names of its variants, and
/// each variant that has fields.
pub fn columns_of(ty: &Type) -> Vec<Type> {
    match ty {
        Type::Result(ok, err) => columns_of(&Type::Enum(Type::result_enum(ok, err))),
        Type::Enum(e) if e.variants.iter().any(|variant| !variant.fields.is_empty()) => {
            let mut names = e.clone();
            names.variants.iter_mut().for_each(|variant| variant.fields.clear());
            let with_fields = e.variants.iter().filter(|variant| !variant.fields.is_empty());
            let contents = with_fields.map(|variant| Type::Option(Box::new(content(e, variant))));
            [Type::Enum(names)].into_iter().chain(contents).collect()
        }
        Type::Struct(s) if !s.fields.is_empty() => s.fields.iter().map(|f| f.ty.clone()).collect(),
        Type::Tuple(parts) if !parts.is_empty() => parts.clone(),
        ty => vec![ty.clone()],
    }
}

/// What a variant holds, as a type of its own.
pub fn content(e: &Enum, variant: &Variant) -> Type {
    match variant.fields.as_slice() {
        [only] if only.name == "0" => only.ty.clone(),
        fields => {
            let (fields, name) = (fields.to_vec(), String::new());
            Type::Struct(Struct { name, fields, extensible: e.extensible })
        }
    }
}
