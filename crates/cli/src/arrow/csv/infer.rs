//! Which columns a text has, and of which types: those that all of its values allow.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_schema::{Field as ArrowField, Schema, SchemaRef};
use onesheet_dynamic::time::{Stamp, Unit, Zone};
use onesheet_dynamic::{Field, Int, Struct, Type};

use super::column::{Column, Kind, data_type};
use super::numbers::{Class, classify};
use super::records::{Records, delimiter_of};
use super::{Dialect, shown, wrong};
use crate::failure::Failure;
use crate::text::Text;

/// The columns of a text.
pub struct Table {
    pub delimiter: u8,
    pub columns: Vec<Seen>,
    pub rows: u64,
    /// What is to be said of values that are texts for want of a better type, and of lines that are too
    /// long or too short.
    pub words: Vec<String>,
}

/// What the values of a column have been.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub name: String,
    /// Whether its name is in quotes, and of the values that look like something else than texts, some
    /// are, and some are not.
    quoted_name: bool,
    quoted: bool,
    bare: bool,
    has_null: bool,
    /// Whether there is an empty text, which in a column of others is nothing.
    has_empty: bool,
    values: u64,
    /// How many of them are numbers, or dates or times.
    numbers: u64,
    times: u64,
    /// What they are, each with the first that is one.
    first: [Option<Spot>; KINDS],
    /// Of the whole numbers.
    min: i128,
    max: i128,
    /// The first that a float does not have.
    wide: Option<Spot>,
    digits: u32,
    zone: Option<Zone>,
    /// The first timestamp with another zone than the one before.
    other_zone: Option<Spot>,
    earliest: Option<Stamp>,
    latest: Option<Stamp>,
}

/// A value and where it is.
#[derive(Clone, Debug)]
struct Spot {
    line: u64,
    value: String,
}

const KINDS: usize = 8;
const BOOL: usize = 0;
const INTEGER: usize = 1;
const FLOAT: usize = 2;
const INEXACT: usize = 3;
const DATE: usize = 4;
const TIME: usize = 5;
const TIMESTAMP: usize = 6;
const TEXT: usize = 7;

impl Table {
    /// Reads all of a text. A type that is given names the columns, and is not inferred.
    pub fn of(text: &Arc<Text>, dialect: &Dialect, infers: bool) -> Result<Self, Failure> {
        let delimiter = match dialect.delimiter {
            Some(delimiter) => delimiter,
            None => delimiter_of(text)?,
        };
        let mut records = Records::open(text, delimiter)?;
        let columns = header(text, &mut records)?;
        let mut table = Table { delimiter, columns, rows: 0, words: Vec::new() };
        let named = table.columns.len();
        if !infers {
            return Ok(table);
        }
        let (mut short, mut long) = (Ragged::default(), Ragged::default());
        while records.next()? {
            // Of one column, it is a row with nothing in it.
            if records.is_blank() && named > 1 {
                continue;
            }
            let (line, len) = (records.line, records.len());
            if len < named {
                short.add(line, len);
            }
            if len > named {
                long.add(line, len);
            }
            while table.columns.len() < len {
                let name = format!("column_{}", table.columns.len() + 1);
                table.columns.push(Seen { name, has_null: table.rows > 0, ..Seen::default() });
            }
            table.rows += 1;
            for (i, column) in table.columns.iter_mut().enumerate() {
                let (cell, quoted) = records.cell(i);
                if dialect.is_null(&cell, quoted) {
                    column.has_null = true;
                    continue;
                }
                if cell.is_empty() {
                    column.has_empty = true;
                    continue;
                }
                let Ok(cell) = std::str::from_utf8(&cell) else {
                    return Err(no_text(&text.name, line, &column.name, &cell));
                };
                column.see(cell, quoted, line);
            }
        }
        let rows = |n: u64| if n == 1 { "line has" } else { "lines have" };
        if let Some((line, len)) = short.first {
            let (n, rows) = (short.lines, rows(short.lines));
            table.words.push(format!(
                "line {line}: expected {named} values, found {len}; {n} {rows} fewer, and what is missing is null"
            ));
        }
        if let Some((line, len)) = long.first {
            let (n, rows) = (long.lines, rows(long.lines));
            table.words.push(format!(
                "line {line}: expected {named} values, found {len}; {n} {rows} more, which go to columns of their own"
            ));
        }
        table.words.extend(table.columns.iter().filter_map(Seen::word));
        Ok(table)
    }

