//! Walks two types side by side.

use super::change::Readable::{self, Always, IfItFits, Never};
use super::change::{Change, RENAMED};
use crate::properties::takes_no_bytes;
use crate::scope::Scope;
use crate::{Enum, Field, Int, Type, Variant};

pub(super) fn compare(old: &Type, new: &Type) -> Vec<Change> {
    let mut comparison =
        Comparison { changes: Vec::new(), path: Vec::new(), within: Vec::new(), lone: true };
    comparison.types((old, Scope::ROOT), (new, Scope::ROOT));
    comparison.changes
}

/// A type and the rows types around it.
type Place<'a> = (&'a Type, Scope<'a>);

struct Comparison {
    changes: Vec<Change>,
    path: Vec<String>,
    /// The pairs of rows types that are being compared, by address.
    within: Vec<(*const Type, *const Type)>,
    /// Whether the values here always stand alone (n = 1, or none).
    lone: bool,
}

impl Comparison {
    fn change(
        &mut self,
        what: impl Into<String>,
        new_reads_old: Readable,
        old_reads_new: Readable,
    ) {
        let (path, what) = (self.path.concat(), what.into());
        self.changes.push(Change { path, what, new_reads_old, old_reads_new });
    }

    fn inside(&mut self, part: impl Into<String>, f: impl FnOnce(&mut Self)) {
        self.path.push(part.into());
        f(self);
        self.path.pop();
    }

    /// The elements of a list.
    fn elements(&mut self, part: &str, old: Place<'_>, new: Place<'_>) {
        let lone = std::mem::replace(&mut self.lone, false);
        self.inside(part, |c| c.types(old, new));
        self.lone = lone;
    }

    fn types(&mut self, old: Place<'_>, new: Place<'_>) {
        let ((old, old_scope), (new, new_scope)) = (old, new);
        if is_rows(old) || is_rows(new) {
            return self.rows((old, old_scope), (new, new_scope));
        }
        if let Some((old_fields, new_fields)) = product(old).zip(product(new)) {
            let both_wrap_nothing = wrapped(old).is_none() && wrapped(new).is_none();
            if old_fields.len() == new_fields.len() || both_wrap_nothing {
                return self.fields(&old_fields, old_scope, &new_fields, new_scope);
            }
        }
        if let Some(inner) = wrapped(old) {
            return self.types((inner, old_scope), (new, new_scope));
        }
        if let Some(inner) = wrapped(new) {
            return self.types((old, old_scope), (inner, new_scope));
        }
        self.leaves((old, old_scope), (new, new_scope));
    }

