//! The wire form of a type and its hash, as `spec/SCHEMA.md` defines them.

use crate::scope::Scope;
use crate::{Enum, Field, Struct, Type};

impl Type {
    /// Identifies what the wire sees: names, bounds, defaults and catch-all variants are left out.
    ///
    /// The same number as `onesheet::Schema::fingerprint` for the same type.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fnv1a(wire(self, Scope::ROOT).as_bytes())
    }

    /// The text that [`fingerprint`](Self::fingerprint) is a hash of.
    #[must_use]
    pub fn wire_form(&self) -> String {
        wire(self, Scope::ROOT)
    }
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn wire(ty: &Type, scope: Scope<'_>) -> String {
    let of = |name: &str, parts: &[&Type]| format!("{name}{}", wire_list(parts, scope));
    match ty {
        Type::Str { .. } => "str".to_owned(),
        Type::Bytes { .. } => "seq(u8)".to_owned(),
        Type::Option(item) => of("option", &[item]),
        Type::Seq { item, .. } => of("seq", &[item]),
        Type::Set { item, .. } => of("set", &[item]),
        Type::Map { key, value, .. } => of("map", &[key, value]),
        Type::Array(item, len) => format!("array({},{len})", wire(item, scope)),
        Type::Tuple(parts) => wire_tuple(&parts.iter().collect::<Vec<_>>(), scope),
        Type::Struct(Struct { fields, extensible: false, .. }) => wire_tuple(&types(fields), scope),
        Type::Struct(Struct { fields, .. }) => of("extensible struct", &types(fields)),
        Type::Result(ok, err) => wire(&Type::Enum(Type::result_enum(ok, err)), scope),
        Type::Enum(Enum { variants, extensible, .. }) => {
            let variants = variants.iter().map(|v| of(&v.tag.to_string(), &types(&v.fields)));
            let variants = variants.collect::<Vec<_>>().join(",");
            format!("{}enum{{{variants}}}", if *extensible { "extensible " } else { "" })
        }
        Type::Rows { name, row } => {
            format!("rows({})", wire(row, scope.around(name, row).inside()))
        }
        Type::Ref(name) => format!("^{}", scope.distance(name)),
        _ => ty.summary(),
    }
}

fn types(fields: &[Field]) -> Vec<&Type> {
    fields.iter().map(|field| &field.ty).collect()
}

fn wire_tuple(parts: &[&Type], scope: Scope<'_>) -> String {
    match parts {
        [] => "unit".to_owned(),
        [part] => wire(part, scope),
        _ => format!("tuple{}", wire_list(parts, scope)),
    }
}

fn wire_list(parts: &[&Type], scope: Scope<'_>) -> String {
    let parts: Vec<_> = parts.iter().map(|part| wire(part, scope)).collect();
    format!("({})", parts.join(","))
}