    /// The columns of all, by their names.
    pub fn merged(tables: &[Table]) -> Self {
        let rows = tables.iter().map(|table| table.rows).sum();
        let mut columns: Vec<(Seen, usize)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for table in tables {
            let names = onesheet_arrow::unique(table.columns.iter().map(|c| c.name.clone()));
            for (own, column) in names.into_iter().zip(&table.columns) {
                let place = *places.entry(own).or_insert(columns.len());
                match columns.get_mut(place) {
                    Some((seen, tables)) => {
                        seen.merge(column);
                        *tables += 1;
                    }
                    None => columns.push((column.clone(), 1)),
                }
            }
        }
        let columns: Vec<Seen> = columns
            .into_iter()
            .map(|(mut seen, with)| {
                seen.has_null |= with < tables.len();
                seen
            })
            .collect();
        let words = columns.iter().filter_map(Seen::word).collect();
        Table { delimiter: b',', columns, rows, words }
    }

    pub fn schema(&self) -> SchemaRef {
        let field = |column: &Seen| {
            ArrowField::new(&column.name, data_type(&column.kind()), column.is_nullable())
        };
        Arc::new(Schema::new(self.columns.iter().map(field).collect::<Vec<_>>()))
    }

    pub fn columns(&self) -> Vec<Column> {
        let column = |column: &Seen| Column { kind: column.kind(), ty: column.ty(), logical: None };
        self.columns.iter().map(column).collect()
    }

    /// The type of the records.
    pub fn ty(&self) -> Type {
        let fields = self.columns.iter().map(|column| Field {
            name: column.name.clone(),
            ty: column.ty(),
            default: None,
        });
        Type::Struct(Struct { name: String::new(), fields: fields.collect(), extensible: false })
    }
}

/// Lines of another length than the header's.
#[derive(Default)]
struct Ragged {
    first: Option<(u64, usize)>,
    lines: u64,
}

impl Ragged {
    fn add(&mut self, line: u64, len: usize) {
        self.first.get_or_insert((line, len));
        self.lines += 1;
    }
}

/// The names of the columns, which are in the first line that is not empty.
pub fn header(text: &Arc<Text>, records: &mut Records) -> Result<Vec<Seen>, Failure> {
    loop {
        if !records.next()? {
            let name = &text.name;
            return Err(Failure::found(format_args!(
                "{name}: no header: the first line must have the names of the columns"
            )));
        }
        if !records.is_blank() {
            break;
        }
    }
    let column = |i: usize| {
        let (cell, quoted_name) = records.cell(i);
        let name = match std::str::from_utf8(&cell) {
            Ok("") => format!("column_{}", i + 1),
            Ok(name) => name.to_owned(),
            Err(_) => return Err(no_text(&text.name, records.line, &(i + 1).to_string(), &cell)),
        };
        Ok(Seen { name, quoted_name, ..Seen::default() })
    };
    (0..records.len()).map(column).collect()
}

pub fn no_text(name: &str, line: u64, column: &str, cell: &[u8]) -> Failure {
    let what = format!("{} is not UTF-8; give its --encoding", shown(cell));
    wrong(name, line, column, what)
}

