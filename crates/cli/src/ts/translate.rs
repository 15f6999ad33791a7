//! A type in TypeScript: what its values are, and the combinators that it is made of.

use std::collections::HashMap;

use onesheet_dynamic::Type;

use super::imports::Imports;
use super::layout::Code;
use super::names::{self, Names};
use super::numbers::{Int64, Number};
use super::scope::{self, Around, Scope};
use crate::naming::declared;

/// How many types without a name may lie inside one another before the next gets one: TypeScript
/// compares types to some depth only.
const MAX_UNNAMED: usize = 32;

/// A type, as it stands where it is used.
pub(super) struct Translated {
    /// The type of its values.
    pub values: Code,
    /// The expression for the type itself.
    pub code: Code,
}

/// A named type.
pub(super) struct Declaration {
    pub name: String,
    pub values: Code,
    /// None for a type inside of rows that it refers to: its code is part of theirs.
    pub code: Option<Code>,
    /// What a seq or an array of it is, if that is a typed array.
    pub list: Option<&'static str>,
}

/// A named type that was met.
struct Known<'t> {
    ty: &'t Type,
    /// The declared names of the rows that it refers to.
    around: Vec<String>,
    name: String,
}

pub(super) struct Translator<'t> {
    pub imports: Imports,
    pub int64: Int64,
    /// Each after those that its code needs.
    pub declarations: Vec<Declaration>,
    /// Types without a name that are being translated, inside the innermost with one.
    unnamed: usize,
    names: Names,
    /// By the name in the schema.
    known: HashMap<&'t str, Vec<Known<'t>>>,
}

impl<'t> Translator<'t> {
    /// For a module whose type is called `root`.
    pub(super) fn new(root: &str, int64: Int64) -> Self {
        Translator {
            imports: Imports::default(),
            int64,
            declarations: Vec::new(),
            unnamed: 0,
            names: Names::new(root),
            known: HashMap::new(),
        }
    }

    /// The type `ty`, in rows that `scope` knows.
    pub(super) fn at(&mut self, ty: &'t Type, scope: Scope<'_, 't>) -> Result<Translated, String> {
        let mut called = called(ty);
        if called.is_empty() && self.unnamed == MAX_UNNAMED {
            called = "Part";
        }
        if called.is_empty() {
            self.unnamed += 1;
            let translated = self.written_out(ty, None, scope)?;
            self.unnamed -= 1;
            return Ok(translated);
        }
        let free = scope::free(ty).into_iter();
        let around: Vec<_> = free.filter_map(|name| scope.find(name)).collect();
        let around: Vec<_> = around.iter().map(|around| around.declared.to_owned()).collect();
        let is_open = !around.is_empty();
        // What needs none of the rows around it is declared outside of them.
        let scope = if is_open { scope } else { Scope::ROOT };
        let known = self.known.entry(called).or_default();
        let same = known.iter().find(|known| known.ty == ty && known.around == around);
        let (name, is_new) = match same {
            Some(known) => (known.name.clone(), false),
            None => {
                let name = self.names.of_type(called);
                known.push(Known { ty, around, name: name.clone() });
                (name, true)
            }
        };
        let values = Code::text(name.clone());
        let code = match (is_new, is_open) {
            (true, _) => self.declare(ty, name, is_open, scope)?,
            (false, true) => self.written_out(ty, Some(&name), scope)?.code,
            (false, false) => Code::text(name),
        };
        Ok(Translated { values, code })
    }

    /// Declares `ty` under `name`, and gives the code that stands for it.
    pub(super) fn declare(
        &mut self,
        ty: &'t Type,
        name: String,
        is_open: bool,
        scope: Scope<'_, 't>,
    ) -> Result<Code, String> {
        let outside = std::mem::take(&mut self.unnamed);
        let Translated { values, code } = self.written_out(ty, Some(&name), scope)?;
        self.unnamed = outside;
        let list = Number::new(ty, self.int64).and_then(|number| number.list);
        let declaration = |code| Declaration { name: name.clone(), values, code, list };
        if is_open {
            self.declarations.push(declaration(None));
            return Ok(code);
        }
        self.declarations.push(declaration(Some(code)));
        Ok(Code::text(name))
    }

