//! Behind which records others go, and whether they fit.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Seek};
use std::path::Path;

use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Field, Fields, Schema};
use onesheet_arrow::{CAST_PREFIX, Decoder, casts, one_table, unique};
use onesheet_dynamic::Type;
use onesheet_file::{Outline, Section, begins_well};
use pyo3::prelude::*;

use crate::error::{self, FileProblem, problem, wrong};

/// A file that is to be appended to.
pub enum Old {
    /// It is not there.
    Nothing,
    /// It has no records.
    Empty,
    Section(Section<'static>),
}

impl Old {
    /// Looks at a file. One that is no file of records is an error.
    pub fn of(path: &Path) -> PyResult<Self> {
        let name = path.display().to_string();
        let failed = |error: io::Error| error::io(&name, &error);
        let mut file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Old::Nothing),
            file => file.map_err(failed)?,
        };
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(wrong(format!("cannot append to {name}: not a regular file")));
        }
        if !begins_well(&file).map_err(failed)? {
            return Err(FileProblem::new_err(format!(
                "cannot append to {name}: not a file of records"
            )));
        }
        file.rewind().map_err(failed)?;
        let mut sections = Outline::of(&mut file).map_err(failed)?.sections;
        Ok(sections.pop().map_or(Old::Empty, |last| Old::Section(last.section)))
    }

    /// The type of records that have these columns, or that is `given`; and to `about` the columns
    /// that are cast. What the file's records and these would not be one table of is an error.
    pub fn type_for(
        &self,
        name: &str,
        given: Option<Type>,
        columns: &Schema,
        about: &mut BTreeMap<String, String>,
    ) -> PyResult<Type> {
        let is_given = given.is_some();
        let own = match given {
            Some(given) => given,
            None => onesheet_arrow::type_of(columns).map_err(wrong)?,
        };
        let Old::Section(section) = self else { return Ok(own) };
        let ty: Type = section.schema().parse().map_err(|error| problem(name, error))?;
        let failed = |error| error::arrow(name, error);
        let there = Decoder::new(&ty).map_err(failed)?.cast(section.about());
        let casts = casts(&own, columns).map_err(failed)?;
        let casts = casts.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let new = Decoder::new(&own).map_err(failed)?.cast(casts);
        match is_given {
            true => one_table(&there, &new).map_err(|why| problem(name, apart(&why)))?,
            false => same_columns(name, there.schema(), new.schema(), columns)?,
        }
        for (key, value) in section.about().filter(|(key, _)| key.starts_with(CAST_PREFIX)) {
            about.entry(key.to_owned()).or_insert(value.to_owned());
        }
        Ok(if is_given { own } else { ty })
    }
}

/// What helps if records are no part of the file's table.
fn apart(why: &str) -> String {
    format!("{why}: write these records to another file")
}

/// Whether the columns have the names, order and data types of those in the file; `given` are the same before they
/// had a type of onesheet.
fn same_columns(name: &str, there: &Schema, new: &Schema, given: &Schema) -> PyResult<()> {
    same_names(name, there.fields(), new.fields())?;
    for ((old, new), given) in there.fields().iter().zip(new.fields()).zip(given.fields()) {
        let (column, there, new) = (old.name(), old.data_type(), new.data_type());
        if !(is_same(there, new) || is_same(there, given.data_type())) {
            let what = format!("column {column}: {new}, but the file has {there} there; cast it");
            return Err(problem(name, what));
        }
    }
    Ok(())
}

/// Whether the columns have the names of those in the file, in their order.
fn same_names(name: &str, there: &Fields, new: &Fields) -> PyResult<()> {
    let names =
        |fields: &Fields| fields.iter().map(|field| field.name().clone()).collect::<Vec<_>>();
    let (there, new) = (names(there), names(new));
    if there == new {
        return Ok(());
    }
    let lacks = |a: &[String], b: &[String]| a.iter().find(|name| !b.contains(name)).cloned();
    let what = match (lacks(&there, &new), lacks(&new, &there)) {
        (Some(column), _) => format!("column {column} is missing"),
        (None, Some(column)) => format!("there is no column {column}"),
        (None, None) => "the columns are in another order".to_owned(),
    };
    let (there, new) = (there.join(", "), new.join(", "));
    Err(problem(name, format!("{what}: the file has {there}, and what is appended {new}")))
}

/// Whether values of one type are such of the other, but for where there may be nulls.
fn is_same(a: &DataType, b: &DataType) -> bool {
    let same = |a: &Field, b: &Field| is_same(a.data_type(), b.data_type());
    match (a, b) {
        (DataType::List(a), DataType::List(b))
        | (DataType::LargeList(a), DataType::LargeList(b)) => same(a, b),
        (DataType::FixedSizeList(a, m), DataType::FixedSizeList(b, n)) => m == n && same(a, b),
        (DataType::Map(a, _), DataType::Map(b, _)) => same(a, b),
        (DataType::Struct(a), DataType::Struct(b)) => {
            let pairs = || a.iter().zip(b);
            a.len() == b.len() && pairs().all(|(a, b)| a.name() == b.name() && same(a, b))
        }
        _ => a == b,
    }
}

/// Refuses nulls where the type is no option; `before` rows come before those of the batch.
pub fn check_nulls(name: &str, fields: &Fields, batch: &RecordBatch, before: u64) -> PyResult<()> {
    let schema = batch.schema_ref();
    let names = unique(schema.fields().iter().map(|field| field.name().clone()));
    for (name_of, column) in names.iter().zip(batch.columns()) {
        let Some((_, field)) = fields.find(name_of) else { continue };
        let nulls = if field.is_nullable() { None } else { column.logical_nulls() };
        let first = nulls.and_then(|nulls| (0..nulls.len()).find(|row| nulls.is_null(*row)));
        if let Some(row) = first {
            let (row, column) = (before + row as u64, field.name());
            let what = format!("column {column}, row {row}: null, but the type is not an option");
            return Err(problem(name, what));
        }
    }
    Ok(())
}

/// Why records of the two types are not one table, if they are not.
#[pyfunction]
pub fn differ(old: &str, new: &str) -> PyResult<Option<String>> {
    let decoder = |text: &str| -> PyResult<Decoder> {
        let ty: Type = text.parse().map_err(wrong)?;
        Decoder::new(&ty).map_err(wrong)
    };
    Ok(one_table(&decoder(old)?, &decoder(new)?).err().map(|why| apart(&why)))
}

/// The type and the about of the last section of a file that is to be appended to, None for a file
/// that is not there, and an empty type for one without records.
#[pyfunction]
pub fn last_section(py: Python<'_>, path: std::path::PathBuf) -> PyResult<Option<Last>> {
    Ok(match py.detach(|| Old::of(&path))? {
        Old::Nothing => None,
        Old::Empty => Some((String::new(), BTreeMap::new())),
        Old::Section(section) => {
            let about = section.about().map(|(key, value)| (key.to_owned(), value.to_owned()));
            Some((section.schema().to_owned(), about.collect()))
        }
    })
}

type Last = (String, BTreeMap<String, String>);