    fn leaves<'a>(&mut self, (old, old_scope): Place<'a>, (new, new_scope): Place<'a>) {
        let at = |old: &'a Type, new: &'a Type| ((old, old_scope), (new, new_scope));
        match (old, new) {
            (Type::Int(a), Type::Int(b)) if a == b => {}
            (Type::Int(a), Type::Int(b))
                if a.signed == b.signed && a.is_variable() && b.is_variable() =>
            {
                let wider = a.bits < b.bits;
                self.one_way(old, new, wider);
            }
            (Type::Char, Type::Int(Int { signed: false, bits: 32 | 64 })) => {
                self.one_way(old, new, true);
            }
            (Type::Int(Int { signed: false, bits: 32 | 64 }), Type::Char) => {
                self.one_way(old, new, false);
            }
            (Type::Str { max: a }, Type::Str { max: b }) => self.bounds(*a, *b),
            (Type::Str { max: a }, _) if bytes(new).is_some() => {
                self.one_way(old, new, true);
                self.bounds(*a, bytes(new).flatten());
            }
            (_, Type::Str { max: b }) if bytes(old).is_some() => {
                self.one_way(old, new, false);
                self.bounds(bytes(old).flatten(), *b);
            }
            _ if bytes(old).is_some() && bytes(new).is_some() => {
                self.bounds(bytes(old).flatten(), bytes(new).flatten());
            }
            (Type::Seq { item: a, max: am }, Type::Seq { item: b, max: bm })
            | (Type::Set { item: a, max: am }, Type::Set { item: b, max: bm }) => {
                let (a, b) = at(a, b);
                self.elements("[]", a, b);
                self.bounds(*am, *bm);
            }
            (Type::Set { item: a, max: am }, Type::Seq { item: b, max: bm }) => {
                self.one_way(old, new, true);
                let (a, b) = at(a, b);
                self.elements("[]", a, b);
                self.bounds(*am, *bm);
            }
            (Type::Seq { item: a, max: am }, Type::Set { item: b, max: bm }) => {
                self.one_way(old, new, false);
                let (a, b) = at(a, b);
                self.elements("[]", a, b);
                self.bounds(*am, *bm);
            }
            (
                Type::Map { key: a, value: av, max: am },
                Type::Map { key: b, value: bv, max: bm },
            ) => {
                let ((a, b), (av, bv)) = (at(a, b), at(av, bv));
                self.elements("[].key", a, b);
                self.elements("[].value", av, bv);
                self.bounds(*am, *bm);
            }
            (Type::Array(a, n), Type::Array(b, m)) if n == m => {
                let (a, b) = at(a, b);
                self.elements("[]", a, b);
            }
            (Type::Option(a), Type::Option(b)) => {
                let (a, b) = at(a, b);
                self.inside("?", |c| c.types(a, b));
            }
            (Type::Struct(a), Type::Struct(b)) if a.extensible && b.extensible => {
                self.extensible_fields(&a.fields, old_scope, &b.fields, new_scope);
            }
            (Type::Struct(a), Type::Struct(b)) if a.extensible != b.extensible => {
                self.change(extensible(b.extensible), Never, Never);
            }
            _ => match (as_enum(old), as_enum(new)) {
                (Some(a), Some(b)) => self.enums(&a, old_scope, &b, new_scope),
                _ if old == new => {}
                _ => self.change(changed(old, new), Never, Never),
            },
        }
    }

    /// A change that keeps the form of the bytes, where one type has all values of the other.
    fn one_way(&mut self, old: &Type, new: &Type, new_has_all: bool) {
        let (new_reads_old, old_reads_new) =
            if new_has_all { (Always, IfItFits) } else { (IfItFits, Always) };
        self.change(changed(old, new), new_reads_old, old_reads_new);
    }

    fn bounds(&mut self, old: Option<u64>, new: Option<u64>) {
        let most = |bound: Option<u64>| bound.unwrap_or(u64::MAX);
        let show = |bound: Option<u64>| bound.map_or("none".to_owned(), |max| max.to_string());
        let what = format!("bound changed from {} to {}", show(old), show(new));
        match most(old).cmp(&most(new)) {
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Less => self.change(what, Always, IfItFits),
            std::cmp::Ordering::Greater => self.change(what, IfItFits, Always),
        }
    }

    /// At least one of the two is a rows type. Of one value, enc(rows(T), v) is enc(T, v).
    fn rows(&mut self, (old, old_scope): Place<'_>, (new, new_scope): Place<'_>) {
        if is_rows(old) != is_rows(new) {
            let what = if is_rows(new) { "rows added" } else { "rows taken away" };
            let readable = if self.lone { Always } else { Never };
            self.change(what, readable, readable);
            if !self.lone {
                return;
            }
        }
        enter(old, old_scope, |old, old_scope| {
            enter(new, new_scope, |new, new_scope| {
                let pair = (std::ptr::from_ref(old), std::ptr::from_ref(new));
                if self.within.contains(&pair) {
                    return;
                }
                self.within.push(pair);
                let lone = std::mem::replace(&mut self.lone, true);
                self.types((old, old_scope), (new, new_scope));
                self.lone = lone;
                self.within.pop();
            });
        });
    }

    /// The fields of types that are not extensible.
    fn fields(
        &mut self,
        old: &[(String, &Type)],
        old_scope: Scope<'_>,
        new: &[(String, &Type)],
        new_scope: Scope<'_>,
    ) {
        let (old_names, new_names) = (names(old), names(new));
        for i in 0..old.len().max(new.len()) {
            match (old.get(i), new.get(i)) {
                (Some((name, a)), Some((_, b))) if self.same_place(&old_names, &new_names, i) => {
                    let places = ((*a, old_scope), (*b, new_scope));
                    self.inside(format!(".{name}"), |c| c.types(places.0, places.1));
                }
                (Some(_), Some(_)) => {}
                (Some((name, _)), None) if !new_names.contains(name) => {
                    let what = "field removed from a type that is not extensible";
                    self.inside(format!(".{name}"), |c| c.change(what, Never, Never));
                }
                (None, Some((name, _))) if !old_names.contains(name) => {
                    let what = "field added to a type that is not extensible";
                    self.inside(format!(".{name}"), |c| c.change(what, Never, Never));
                }
                _ => {}
            }
        }
    }

    fn extensible_fields(
        &mut self,
        old: &[Field],
        old_scope: Scope<'_>,
        new: &[Field],
        new_scope: Scope<'_>,
    ) {
        let field_names = |fields: &[Field]| -> Vec<String> {
            fields.iter().map(|field| field.name.clone()).collect()
        };
        let (old_names, new_names) = (field_names(old), field_names(new));
        for i in 0..old.len().max(new.len()) {
            match (old.get(i), new.get(i)) {
                (Some(a), Some(b)) if self.same_place(&old_names, &new_names, i) => {
                    self.inside(format!(".{}", a.name), |c| {
                        c.types((&a.ty, old_scope), (&b.ty, new_scope));
                        if a.default.is_some() && !may_lack(b, new_scope) {
                            let what =
                                "default taken away: messages without the field are rejected";
                            c.change(what, IfItFits, Always);
                        }
                    });
                }
                (Some(_), Some(_)) => {}
                (Some(a), None) if !new_names.contains(&a.name) => {
                    self.inside(format!(".{}", a.name), |c| match may_lack(a, old_scope) {
                        true => c.change("field removed at the end", Always, Always),
                        false => c.change("field without a default removed", Always, Never),
                    });
                }
                (None, Some(b)) if !old_names.contains(&b.name) => {
                    self.inside(format!(".{}", b.name), |c| match may_lack(b, new_scope) {
                        true => c.change("field added at the end", Always, Always),
                        false => c.change("field without a default added", Never, Always),
                    });
                }
                _ => {}
            }
        }
    }

    /// Whether the fields at place `i` are the same by their names, renamed perhaps.
    fn same_place(&mut self, old: &[String], new: &[String], i: usize) -> bool {
        let (a, b) = (&old[i], &new[i]);
        if a == b {
            return true;
        }
        let moved_to = new.iter().position(|name| name == a);
        let moved_from = old.iter().position(|name| name == b);
        match (moved_to, moved_from) {
            (None, None) => {
                self.inside(format!(".{a}"), |c| {
                    c.change(format!("{RENAMED}{b}"), Always, Always);
                });
                true
            }
            _ => {
                let what = match moved_to {
                    Some(place) => format!("moved from place {i} to place {place}"),
                    None => "field removed before the end".to_owned(),
                };
                self.inside(format!(".{a}"), |c| c.change(what, Never, Never));
                if moved_from.is_none() {
                    let what = "field added before the end";
                    self.inside(format!(".{b}"), |c| c.change(what, Never, Never));
                }
                false
            }
        }
    }

    fn enums(&mut self, old: &Enum, old_scope: Scope<'_>, new: &Enum, new_scope: Scope<'_>) {
        if old.extensible != new.extensible {
            return self.change(extensible(new.extensible), Never, Never);
        }
        let named = |e: &Enum, name: &str| -> Option<u32> {
            let mut variants = e.variants.iter();
            variants.find(|v| v.name == name && !name.is_empty()).map(|v| v.tag)
        };
        let tagged = |e: &Enum, tag: u32| e.variants.iter().position(|v| v.tag == tag);
        for a in &old.variants {
            let moved_to = named(new, &a.name).filter(|tag| *tag != a.tag);
            self.inside(a.label(), |c| match (tagged(new, a.tag), moved_to) {
                (_, Some(tag)) => {
                    c.change(format!("tag changed from {} to {tag}", a.tag), Never, Never);
                }
                (Some(i), None) => c.variant(old, a, old_scope, new, &new.variants[i], new_scope),
                (None, None) if new.other.is_some() => {
                    c.change("variant removed, read as the catch-all", Always, Always);
                }
                (None, None) => c.change("variant removed", IfItFits, Always),
            });
        }
        for b in &new.variants {
            if tagged(old, b.tag).is_some() || named(old, &b.name).is_some() {
                continue;
            }
            self.inside(b.label(), |c| match old.other {
                Some(_) => c.change("variant added, read as the catch-all", Always, Always),
                None => c.change("variant added", Always, IfItFits),
            });
        }
    }

    fn variant(
        &mut self,
        old_enum: &Enum,
        old: &Variant,
        old_scope: Scope<'_>,
        new_enum: &Enum,
        new: &Variant,
        new_scope: Scope<'_>,
    ) {
        if old.name != new.name {
            if old_enum.variants.iter().any(|v| v.name == new.name && !new.name.is_empty()) {
                let what = format!("variant removed, its tag {} given to {}", old.tag, new.name);
                return self.change(what, Never, Never);
            }
            self.change(format!("{RENAMED}{}", new.label()), Always, Always);
        }
        if new_enum.extensible {
            self.extensible_fields(&old.fields, old_scope, &new.fields, new_scope);
        } else {
            self.fields(&pairs(&old.fields), old_scope, &pairs(&new.fields), new_scope);
        }
    }
}

