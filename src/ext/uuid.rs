//! uuid: `Uuid` is array(u8, 16), its bytes in the order of RFC 9562.

use ::uuid::Uuid;

use crate::list::Indexed;
use crate::types::via::via;

via! {
    [] Uuid as [u8; 16] {
        kind: Refused,
        to: |uuid| *uuid.as_bytes(),
        from: |bytes| Some(Uuid::from_bytes(bytes))
    }
}

keys! { Uuid: |uuid: &Uuid| *uuid.as_bytes(); }

impl Indexed for Uuid {}
