//! Columns of which the lists are read alone (F22, F23).

use std::io::Cursor;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use arrow_array::RecordBatch;
use onesheet::Limits;
use onesheet_arrow::{Batches, Decoder, Encoder, Error, Writer};
use onesheet_dynamic::random::Random;
use onesheet_dynamic::{Type, Value, encode_list};
use onesheet_file::{BlockWriter, FieldList, Options, Reader, Statistics, What};

/// A file of one block of records, with statistics.
fn file(decoder: &Decoder, batch: &RecordBatch, options: Options) -> Vec<u8> {
    let writer = Writer::new(Vec::new(), decoder.ty(), &batch.schema(), options).unwrap();
    let mut writer = writer.statistics(true);
    writer.write(batch).unwrap();
    writer.finish().unwrap()
}

/// Where the body of the block of records is, and the list of each field in the file.
fn fields(file: &[u8]) -> (Range<usize>, Vec<Range<usize>>) {
    let (mut reader, mut fields) = (Reader::new(file), Vec::new());
    while let Some(event) = reader.next_event().unwrap() {
        match event.what {
            What::Statistics(statistics) => fields = statistics.fields,
            What::Records(_) => {
                let start = event.at as usize + 36;
                let end = event.at as usize + event.bytes.len();
                let list = |field: &FieldList| {
                    let at = start + field.at as usize;
                    at..at + field.len as usize
                };
                return (start..end, fields.iter().map(list).collect());
            }
            _ => {}
        }
    }
    panic!("no records");
}

/// The lists between these places.
fn lists(list: &[u8], places: &[usize]) -> Vec<FieldList> {
    let list = |ends: &[usize]| {
        let bytes = &list[ends[0]..ends[1]];
        let (at, len) = (ends[0] as u32, bytes.len() as u32);
        FieldList { at, len, check: crc32c::crc32c(bytes) }
    };
    places.windows(2).map(list).collect()
}

fn read(file: &[u8], decoder: &Decoder) -> Result<Vec<RecordBatch>, String> {
    let reader = Reader::part(Cursor::new(file), 0..u64::MAX).unwrap();
    let batches = Batches::new(reader, decoder.clone());
    batches.map(|batch| batch.map_err(|error| error.to_string())).collect()
}

/// The batches, and what is reported of the rest.
fn read_lossy(file: &[u8], decoder: &Decoder) -> (Vec<RecordBatch>, Vec<String>) {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&reports);
    let reader = Reader::part(Cursor::new(file.to_vec()), 0..u64::MAX).unwrap();
    let report = move |_, error: &Error| all.lock().unwrap().push(error.to_string());
    let batches = Batches::new(reader, decoder.clone()).lossy(report).map(Result::unwrap);
    let batches = batches.collect();
    let reports = reports.lock().unwrap().clone();
    (batches, reports)
}

/// Some of the columns, but neither none nor all, if there are two.
fn some(random: &mut Random, columns: usize) -> Option<Vec<usize>> {
    let mut chosen: Vec<usize> = (0..columns).filter(|_| random.one_in(2)).collect();
    if random.one_in(3) {
        chosen.reverse();
    }
    (!chosen.is_empty() && chosen.len() < columns).then_some(chosen)
}

/// A record type of fields, and a list of values of it.
fn records(random: &mut Random) -> Option<(Type, Vec<u8>, usize)> {
    let depth = 2 + random.below(3);
    let ty = random.ty(depth);
    let n = 1 + random.below(20);
    let values: Option<Vec<Value>> = (0..n).map(|_| random.value(&ty)).collect();
    let list = encode_list(&ty, &values?).unwrap();
    Some((ty, list, n))
}

#[test]
fn of_random_types() {
    let mut random = Random::new(60);
    let mut alone = 0;
    while alone < 200 {
        let Some((ty, list, n)) = records(&mut random) else { continue };
        let decoder = Decoder::new(&ty).unwrap();
        let batch = decoder.decode(&list, n, &Limits::default()).unwrap();
        let Some(chosen) = some(&mut random, batch.num_columns()) else { continue };
        let (decoder, expected) =
            (decoder.project(&chosen).unwrap(), batch.project(&chosen).unwrap());
        let mut file = file(&decoder, &batch, Options::default());
        assert_eq!(read(&file, &decoder).unwrap(), std::slice::from_ref(&expected), "{ty}");
        // Whatever else there is in the body.
        let (body, fields) = fields(&file);
        if fields.is_empty() {
            continue;
        }
        assert_eq!(fields.len(), batch.num_columns(), "{ty}");
        assert_eq!((fields[0].start >= body.start, fields.last().unwrap().end), (true, body.end));
        let is_read = |at: &usize| chosen.iter().any(|field| fields[*field].contains(at));
        body.filter(|at| !is_read(at)).for_each(|at| file[at] ^= 0x55);
        assert_eq!(read(&file, &decoder).unwrap(), [expected], "{ty}");
        alone += 1;
    }
}