/// W30: whether a reader takes a message that ends before the field.
fn may_lack(field: &Field, scope: Scope<'_>) -> bool {
    field.default.is_some() || takes_no_bytes(&field.ty, scope)
}

fn is_rows(ty: &Type) -> bool {
    matches!(ty, Type::Rows { .. } | Type::Ref(_))
}

/// Calls `f` with the row of a rows type, or with a type of any other kind itself.
fn enter(ty: &Type, scope: Scope<'_>, f: impl FnOnce(&Type, Scope<'_>)) {
    match ty {
        Type::Rows { name, row } => f(row, scope.around(name, row).inside()),
        Type::Ref(name) => {
            if let Some((row, scope)) = scope.find(name) {
                f(row, scope);
            }
        }
        _ => f(ty, scope),
    }
}

/// The parts of a tuple or of a struct that is not extensible, with their names.
fn product(ty: &Type) -> Option<Vec<(String, &Type)>> {
    match ty {
        Type::Unit => Some(Vec::new()),
        Type::Tuple(parts) => {
            Some(parts.iter().enumerate().map(|(i, part)| (i.to_string(), part)).collect())
        }
        Type::Struct(s) if !s.extensible => Some(pairs(&s.fields)),
        _ => None,
    }
}

/// The only part of a tuple or struct, which has the same bytes.
fn wrapped(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Tuple(parts) => {
            if let [part] = parts.as_slice() {
                Some(part)
            } else {
                None
            }
        }
        Type::Struct(s) if !s.extensible => match s.fields.as_slice() {
            [field] => Some(&field.ty),
            _ => None,
        },
        _ => None,
    }
}

/// The bound of a seq(u8).
fn bytes(ty: &Type) -> Option<Option<u64>> {
    match ty {
        Type::Bytes { max } => Some(*max),
        Type::Seq { item, max } if **item == Type::U8 => Some(*max),
        _ => None,
    }
}

fn as_enum(ty: &Type) -> Option<Enum> {
    match ty {
        Type::Enum(e) => Some(e.clone()),
        Type::Result(ok, err) => Some(Type::result_enum(ok, err)),
        _ => None,
    }
}

fn pairs(fields: &[Field]) -> Vec<(String, &Type)> {
    fields.iter().map(|field| (field.name.clone(), &field.ty)).collect()
}

fn names(fields: &[(String, &Type)]) -> Vec<String> {
    fields.iter().map(|(name, _)| name.clone()).collect()
}

fn changed(old: &Type, new: &Type) -> String {
    format!("type changed from {} to {}", old.summary(), new.summary())
}

fn extensible(now: bool) -> &'static str {
    if now { "made extensible" } else { "no longer extensible" }
}
