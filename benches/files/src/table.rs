//! Each format at the same lines: writing all, reading all, reading one field of all.

use bytes::Bytes;

use crate::data::Data;
use crate::formats::{self, Format};
use crate::measure::{Task, least};
use crate::report::{Report, amount, figure};
use crate::sums::Column;

pub fn rows(data: &Data<'_>, rounds: usize, report: &mut Report) {
    let formats = formats::all();
    let sums = data.sums();
    let column = Column { count: sums.count, size: sums.size };

    let mut files = vec![Vec::new(); formats.len()];
    let tasks = formats.iter().zip(&mut files).map(|(format, file)| {
        Task::new(format.name(), || {
            file.clear();
            format.write(data, file);
        })
    });
    let writes = least(rounds, tasks.collect());
    let files: Vec<_> = files.into_iter().map(Bytes::from).collect();
    let reading = |check: &dyn Fn(&dyn Format, &Bytes)| {
        let files = formats.iter().zip(&files);
        let tasks = files
            .map(|(format, file)| Task::new(format.name(), move || check(format.as_ref(), file)));
        least(rounds, tasks.collect())
    };
    let reads = reading(&|format, file| assert_eq!(format.read(file), sums));
    let columns = reading(&|format, file| assert_eq!(format.column(file), column));

    for other in ["Avro", "postcard"] {
        let seconds = |name| columns.iter().find(|(each, _)| *each == name).unwrap().1;
        let ratio = seconds(other) / seconds("onesheet");
        report.target(&format!("one field, onesheet ÷ {other}"), 2.0, ratio);
    }
    report.line("");
    report.line(&format!(
        "{} lines, {} bytes in lists of about 1 MiB.",
        amount(sums.count),
        amount(data.bytes as u64),
    ));
    let speed = |seconds: f64| figure(data.bytes as f64 / seconds / 1e6);
    let rows = formats.iter().zip(&files).zip(writes).zip(reads).zip(columns);
    let rows = rows.map(|((((format, file), (_, write)), (_, read)), (_, column))| {
        let mut row = vec![format.name().to_owned(), amount(file.len() as u64)];
        for seconds in [write, read, column] {
            row.extend([figure(seconds), speed(seconds)]);
        }
        row
    });
    let rows: Vec<_> = rows.collect();
    let heads = ["", "bytes", "write, s", "MB/s", "read, s", "MB/s", "one field, s", "MB/s"];
    report.table(&heads, &rows);
}
