//! Batches as a table for people, of a long one its start and its end.

use std::collections::VecDeque;
use std::io::Write;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, FieldRef};
use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Cell, CellAlignment};
use indicatif::HumanCount;
use onesheet_dynamic::{Type, Value};

use super::cells::{Cells, Part};
use crate::failure::shown;

/// Rows at the start that are shown, and at the end.
const ENDS: usize = 20;

type Row = Vec<String>;

/// Shows columns as a table.
pub struct Table<W> {
    out: W,
    parts: Vec<Option<Part>>,
    start: Vec<Row>,
    end: VecDeque<Row>,
    rows: u64,
}

impl<W: Write> Table<W> {
    /// As [`csv::Writer::new`](super::csv::Writer::new).
    pub fn new(out: W, ty: &Type, fields: &[(usize, FieldRef)]) -> Result<Self, ArrowError> {
        let parts = fields.iter().map(|(place, field)| Part::of(ty, *place, field));
        let parts = parts.collect::<Result<_, _>>()?;
        Ok(Table { out, parts, start: Vec::new(), end: VecDeque::new(), rows: 0 })
    }

    /// Whether the values of the records are needed, beside their columns.
    pub fn needs_values(&self) -> bool {
        self.parts.iter().any(Option::is_some)
    }

    /// Takes a batch; `values` are its records, if those are needed.
    pub fn write(&mut self, batch: &RecordBatch, values: &[Value]) -> Result<(), ArrowError> {
        let columns = batch.columns().iter().zip(&self.parts);
        let columns = columns
            .map(|(array, part)| Cells::of(array, part.as_ref()))
            .collect::<Result<Vec<_>, _>>()?;
        let text = |cells: &Cells<'_>, row: usize| -> Result<String, ArrowError> {
            let mut text = Vec::new();
            Ok(match cells.write(row, values.get(row), &mut text)? {
                true => shown(&String::from_utf8_lossy(&text)),
                false => "NULL".to_owned(),
            })
        };
        let row = |i| columns.iter().map(|cells| text(cells, i)).collect::<Result<Row, _>>();
        let rows = batch.num_rows();
        self.rows += rows as u64;
        let first = rows.min(ENDS - self.start.len());
        for i in 0..first {
            self.start.push(row(i)?);
        }
        for i in first.max(rows.saturating_sub(ENDS))..rows {
            self.end.push_back(row(i)?);
        }
        self.end.drain(..self.end.len().saturating_sub(ENDS));
        Ok(())
    }

    /// Writes the table.
    pub fn finish(mut self, fields: &[FieldRef]) -> Result<(), ArrowError> {
        let mut table = comfy_table::Table::new();
        table.load_preset(UTF8_FULL_CONDENSED);
        table.set_header(fields.iter().map(|field| shown(field.name())));
        let is_cut = self.rows > (self.start.len() + self.end.len()) as u64;
        let gap = is_cut.then(|| vec!["…".to_owned(); fields.len()]);
        for row in self.start.into_iter().chain(gap).chain(self.end) {
            let cells = row.into_iter().zip(fields).map(|(text, field)| {
                let is_number = field.data_type().is_numeric();
                let side = if is_number { CellAlignment::Right } else { CellAlignment::Left };
                Cell::new(text).set_alignment(side)
            });
            table.add_row(cells);
        }
        let mut text = format!("{table}\n");
        if is_cut || self.rows == 0 {
            text.push_str(&format!("{} rows", HumanCount(self.rows)));
            if is_cut {
                text.push_str(&format!(", of which {} are shown", 2 * ENDS));
            }
            text.push('\n');
        }
        self.out.write_all(text.as_bytes())?;
        Ok(self.out.flush()?)
    }
}
