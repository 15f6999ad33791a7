//! What a type is in natural JSON, worked out once.

use std::collections::HashMap;

use super::logical::{Logical, Style};
use crate::{Enum, Field, Int, Invalid, Type, Value, unique};

/// A type, ready to be read from JSON and written as JSON.
///
/// ```
/// use onesheet_dynamic::{Natural, Type};
///
/// let ty: Type = "struct Reading{at: u64, tags: map(str, u8), kind: enum Kind{0 A, 1 B{0: f32}}}".parse()?;
/// let natural = Natural::new(&ty)?;
/// let text = r#"{"at":1,"tags":{"x":2},"kind":{"B":0.1}}"#;
/// let value = natural.read(text)?;
/// assert_eq!(natural.to_string(&value), text);
///
/// let error = natural.read(r#"{"at": 1, "tags": {"x": 256}, "kind": "A"}"#).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 25, $.tags.x: expected a u8, found 256");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Natural {
    pub(super) nodes: Vec<Node>,
    pub(super) root: usize,
    pub(super) style: Style,
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    Unit,
    Bool,
    Char,
    Int(Int),
    F32,
    F64,
    Str {
        max: Option<u64>,
    },
    Bytes {
        max: Option<u64>,
    },
    /// An integer that stands for something else.
    Logical(Int, Logical),
    /// `wrapped`: the value may be null itself.
    Option {
        item: usize,
        wrapped: bool,
    },
    Tuple(Vec<usize>),
    /// A struct of one field without a name.
    Newtype(usize),
    Fields(Fields),
    List {
        item: usize,
        len: Option<u64>,
        max: Option<u64>,
    },
    Map {
        key: usize,
        value: usize,
        max: Option<u64>,
        is_object: bool,
    },
    Enum(Variants),
    /// Rows, and references to them.
    Same(usize),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    pub(super) names: Vec<String>,
    /// The index of each field, by its name.
    pub(super) places: HashMap<String, usize>,
    /// As they stand in JSON, with the colon.
    pub(super) keys: Vec<String>,
    pub(super) items: Vec<usize>,
    pub(super) defaults: Vec<Option<Value>>,
}

#[derive(Clone, Debug)]
pub(super) struct Variants {
    pub(super) variants: Vec<Variant>,
    /// The kinds of JSON of each, if no variant has a name and no two have a kind in common.
    pub(super) kinds: Option<Vec<u8>>,
    pub(super) is_result: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) tag: u32,
    pub(super) label: String,
    /// The label as it stands in JSON.
    pub(super) quoted: String,
    pub(super) body: Body,
}

/// The fields of a variant.
#[derive(Clone, Debug)]
pub(super) enum Body {
    None,
    One(usize),
    Tuple(Vec<usize>),
    Fields(Fields),
}

pub(super) mod kinds {
    pub(crate) const NULL: u8 = 1;
    pub(crate) const BOOL: u8 = 2;
    pub(crate) const INTEGER: u8 = 4;
    pub(crate) const FLOAT: u8 = 8;
    pub(crate) const TEXT: u8 = 16;
    pub(crate) const LIST: u8 = 32;
    pub(crate) const OBJECT: u8 = 64;
}

impl Natural {
    /// The plan of a type.
    ///
    /// # Errors
    ///
    /// If it is not a type of the format.
    pub fn new(ty: &Type) -> Result<Self, Invalid> {
        Natural::with(ty, None, Style::default())
    }

