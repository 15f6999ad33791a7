//! Blocks to record batches, beside the same blocks to owned values.

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt16Type, UInt64Type};
use onesheet::{Limits, Serialize};
use onesheet_arrow::Decoder;
use onesheet_file::{Block, Slice, What, Writer};

use crate::data::Data;
use crate::log::Log;
use crate::measure::{Task, least};
use crate::report::Report;
use crate::sums::Sums;

fn blocks(file: &[u8]) -> impl Iterator<Item = Block<'_>> {
    Slice::new(file).events().filter_map(|event| match event.what {
        What::Records(block) => Some(block),
        _ => None,
    })
}

/// Writes the table.
pub fn rows(data: &Data<'_>, rounds: usize, report: &mut Report) {
    let sums = data.sums();
    let of_codes = data.lines().map(|line| u64::from(line.code)).sum();
    let mut writer = Writer::new(Vec::with_capacity(data.bytes + data.bytes / 16)).unwrap();
    data.lists().for_each(|list| writer.write_block(list).unwrap());
    let file = writer.finish().unwrap();
    let limits = Limits::default();

    let all = Decoder::new(&Log::SCHEMA.to_string().parse().unwrap()).unwrap();
    let place = |name| all.schema().index_of(name).unwrap();
    let [size, code] = [place("size"), place("code")];
    let one = |column: usize, sum: &dyn Fn(&dyn arrow_array::Array) -> u64, expected: u64| {
        let decoder = all.project(&[column]).unwrap();
        let mut found = 0u64;
        for block in blocks(&file) {
            let list = block.list(&limits).unwrap();
            let batch = decoder.decode(&list, block.count() as usize, &limits).unwrap();
            found = found.wrapping_add(sum(batch.column(0)));
        }
        assert_eq!(found, expected);
    };
    let sizes = |array: &dyn arrow_array::Array| {
        array.as_primitive::<UInt64Type>().values().iter().fold(0u64, |sum, x| sum.wrapping_add(*x))
    };
    let codes = |array: &dyn arrow_array::Array| {
        array.as_primitive::<UInt16Type>().values().iter().map(|x| u64::from(*x)).sum()
    };
    let tasks = vec![
        Task::new("`Block::decode` to structs", || {
            let mut found = Sums::default();
            for block in blocks(&file) {
                block.decode::<Log>(&limits).unwrap().iter().for_each(|line| found.add(line));
            }
            assert_eq!(found, sums);
        }),
        Task::new("`Decoder::decode`, all columns", || {
            let mut found = 0;
            for block in blocks(&file) {
                let list = block.list(&limits).unwrap();
                let batch = all.decode(&list, block.count() as usize, &limits).unwrap();
                found += batch.num_rows() as u64;
            }
            assert_eq!(found, sums.count);
        }),
        Task::new("`Decoder::project`, `size`", || one(size, &sizes, sums.size)),
        Task::new("`Decoder::project`, `code`", || one(code, &codes, of_codes)),
    ];
    let least = least(rounds, tasks);
    report.beside("record batches", data.bytes, None, &least);
    let [(_, structs), (_, batches), (_, size), (_, code)] = least[..] else { return };
    report.target("batches of all columns ÷ structs", 2.0, structs / batches);
    report.target("batches of `size` ÷ of all columns", 4.0, batches / size);
    report.target("batches of `code` ÷ of all columns", 4.0, batches / code);
}
