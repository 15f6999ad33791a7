//! `inspect`: what each byte means, of a message or of a file of records.

mod damage;
mod file;
mod header;
mod message;

use crate::args::Inspect;
use crate::failure::Failure;

pub fn inspect(args: &Inspect) -> Result<(), Failure> {
    match &args.ty {
        Some(ty) => message::inspect(args, &ty.read()?),
        None => file::inspect(args),
    }
}