    /// The type itself where `at` would give its name; `name` is that name.
    fn written_out(
        &mut self,
        ty: &'t Type,
        name: Option<&str>,
        scope: Scope<'_, 't>,
    ) -> Result<Translated, String> {
        let bound = |max: &Option<u64>| max.map(|max| Code::text(max.to_string()));
        if let Some(number) = Number::new(ty, self.int64) {
            let imported = number.combinator.split('.').next().unwrap_or_default();
            self.imports.use_of(imported);
            return Ok(Translated::new(Code::text(number.ty), Code::text(number.combinator)));
        }
        Ok(match ty {
            Type::Unit => self.word("null", "unit"),
            Type::Bool => self.word("boolean", "bool"),
            Type::Char => self.word("string", "char"),
            Type::Str { max } => self.bounded("string", "str", *max),
            Type::Bytes { max } => self.bounded("Uint8Array", "bytes", *max),
            Type::Option(item) => {
                let some = self.at(item, scope)?;
                let values = match scope.is_nullable(item) {
                    true => Code::object_type(vec![Code::member("some", some.values)]),
                    false => some.values,
                };
                let code = self.call("option", vec![some.code]);
                Translated::new(values.or("null"), code)
            }
            Type::Seq { item, max } => {
                let element = self.at(item, scope)?;
                let code = vec![element.code].into_iter().chain(bound(max)).collect();
                Translated::new(self.list(item, element.values), self.call("seq", code))
            }
            Type::Array(item, len) => {
                let element = self.at(item, scope)?;
                let code = self.call("array", vec![element.code, Code::text(len.to_string())]);
                Translated::new(self.list(item, element.values), code)
            }
            Type::Set { item, max } => {
                let element = self.at(item, scope)?;
                let code = vec![element.code].into_iter().chain(bound(max)).collect();
                let values = Code::generic("Set", vec![element.values]);
                Translated::new(values, self.call("set", code))
            }
            Type::Map { key, value, max } => {
                let (key, value) = (self.at(key, scope)?, self.at(value, scope)?);
                let code = vec![key.code, value.code].into_iter().chain(bound(max)).collect();
                let values = Code::generic("Map", vec![key.values, value.values]);
                Translated::new(values, self.call("map", code))
            }
            Type::Result(ok, err) => {
                let (ok, err) = (self.at(ok, scope)?, self.at(err, scope)?);
                let code = self.call("result", vec![ok.code, err.code]);
                let values = Code::Union(vec![
                    Code::tagged("ok", Some(ok.values), ';'),
                    Code::tagged("err", Some(err.values), ';'),
                ]);
                Translated::new(values, code)
            }
            Type::Tuple(parts) => {
                let mut translated = Vec::new();
                for part in parts {
                    translated.push(self.at(part, scope)?);
                }
                let (values, code) = translated.into_iter().map(|t| (t.values, t.code)).unzip();
                Translated::new(Code::array(values), self.call("tuple", code))
            }
            Type::Struct(s) => self.structure(s, scope)?,
            Type::Enum(e) => self.enumeration(e, scope)?,
            Type::Rows { name: called, row } => self.rows(ty, called, row, name, scope)?,
            Type::Ref(called) => {
                let around = scope.find(called);
                let around =
                    around.ok_or_else(|| format!("ref {called} is not inside its rows"))?;
                Translated::new(Code::text(around.declared), Code::text(around.itself))
            }
            Type::Int(_) | Type::Fixed(_) | Type::F32 | Type::F64 => {
                return Err(format!("{ty} is not a number"));
            }
        })
    }

    /// What a seq or an array is of elements that are `values`.
    fn list(&self, item: &Type, values: Code) -> Code {
        match Number::new(item, self.int64).and_then(|number| number.list) {
            Some(list) => Code::text(list),
            None => values.in_array(),
        }
    }

    fn word(&mut self, values: &str, combinator: &str) -> Translated {
        Translated::new(Code::text(values), Code::text(self.imports.use_of(combinator)))
    }

    fn bounded(&mut self, values: &str, combinator: &str, max: Option<u64>) -> Translated {
        let Some(max) = max else { return self.word(values, combinator) };
        let code = self.call(&format!("{combinator}Max"), vec![Code::text(max.to_string())]);
        Translated::new(Code::text(values), code)
    }

    /// Rows of `row`, which it calls `called`, and the module `name`.
    fn rows(
        &mut self,
        ty: &'t Type,
        called: &'t str,
        row: &'t Type,
        name: Option<&str>,
        scope: Scope<'_, 't>,
    ) -> Result<Translated, String> {
        let depth = scope.depth() + 1;
        let itself = if depth == 1 { "self".to_owned() } else { format!("self{depth}") };
        let is_endless = scope.is_endless(ty);
        let declared = if is_endless { "never" } else { name.unwrap_or_default() };
        let around = Around { name: called, row, declared, itself: &itself, outer: scope };
        let Translated { values, code } = match row {
            // It is what the rows are called as.
            Type::Struct(_) | Type::Enum(_) => self.written_out(row, None, around.inside())?,
            _ => self.at(row, around.inside())?,
        };
        let refers = scope::free(row).contains(&called);
        let parameter = if refers { itself.as_str() } else { "" };
        let code = Code::Join(vec![Code::text(format!("({parameter}) => ")), code]);
        let mut combinator = self.imports.use_of("rows").to_owned();
        if !declared.is_empty() {
            combinator += &format!("<{declared}>");
        }
        let code = Code::call(&combinator, vec![Code::text(names::string(called)), code]);
        Ok(Translated::new(if is_endless { Code::text("never") } else { values }, code))
    }

    pub(super) fn call(&mut self, combinator: &str, arguments: Vec<Code>) -> Code {
        Code::call(self.imports.use_of(combinator), arguments)
    }
}

impl Translated {
    pub(super) fn new(values: Code, code: Code) -> Self {
        Translated { values, code }
    }
}

/// The name that a type is declared under; empty if it has none. Rows of a struct or an enum are
/// called as that.
pub(super) fn called(ty: &Type) -> &str {
    match ty {
        Type::Rows { name, row } if declared(row).is_empty() => name,
        Type::Rows { row, .. } => declared(row),
        _ => declared(ty),
    }
}
