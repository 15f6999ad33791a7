//! The rows types around a place, which a `ref` there may name (W14).

use onesheet_dynamic::Type;

/// The rows types around a place, innermost first.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a, 't>(Option<&'a Around<'a, 't>>);

/// One of them.
pub(super) struct Around<'a, 't> {
    /// What a `ref` calls it; empty if none does.
    pub name: &'t str,
    pub row: &'t Type,
    /// The TypeScript type.
    pub declared: &'a str,
    /// What stands for the type in the code of its row.
    pub itself: &'a str,
    pub outer: Scope<'a, 't>,
}

impl<'a, 't> Scope<'a, 't> {
    pub(super) const ROOT: Self = Scope(None);

    /// The one that `name` refers to here.
    pub(super) fn find(self, name: &str) -> Option<&'a Around<'a, 't>> {
        let mut at = self;
        while let Scope(Some(around)) = at {
            if around.name == name && !name.is_empty() {
                return Some(around);
            }
            at = around.outer;
        }
        None
    }

    pub(super) fn depth(self) -> usize {
        let (mut at, mut depth) = (self, 0);
        while let Scope(Some(around)) = at {
            depth += 1;
            at = around.outer;
        }
        depth
    }

    /// Whether null is a value of `ty`, so that an option of it takes more than `T | null`.
    pub(super) fn is_nullable(self, ty: &'t Type) -> bool {
        self.behind_rows(ty, &mut Vec::new()) == Some(Behind::Nullable)
    }

    /// Whether `ty` is rows that hold only themselves: no value has an end.
    pub(super) fn is_endless(self, ty: &'t Type) -> bool {
        self.behind_rows(ty, &mut Vec::new()).is_none()
    }

    fn behind_rows(self, ty: &'t Type, seen: &mut Vec<*const Type>) -> Option<Behind> {
        if seen.contains(&std::ptr::from_ref(ty)) {
            return None;
        }
        seen.push(ty);
        match ty {
            Type::Rows { name, row } => {
                let around = Around { name, row, declared: "", itself: "", outer: self };
                around.inside().behind_rows(row, seen)
            }
            Type::Ref(name) => {
                let around = self.find(name)?;
                around.inside().behind_rows(around.row, seen)
            }
            Type::Unit | Type::Option(_) => Some(Behind::Nullable),
            _ => Some(Behind::Other),
        }
    }
}

/// What rows hold, and a type that is none.
#[derive(PartialEq)]
enum Behind {
    Nullable,
    Other,
}

impl<'a, 't> Around<'a, 't> {
    pub(super) fn inside(&'a self) -> Scope<'a, 't> {
        Scope(Some(self))
    }
}

/// The names that refer from `ty` to rows types around it.
pub(super) fn free(ty: &Type) -> Vec<&str> {
    let mut free = Vec::new();
    collect(ty, &mut Vec::new(), &mut free);
    free
}

fn collect<'t>(ty: &'t Type, bound: &mut Vec<&'t str>, free: &mut Vec<&'t str>) {
    match ty {
        Type::Ref(name) if bound.contains(&name.as_str()) || free.contains(&name.as_str()) => {}
        Type::Ref(name) => free.push(name),
        Type::Rows { name, row } => {
            bound.push(name);
            collect(row, bound, free);
            bound.pop();
        }
        Type::Option(item)
        | Type::Array(item, _)
        | Type::Seq { item, .. }
        | Type::Set { item, .. } => collect(item, bound, free),
        Type::Map { key: a, value: b, .. } | Type::Result(a, b) => {
            collect(a, bound, free);
            collect(b, bound, free);
        }
        Type::Tuple(parts) => parts.iter().for_each(|part| collect(part, bound, free)),
        Type::Struct(s) => s.fields.iter().for_each(|field| collect(&field.ty, bound, free)),
        Type::Enum(e) => {
            let fields = e.variants.iter().flat_map(|variant| &variant.fields);
            fields.for_each(|field| collect(&field.ty, bound, free));
        }
        _ => {}
    }
}