/// What is wrong in a list whose check is right is an error; what is taken is what a reader of the block takes.
#[test]
fn that_are_broken() {
    let mut random = Random::new(61);
    let (mut right, mut wrong) = (0, 0);
    while wrong < 100 {
        let Some((ty, mut list, n)) = records(&mut random) else { continue };
        let decoder = Decoder::new(&ty).unwrap();
        let batch = decoder.decode(&list, n, &Limits::default()).unwrap();
        let Some(chosen) = some(&mut random, batch.num_columns()) else { continue };
        let decoder = decoder.project(&chosen).unwrap();
        let (body, fields) = fields(&file(&decoder, &batch, Options::default()));
        let Some(field) = chosen.iter().find_map(|field| fields.get(*field)) else { continue };
        if field.is_empty() {
            continue;
        }
        let at = field.start - body.start + random.below(field.len());
        list[at] ^= 1 << random.below(8);

        let place = |field: &Range<usize>| field.start - body.start;
        let mut places: Vec<usize> = fields.iter().map(place).collect();
        places.push(list.len());
        let statistics = Statistics { fields: lists(&list, &places), ..Statistics::default() };
        let mut writer = BlockWriter::new(Vec::new(), &ty).unwrap();
        writer.write_list_with(&list, n as u32, &statistics).unwrap();
        let with = writer.finish().unwrap();
        let mut writer = BlockWriter::new(Vec::new(), &ty).unwrap();
        writer.write_list(&list, n as u32).unwrap();
        let without = writer.finish().unwrap();

        // More is wrong than where all is read: a list that does not end where its field does.
        match read(&with, &decoder) {
            Ok(found) => {
                assert_eq!(Ok(found), read(&without, &decoder), "{ty}");
                right += 1;
            }
            Err(_) => wrong += 1,
        }
    }
    assert!(right > 100, "{right}");
}

/// What is wrong is said as if the block were read.
#[test]
fn that_are_broken_are_the_same_error_at_the_same_place() {
    let (decoder, batch) = rows();
    let list = Encoder::new(decoder.ty()).unwrap().encode(&batch).unwrap();
    let whole = file(&decoder, &batch, Options::default());
    let (body, fields) = fields(&whole);
    let place = |field: &Range<usize>| field.start - body.start;
    let places: Vec<usize> = fields.iter().map(place).chain([list.len()]).collect();
    let text = list.windows(7).position(|bytes| bytes == b"text 50").unwrap();
    for (column, at, byte) in [(1, text, 0xff), (1, places[2] - 1, 0xff), (2, places[2] + 12, 0xff)]
    {
        let mut list = list.clone();
        list[at] = byte;
        let mut errors = Vec::new();
        for fields in [lists(&list, &places), Vec::new()] {
            let statistics = Statistics { fields, ..Statistics::default() };
            let mut writer = BlockWriter::new(Vec::new(), decoder.ty()).unwrap();
            writer.write_list_with(&list, 100, &statistics).unwrap();
            let file = writer.finish().unwrap();
            let error = read(&file, &decoder.project(&[column]).unwrap()).unwrap_err();
            errors.push(error.split("byte").last().unwrap().to_owned());
        }
        assert_eq!(errors[0], errors[1], "{errors:?}");
    }
}

fn rows() -> (Decoder, RecordBatch) {
    let ty: Type = "struct R{a: u16, text: str, c: option(u32)}".parse().unwrap();
    let rows: Vec<(u16, String, Option<u32>)> =
        (0..100).map(|n| (n, format!("text {n}"), Some(n.into()))).collect();
    let decoder = Decoder::new(&ty).unwrap();
    let list = onesheet::list::encode(&rows);
    let batch = decoder.decode(&list, rows.len(), &Limits::default()).unwrap();
    (decoder, batch)
}

#[test]
fn damage_is_seen_in_what_is_read() {
    let (decoder, batch) = rows();
    let whole = file(&decoder, &batch, Options { block_records: 10, ..Options::default() });
    let (_, fields) = fields(&whole);
    let mut damaged = whole.clone();
    damaged[fields[1].start + 3] ^= 1;
    let (batches, reports) = read_lossy(&damaged, &decoder.project(&[0, 2]).unwrap());
    assert_eq!((batches.len(), reports.len()), (10, 0));
    for columns in [&[1][..], &[0, 1, 2]] {
        let decoder = decoder.project(columns).unwrap();
        let (batches, reports) = read_lossy(&damaged, &decoder);
        assert_eq!(batches, &read(&whole, &decoder).unwrap()[1..]);
        assert_eq!(reports.len(), 2, "{reports:?}");
        assert!(reports[0].contains("checksum") && reports[1].contains("gap"), "{reports:?}");
        assert!(read(&damaged, &decoder).unwrap_err().contains("checksum"));
    }
}

/// Of compressed records, of those of another type, and of those that are one value, blocks are read whole.
#[test]
fn that_have_no_lists_of_their_own() {
    let (decoder, batch) = rows();
    let compressed = file(&decoder, &batch, Options { compression: Some(3), ..Options::default() });
    assert!(fields_of(&compressed).is_empty());
    // Of compressed texts, statistics would say nothing: there are none.
    let texts = Decoder::new(&"struct T{text: str}".parse().unwrap()).unwrap();
    let columns = batch.project(&[1]).unwrap();
    let texts = file(&texts, &columns, Options { compression: Some(3), ..Options::default() });
    assert!(!texts.windows(8).any(|bytes| bytes == b"\x89os1\r\n\x1a\x73"));
    let decoder = decoder.project(&[2]).unwrap();
    assert_eq!(read(&compressed, &decoder).unwrap(), [batch.project(&[2]).unwrap()]);

    let older = "extensible struct E{a: u16, b: str}".parse().unwrap();
    let older = Decoder::new(&older).unwrap();
    let columns = batch.project(&[0, 1]).unwrap();
    let columns = RecordBatch::try_new(Arc::clone(older.schema()), columns.columns().to_vec());
    let file = file(&older, &columns.unwrap(), Options::default());
    assert_eq!(fields_of(&file).len(), 2);
    let newer = "extensible struct E{a: u32, b: str, c: u8 default}".parse().unwrap();
    let newer = Decoder::new(&newer).unwrap().project(&[1, 2]).unwrap();
    let batches = read(&file, &newer).unwrap();
    assert_eq!(batches[0]["b"].as_ref(), batch["text"].as_ref());
    assert_eq!(batches[0]["c"].null_count(), 100);
}

fn fields_of(file: &[u8]) -> Vec<Range<usize>> {
    fields(file).1
}