impl Seen {
    fn see(&mut self, text: &str, quoted: bool, line: u64) {
        let class = classify(text);
        self.values += 1;
        let kind = match &class {
            Class::Bool(_) => BOOL,
            Class::Integer(x) => {
                if self.first[INTEGER].is_none() {
                    (self.min, self.max) = (*x, *x);
                }
                (self.min, self.max) = (self.min.min(*x), self.max.max(*x));
                if self.wide.is_none() && x.unsigned_abs() > 1 << 53 && *x as f64 as i128 != *x {
                    self.wide = Some(Spot { line, value: text.to_owned() });
                }
                INTEGER
            }
            Class::Float(_) => FLOAT,
            Class::Inexact => INEXACT,
            Class::Date(_) => DATE,
            Class::Time(time) => {
                self.digits = self.digits.max(time.digits);
                TIME
            }
            Class::Timestamp(stamp) => {
                self.digits = self.digits.max(stamp.digits);
                if self.first[TIMESTAMP].is_none() {
                    self.zone = stamp.zone;
                    (self.earliest, self.latest) = (Some(*stamp), Some(*stamp));
                }
                if self.zone != stamp.zone && self.other_zone.is_none() {
                    self.other_zone = Some(Spot { line, value: text.to_owned() });
                }
                self.earliest =
                    self.earliest.map(|s| if stamp.seconds < s.seconds { *stamp } else { s });
                self.latest =
                    self.latest.map(|s| if stamp.seconds > s.seconds { *stamp } else { s });
                TIMESTAMP
            }
            Class::Text => TEXT,
        };
        match kind {
            INTEGER | FLOAT | INEXACT => self.numbers += 1,
            DATE | TIME | TIMESTAMP => self.times += 1,
            _ => {}
        }
        if !matches!(kind, INEXACT | TEXT) {
            self.quoted |= quoted;
            self.bare |= !quoted;
        }
        if self.first[kind].is_none() {
            self.first[kind] = Some(Spot { line, value: text.to_owned() });
        }
    }

    fn merge(&mut self, other: &Seen) {
        self.quoted_name |= other.quoted_name;
        self.quoted |= other.quoted;
        self.bare |= other.bare;
        self.has_null |= other.has_null;
        self.has_empty |= other.has_empty;
        self.values += other.values;
        self.numbers += other.numbers;
        self.times += other.times;
        self.digits = self.digits.max(other.digits);
        if other.first[INTEGER].is_some() {
            let has = self.first[INTEGER].is_some();
            self.min = if has { self.min.min(other.min) } else { other.min };
            self.max = if has { self.max.max(other.max) } else { other.max };
        }
        if other.first[TIMESTAMP].is_some() {
            if self.first[TIMESTAMP].is_none() {
                self.zone = other.zone;
            } else if self.zone != other.zone && self.other_zone.is_none() {
                self.other_zone.clone_from(&other.first[TIMESTAMP]);
            }
        }
        let earlier = |a: Stamp, b: Stamp| if b.seconds < a.seconds { b } else { a };
        let later = |a: Stamp, b: Stamp| if b.seconds > a.seconds { b } else { a };
        let pick = |a: Option<Stamp>, b: Option<Stamp>, f: fn(Stamp, Stamp) -> Stamp| match (a, b) {
            (Some(a), Some(b)) => Some(f(a, b)),
            (a, b) => a.or(b),
        };
        self.earliest = pick(self.earliest, other.earliest, earlier);
        self.latest = pick(self.latest, other.latest, later);
        let or = |own: &mut Option<Spot>, other: &Option<Spot>| {
            if own.is_none() {
                own.clone_from(other);
            }
        };
        or(&mut self.wide, &other.wide);
        or(&mut self.other_zone, &other.other_zone);
        for (own, other) in self.first.iter_mut().zip(&other.first) {
            or(own, other);
        }
    }

    fn is_only(&self, kinds: &[usize]) -> bool {
        let has = |kind: usize| self.first[kind].is_some();
        (0..KINDS).all(|kind| !has(kind) || kinds.contains(&kind))
            && kinds.iter().any(|kind| has(*kind))
    }

