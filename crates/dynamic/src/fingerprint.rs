//! The wire form of a type and its hash, as `spec/SCHEMA.md` defines them.

use std::fmt::Write;

use crate::scope::Scope;
use crate::{Enum, Field, Struct, Type};

impl Type {
    /// Identifies what the wire sees: names, bounds, defaults and catch-all variants are left out.
    ///
    /// The same number as `onesheet::Schema::fingerprint` for the same type.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fnv1a(self.wire_form().as_bytes())
    }

    /// The text that [`fingerprint`](Self::fingerprint) is a hash of.
    #[must_use]
    pub fn wire_form(&self) -> String {
        let mut out = String::new();
        wire(self, Scope::ROOT, &mut out);
        out
    }
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn wire(ty: &Type, scope: Scope<'_>, out: &mut String) {
    match ty {
        Type::Str { .. } => out.push_str("str"),
        Type::Bytes { .. } => out.push_str("seq(u8)"),
        Type::Option(item) => wire_list("option", [&**item], scope, out),
        Type::Seq { item, .. } => wire_list("seq", [&**item], scope, out),
        Type::Set { item, .. } => wire_list("set", [&**item], scope, out),
        Type::Map { key, value, .. } => wire_list("map", [&**key, &**value], scope, out),
        Type::Array(item, len) => {
            out.push_str("array(");
            wire(item, scope, out);
            _ = write!(out, ",{len})");
        }
        Type::Tuple(parts) => wire_tuple(parts.iter(), scope, out),
        Type::Struct(Struct { fields, extensible: false, .. }) => {
            wire_tuple(types(fields), scope, out);
        }
        Type::Struct(Struct { fields, .. }) => {
            wire_list("extensible struct", types(fields), scope, out);
        }
        Type::Result(ok, err) => wire(&Type::Enum(Type::result_enum(ok, err)), scope, out),
        Type::Enum(Enum { variants, extensible, .. }) => {
            out.push_str(if *extensible { "extensible enum{" } else { "enum{" });
            for (i, variant) in variants.iter().enumerate() {
                _ = write!(out, "{}{}", if i == 0 { "" } else { "," }, variant.tag);
                wire_list("", types(&variant.fields), scope, out);
            }
            out.push('}');
        }
        Type::Rows { name, row } => {
            wire_list("rows", [&**row], scope.around(name, row).inside(), out);
        }
        Type::Ref(name) => _ = write!(out, "^{}", scope.distance(name)),
        _ => out.push_str(&ty.summary()),
    }
}

fn types(fields: &[Field]) -> impl ExactSizeIterator<Item = &Type> {
    fields.iter().map(|field| &field.ty)
}

fn wire_tuple<'t>(
    parts: impl ExactSizeIterator<Item = &'t Type>,
    scope: Scope<'_>,
    out: &mut String,
) {
    match parts.len() {
        0 => out.push_str("unit"),
        1 => parts.for_each(|part| wire(part, scope, out)),
        _ => wire_list("tuple", parts, scope, out),
    }
}

fn wire_list<'t>(
    name: &str,
    parts: impl IntoIterator<Item = &'t Type>,
    scope: Scope<'_>,
    out: &mut String,
) {
    out.push_str(name);
    out.push('(');
    for (i, part) in parts.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        wire(part, scope, out);
    }
    out.push(')');
}
