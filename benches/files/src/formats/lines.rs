//! Lines as Arrow's columns.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::builder::{FixedSizeBinaryBuilder, StringBuilder, UInt16Builder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::{UInt16Type, UInt64Type};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use crate::log::{Address, Log};
use crate::sums::{Column, Sums};

/// The place of `size` among the columns.
pub const SIZE: usize = 6;

pub fn schema() -> SchemaRef {
    let field = |name: &str, ty| Field::new(name, ty, false);
    Arc::new(Schema::new(vec![
        field("address", DataType::FixedSizeBinary(4)),
        field("identity", DataType::Utf8),
        field("userid", DataType::Utf8),
        field("date", DataType::Utf8),
        field("request", DataType::Utf8),
        field("code", DataType::UInt16),
        field("size", DataType::UInt64),
    ]))
}

pub fn to_batch(lines: &[Log], schema: &SchemaRef) -> RecordBatch {
    let mut address = FixedSizeBinaryBuilder::with_capacity(lines.len(), 4);
    let [mut identity, mut userid, mut date, mut request] = [(); 4].map(|()| StringBuilder::new());
    let mut code = UInt16Builder::with_capacity(lines.len());
    let mut size = UInt64Builder::with_capacity(lines.len());
    for line in lines {
        let Address { x0, x1, x2, x3 } = line.address;
        address.append_value([x0, x1, x2, x3]).unwrap();
        identity.append_value(&line.identity);
        userid.append_value(&line.userid);
        date.append_value(&line.date);
        request.append_value(&line.request);
        code.append_value(line.code);
        size.append_value(line.size);
    }
    let columns = vec![
        Arc::new(address.finish()) as _,
        Arc::new(identity.finish()) as _,
        Arc::new(userid.finish()) as _,
        Arc::new(date.finish()) as _,
        Arc::new(request.finish()) as _,
        Arc::new(code.finish()) as _,
        Arc::new(size.finish()) as _,
    ];
    RecordBatch::try_new(schema.clone(), columns).unwrap()
}

/// Makes each line of a batch a value of its own.
pub fn add_lines(batch: &RecordBatch, sums: &mut Sums) {
    let address = batch.column(0).as_fixed_size_binary();
    let [identity, userid, date, request] =
        [1, 2, 3, 4].map(|n| batch.column(n).as_string::<i32>());
    let code = batch.column(5).as_primitive::<UInt16Type>();
    let size = batch.column(SIZE).as_primitive::<UInt64Type>();
    for n in 0..batch.num_rows() {
        let &[x0, x1, x2, x3] = address.value(n) else { panic!("no address") };
        sums.add(&Log {
            address: Address { x0, x1, x2, x3 },
            identity: identity.value(n).to_owned(),
            userid: userid.value(n).to_owned(),
            date: date.value(n).to_owned(),
            request: request.value(n).to_owned(),
            code: code.value(n),
            size: size.value(n),
        });
    }
}

/// Takes the one column of a batch.
pub fn add_size(batch: &RecordBatch, column: &mut Column) {
    for size in batch.column(0).as_primitive::<UInt64Type>().values() {
        column.add(*size);
    }
}
