//! Random types, and their next versions.

use super::Random;
use crate::{Enum, Field, Int, Struct, Type, Variant};

impl Random {
    /// A valid type with at most `depth` types inside one another.
    pub fn ty(&mut self, depth: usize) -> Type {
        self.any(depth, &mut Vec::new(), true)
    }

    /// `refs` are the names of the rows types around, to which a list or an option may refer;
    /// `free` allows floats and extensible types (W21).
    fn any(&mut self, depth: usize, refs: &mut Vec<String>, free: bool) -> Type {
        if depth == 0 || self.one_in(4) {
            return self.leaf(free);
        }
        let depth = depth - 1;
        let count = self.below(5);
        match self.below(13) {
            0 => Type::Option(Box::new(self.any_or_ref(depth, refs, free))),
            1 => Type::Tuple((0..count).map(|_| self.any(depth, refs, free)).collect()),
            2 | 3 => {
                let extensible = free && self.one_in(2);
                let fields = self.fields(depth, refs, free, extensible);
                Type::Struct(Struct { name: String::new(), fields, extensible })
            }
            4 => Type::Array(Box::new(self.any(depth, refs, free)), count as u64),
            5 | 6 => Type::Seq { item: Box::new(self.any_or_ref(depth, refs, free)), max: None },
            7 => Type::Set { item: Box::new(self.any(depth, refs, false)), max: None },
            8 => Type::Map {
                key: Box::new(self.any(depth, refs, false)),
                value: Box::new(self.any_or_ref(depth, refs, free)),
                max: None,
            },
            9 => Type::Result(
                Box::new(self.any(depth, refs, free)),
                Box::new(self.any(depth, refs, free)),
            ),
            10 | 11 => {
                let extensible = free && self.one_in(2);
                Type::Enum(self.enumeration(depth, refs, free, extensible))
            }
            _ => {
                let name = format!("R{}", refs.len());
                refs.push(name.clone());
                let row = Box::new(self.any(depth, refs, free));
                refs.pop();
                Type::Rows { name, row }
            }
        }
    }

    fn any_or_ref(&mut self, depth: usize, refs: &mut Vec<String>, free: bool) -> Type {
        // A key must not hold what the enclosing type may hold.
        if free && !refs.is_empty() && self.one_in(3) {
            return Type::Ref(self.pick(refs).clone());
        }
        self.any(depth, refs, free)
    }

    fn leaf(&mut self, free: bool) -> Type {
        let leaves = [
            Type::Unit,
            Type::Bool,
            Type::Char,
            Type::Str { max: None },
            Type::Bytes { max: None },
        ];
        match self.below(10) {
            0..4 => self.pick(&leaves).clone(),
            4 if free => self.pick(&[Type::F32, Type::F64]).clone(),
            4 | 5 => {
                let bits = *self.pick(&[16, 32, 64]);
                Type::Fixed(Int { signed: self.one_in(2), bits })
            }
            _ => Type::Int(self.pick(&Int::ALL).1),
        }
    }

    fn fields(
        &mut self,
        depth: usize,
        refs: &mut Vec<String>,
        free: bool,
        extensible: bool,
    ) -> Vec<Field> {
        (0..self.below(5)).map(|i| self.field(i, depth, refs, free, extensible)).collect()
    }

    fn field(
        &mut self,
        place: usize,
        depth: usize,
        refs: &mut Vec<String>,
        free: bool,
        extensible: bool,
    ) -> Field {
        if extensible && self.one_in(6) {
            let ty = self.without_bytes(free);
            return Field { name: place.to_string(), ty, default: None };
        }
        let ty = self.any(depth, refs, free);
        let default = if extensible { self.closed_value(&ty) } else { None };
        match default {
            None if extensible => {
                // Not every type has a default that can be written without what is around it.
                let ty = self.leaf(free);
                let default = self.closed_value(&ty);
                Field { name: place.to_string(), ty, default }
            }
            default => Field { name: place.to_string(), ty, default },
        }
    }

    /// A type that takes no bytes, whose fields need no default (W30).
    fn without_bytes(&mut self, free: bool) -> Type {
        let count = self.below(4);
        match self.below(4) {
            0 => Type::Unit,
            1 => Type::Array(Box::new(self.leaf(free)), 0),
            2 => Type::Array(Box::new(Type::Unit), count as u64),
            _ => Type::Tuple(vec![Type::Array(Box::new(Type::Unit), 1); count]),
        }
    }

    fn enumeration(
        &mut self,
        depth: usize,
        refs: &mut Vec<String>,
        free: bool,
        extensible: bool,
    ) -> Enum {
        let mut e = Enum { name: String::new(), variants: Vec::new(), extensible, other: None };
        for _ in 0..=self.below(4) {
            let tag = match self.below(4) {
                0 => self.next_u64() as u32,
                1 => self.below(300) as u32,
                _ => e.variants.len() as u32,
            };
            let fields = self.fields(depth, refs, free, extensible);
            e.variants.push(Variant { name: String::new(), tag, fields });
        }
        e.variants.sort_by_key(|variant| variant.tag);
        e.variants.dedup_by_key(|variant| variant.tag);
        if extensible && self.one_in(2) {
            let place = self.below(e.variants.len());
            e.variants[place].fields.clear();
            e.other = Some(e.variants[place].tag);
        }
        e
    }

    /// A later version of the type: extensible structs with more or fewer fields at the end,
    /// extensible enums with more or fewer variants.
    pub fn evolve(&mut self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        self.evolve_in_place(&mut ty);
        ty
    }

    fn evolve_in_place(&mut self, ty: &mut Type) {
        match ty {
            Type::Option(item)
            | Type::Array(item, _)
            | Type::Seq { item, .. }
            | Type::Set { item, .. } => self.evolve_in_place(item),
            Type::Rows { row, .. } => self.evolve_in_place(row),
            Type::Tuple(parts) => parts.iter_mut().for_each(|part| self.evolve_in_place(part)),
            Type::Map { key: a, value: b, .. } | Type::Result(a, b) => {
                self.evolve_in_place(a);
                self.evolve_in_place(b);
            }
            Type::Struct(s) => self.evolve_fields(&mut s.fields, s.extensible),
            Type::Enum(e) => {
                for variant in &mut e.variants {
                    if e.other != Some(variant.tag) {
                        self.evolve_fields(&mut variant.fields, e.extensible);
                    }
                }
                if e.extensible && self.one_in(2) {
                    let tag = self.below(20) as u32;
                    if e.variants.iter().all(|variant| variant.tag != tag) {
                        let fields = self.fields(1, &mut Vec::new(), true, true);
                        e.variants.push(Variant { name: String::new(), tag, fields });
                        e.variants.sort_by_key(|variant| variant.tag);
                    }
                }
                if e.extensible && e.variants.len() > 1 && self.one_in(3) {
                    let place = self.below(e.variants.len());
                    if e.other != Some(e.variants[place].tag) {
                        e.variants.remove(place);
                    }
                }
            }
            _ => {}
        }
    }

    fn evolve_fields(&mut self, fields: &mut Vec<Field>, extensible: bool) {
        for field in fields.iter_mut() {
            let before = field.ty.clone();
            self.evolve_in_place(&mut field.ty);
            if field.ty != before && field.default.is_some() {
                field.ty = before; // its default would be one of the old type
            }
        }
        if !extensible {
            return;
        }
        match self.below(3) {
            0 => fields.truncate(self.below(fields.len() + 1)),
            1 => {
                let field = self.field(fields.len(), 1, &mut Vec::new(), true, true);
                fields.push(field);
            }
            _ => {}
        }
    }
}