    fn unit(&self) -> Unit {
        Unit::of_digits(self.digits)
    }

    /// Whether quotes say that the values are texts, whatever they look like: in a file that does not
    /// have everything in quotes, the names too.
    fn is_text_by_quotes(&self) -> bool {
        !self.quoted_name && self.quoted && !self.bare
    }

    /// What the values are.
    pub fn kind(&self) -> Kind {
        let has_unit = |stamp: &Option<Stamp>| stamp.is_none_or(|s| s.count(self.unit()).is_some());
        if self.is_text_by_quotes() {
            Kind::Text { max: None }
        } else if self.is_only(&[BOOL]) {
            Kind::Bool
        } else if self.is_only(&[INTEGER]) {
            let (min, max) = (self.min, self.max);
            if min >= i64::MIN.into() && max <= i64::MAX.into() {
                Kind::Signed(Int { signed: true, bits: 64 })
            } else if min >= 0 && max <= u64::MAX.into() {
                Kind::Unsigned(Int { signed: false, bits: 64 })
            } else {
                Kind::Wide(Int { signed: true, bits: 128 })
            }
        } else if self.is_only(&[INTEGER, FLOAT]) && self.wide.is_none() {
            Kind::F64
        } else if self.is_only(&[DATE]) {
            Kind::Date
        } else if self.is_only(&[TIME]) {
            Kind::Time(self.unit())
        } else if self.is_only(&[TIMESTAMP])
            && self.other_zone.is_none()
            && has_unit(&self.earliest)
            && has_unit(&self.latest)
        {
            Kind::Timestamp(self.unit(), self.zone)
        } else {
            Kind::Text { max: None }
        }
    }

    pub fn ty(&self) -> Type {
        let ty = self.kind().ty();
        if self.is_nullable() { Type::Option(Box::new(ty)) } else { ty }
    }

    pub fn is_nullable(&self) -> bool {
        let is_text = matches!(self.kind(), Kind::Text { .. });
        self.has_null || (self.has_empty && !is_text) || (self.values == 0 && !self.has_empty)
    }

    /// What is to be said of a column of texts of which most are something else.
    fn word(&self) -> Option<String> {
        let is_text = matches!(self.kind(), Kind::Text { .. }) && !self.is_text_by_quotes();
        if !is_text || self.values == 0 {
            return None;
        }
        let is_most = |n: u64| n * 10 >= self.values * 9;
        let first = |kinds: &[usize]| {
            let spots = kinds.iter().filter_map(|kind| self.first[*kind].as_ref());
            spots.min_by_key(|spot| spot.line)
        };
        let (spot, why) = if is_most(self.numbers) {
            if let Some(spot) = &self.first[INEXACT] {
                (spot, "as a number it would change")
            } else if let Some(spot) = first(&[BOOL, DATE, TIME, TIMESTAMP, TEXT]) {
                (spot, "not a number, unlike the others")
            } else {
                (self.wide.as_ref()?, "beside fractions, it would change as a number")
            }
        } else if is_most(self.times) {
            if let Some(spot) = first(&[BOOL, INTEGER, FLOAT, INEXACT, TEXT]) {
                (spot, "not a date or time, unlike the others")
            } else if let Some(spot) = &self.other_zone {
                (spot, "not in the time zone of those before")
            } else if self.is_only(&[TIMESTAMP]) {
                (first(&[TIMESTAMP])?, "too far from 1970 for so many digits of a second")
            } else {
                let mut spots: Vec<_> = [DATE, TIME, TIMESTAMP]
                    .iter()
                    .filter_map(|k| self.first[*k].as_ref())
                    .collect();
                spots.sort_by_key(|spot| spot.line);
                (*spots.get(1)?, "dates and times are mixed")
            }
        } else {
            return None;
        };
        let (name, line) = (&self.name, spot.line);
        let value = shown(spot.value.as_bytes());
        Some(format!("line {line}, column {name}: {value}: {why}; the column is text"))
    }
}