    /// The plan of a type of which `logical` says which of its numbers are dates and times.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with(ty: &Type, logical: Option<&Logical>, style: Style) -> Result<Self, Invalid> {
        ty.check()?;
        let mut plan = Natural { nodes: Vec::new(), root: 0, style };
        plan.root = plan.of(ty, logical, &mut Vec::new());
        plan.settle();
        Ok(plan)
    }

    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn of<'a>(
        &mut self,
        ty: &'a Type,
        logical: Option<&Logical>,
        scope: &mut Vec<(&'a str, usize)>,
    ) -> usize {
        let parts = |logical: Option<&Logical>, i: usize| match logical {
            Some(Logical::Fields(parts)) => parts.get(i).cloned().flatten(),
            _ => None,
        };
        let items = match logical {
            Some(Logical::Items(item)) => Some(&**item),
            _ => None,
        };
        let node = match ty {
            Type::Unit => Node::Unit,
            Type::Bool => Node::Bool,
            Type::Char => Node::Char,
            Type::F32 => Node::F32,
            Type::F64 => Node::F64,
            Type::Int(int) | Type::Fixed(int) => match logical {
                Some(Logical::Items(_) | Logical::Fields(_)) | None => Node::Int(*int),
                Some(logical) => Node::Logical(*int, logical.clone()),
            },
            Type::Str { max } => Node::Str { max: *max },
            Type::Bytes { max } => Node::Bytes { max: *max },
            Type::Option(item) => {
                Node::Option { item: self.of(item, logical, scope), wrapped: false }
            }
            Type::Tuple(types) => {
                let each = types.iter().enumerate();
                let each = each.map(|(i, ty)| self.of(ty, parts(logical, i).as_ref(), scope));
                Node::Tuple(each.collect())
            }
            Type::Struct(s) => match self.body(&s.fields, s.extensible, logical, scope) {
                Body::None => Node::Fields(Fields::default()),
                Body::One(item) => Node::Newtype(item),
                Body::Tuple(items) => Node::Tuple(items),
                Body::Fields(fields) => Node::Fields(fields),
            },
            Type::Array(item, len) => {
                Node::List { item: self.of(item, items, scope), len: Some(*len), max: None }
            }
            Type::Seq { item, max } | Type::Set { item, max } => {
                Node::List { item: self.of(item, items, scope), len: None, max: *max }
            }
            Type::Map { key, value, max } => {
                let is_object = matches!(**key, Type::Str { .. });
                let key = self.of(key, None, scope);
                let value = self.of(value, items, scope);
                Node::Map { key, value, max: *max, is_object }
            }
            Type::Result(ok, err) => {
                let e = Type::result_enum(ok, err);
                let variants = self.variants_of_result(&e, [ok, err], scope);
                Node::Enum(Variants { variants, kinds: None, is_result: true })
            }
            Type::Enum(e) => {
                let labels = labels(e);
                let each = e.variants.iter().zip(labels);
                let variants = each.map(|(variant, label)| {
                    let body = self.body(&variant.fields, e.extensible, None, scope);
                    self::variant(variant.tag, label, body)
                });
                Node::Enum(Variants { variants: variants.collect(), kinds: None, is_result: false })
            }
            Type::Rows { name, row } => {
                let place = self.push(Node::Unit);
                scope.push((name, place));
                let row = self.of(row, logical, scope);
                scope.pop();
                self.nodes[place] = Node::Same(row);
                return place;
            }
            // A checked type has one for every name.
            Type::Ref(name) => match scope.iter().rev().find(|(of, _)| of == name) {
                Some((_, place)) => Node::Same(*place),
                None => Node::Unit,
            },
        };
        let place = self.push(node);
        if let (Type::Enum(e), Node::Enum(_)) = (ty, &self.nodes[place]) {
            if e.variants.iter().all(|variant| variant.name.is_empty()) {
                self.untag(place);
            }
        }
        place
    }

    fn variants_of_result<'a>(
        &mut self,
        e: &Enum,
        types: [&'a Type; 2],
        scope: &mut Vec<(&'a str, usize)>,
    ) -> Vec<Variant> {
        let each = e.variants.iter().zip(types);
        let each = each.map(|(shape, ty)| {
            let item = self.of(ty, None, scope);
            variant(shape.tag, shape.name.clone(), Body::One(item))
        });
        each.collect()
    }

    fn body<'a>(
        &mut self,
        fields: &'a [Field],
        extensible: bool,
        logical: Option<&Logical>,
        scope: &mut Vec<(&'a str, usize)>,
    ) -> Body {
        let items: Vec<usize> = fields
            .iter()
            .enumerate()
            .map(|(i, field)| {
                let part = match logical {
                    Some(Logical::Fields(parts)) => parts.get(i).cloned().flatten(),
                    _ => None,
                };
                self.of(&field.ty, part.as_ref(), scope)
            })
            .collect();
        let has_names = fields.iter().enumerate().any(|(i, field)| field.name != i.to_string());
        match items.as_slice() {
            [] => return Body::None,
            // One that may be left out, or come to have others beside it, is not the whole.
            [item] if !has_names && !extensible => return Body::One(*item),
            _ if !has_names && !extensible => return Body::Tuple(items),
            _ => {}
        }
        let names = unique(fields.iter().map(|field| field.name.clone()), str::to_owned);
        let keys = names.iter().map(|name| format!("{}:", quoted(name))).collect();
        let defaults = fields.iter().map(|f| f.default.clone().filter(|_| extensible)).collect();
        let places = names.iter().cloned().zip(0..).collect();
        Body::Fields(Fields { names, places, keys, items, defaults })
    }

    /// Writes the variants of an enum without names as their values, if JSON tells these apart.
    fn untag(&mut self, place: usize) {
        let Node::Enum(e) = &self.nodes[place] else { return };
        let mut all = Vec::with_capacity(e.variants.len());
        let mut seen = 0;
        for variant in &e.variants {
            let Body::One(item) = variant.body else { return };
            let kinds = self.kinds(item, &mut Vec::new());
            if kinds == 0 || seen & kinds != 0 {
                return;
            }
            seen |= kinds;
            all.push(kinds);
        }
        // A whole number may be written for a float, if nothing else takes it.
        if seen & kinds::INTEGER == 0 {
            for kinds in &mut all {
                if *kinds & kinds::FLOAT != 0 {
                    *kinds |= kinds::INTEGER;
                }
            }
        }
        if let Node::Enum(e) = &mut self.nodes[place] {
            e.kinds = Some(all);
        }
    }

    /// The kinds of JSON that the values of a node may be; none if it is not known.
    fn kinds(&self, place: usize, around: &mut Vec<usize>) -> u8 {
        if around.contains(&place) {
            return 0;
        }
        around.push(place);
        let inside = |item: &usize, around: &mut Vec<usize>| self.kinds(*item, around);
        let kinds = match &self.nodes[place] {
            Node::Unit => kinds::NULL,
            Node::Bool => kinds::BOOL,
            Node::Int(_) => match self.style.quoted {
                true => kinds::INTEGER | kinds::TEXT,
                false => kinds::INTEGER,
            },
            Node::F32 | Node::F64 => kinds::FLOAT,
            Node::Char | Node::Str { .. } | Node::Bytes { .. } | Node::Logical(..) => kinds::TEXT,
            Node::Option { item, .. } => match inside(item, around) {
                0 => 0,
                kinds if kinds & kinds::NULL != 0 => kinds::NULL | kinds::OBJECT,
                kinds => kinds::NULL | kinds,
            },
            Node::Newtype(item) | Node::Same(item) => inside(item, around),
            Node::Tuple(_) | Node::List { .. } => kinds::LIST,
            Node::Fields(_) => kinds::OBJECT,
            Node::Map { is_object, .. } if *is_object => kinds::OBJECT,
            Node::Map { .. } => kinds::LIST,
            Node::Enum(Variants { kinds: Some(all), .. }) => all.iter().fold(0, |a, b| a | b),
            Node::Enum(_) => kinds::TEXT | kinds::OBJECT,
        };
        around.pop();
        kinds
    }

    /// Marks the options whose values may be null themselves, and leads references to the row.
    fn settle(&mut self) {
        for place in 0..self.nodes.len() {
            if let Node::Same(rows) = self.nodes[place] {
                if let Node::Same(row) = self.nodes[rows] {
                    self.nodes[place] = Node::Same(row);
                }
            }
            if let Node::Option { item, .. } = self.nodes[place] {
                let is_null = self.null(item, &mut Vec::new()).is_some();
                self.nodes[place] = Node::Option { item, wrapped: is_null };
            }
        }
    }

    /// The value that is `null`, if there is one.
    pub(super) fn null(&self, place: usize, around: &mut Vec<usize>) -> Option<Value> {
        if around.contains(&place) {
            return None;
        }
        around.push(place);
        let null = match &self.nodes[place] {
            Node::Unit => Some(Value::Unit),
            Node::Option { .. } => Some(Value::Option(None)),
            Node::Newtype(item) => self.null(*item, around).map(|value| Value::List(vec![value])),
            Node::Same(item) => self.null(*item, around),
            Node::Enum(Variants { variants, kinds: Some(_), .. }) => {
                variants.iter().find_map(|variant| match variant.body {
                    Body::One(item) => self
                        .null(item, around)
                        .map(|value| Value::Variant(variant.tag, vec![value])),
                    _ => None,
                })
            }
            _ => None,
        };
        around.pop();
        null
    }
}

fn variant(tag: u32, label: String, body: Body) -> Variant {
    Variant { tag, quoted: quoted(&label), label, body }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The names of the variants; by their tags those that have none.
fn labels(e: &Enum) -> Vec<String> {
    let label = |variant: &crate::Variant| match variant.name.is_empty() {
        true => format!("#{}", variant.tag),
        false => variant.name.clone(),
    };
    unique(e.variants.iter().map(label), str::to_owned)
}
