//! Random declarations that refer to each other, and the types around the first of them.

use std::fmt::Write;

use onesheet_dynamic::random::Random;

use crate::args::Args;
use crate::types::{Maker, Ty, Want, parameter};

/// Types inside one another in a field, those of other declarations aside.
const DEPTH: usize = 3;
/// Largest discriminant, and with some more for each variant still an `isize` of 32 bits.
const DISCRIMINANT: usize = 1 << 20;

/// What a declaration is, known before its fields.
pub struct Plan {
    pub want: Want,
    pub rows: bool,
    extensible: bool,
    enumeration: bool,
    /// It has a parameter `T`.
    pub generic: bool,
    /// And one that is a length.
    pub length: bool,
    /// Its view may have a second lifetime.
    pub lifetimes: bool,
    /// Known when its fields are.
    pub bounded: bool,
    pub default: bool,
}

pub struct Module {
    pub text: String,
    /// Values that its types may refuse.
    pub parts: bool,
    pub machine: bool,
    no_alloc: bool,
    root: Ty,
}

/// A declaration in both forms, but for the lifetimes of the view.
struct Declaration {
    owned: String,
    view: String,
}

impl Plan {
    fn new(random: &mut Random) -> Self {
        let fixed = random.one_in(5);
        let enumeration = !fixed && random.one_in(3);
        let key = random.one_in(4);
        let rows = !fixed && random.one_in(3);
        let generic = random.one_in(4);
        Plan {
            want: Want { key, fixed },
            rows,
            extensible: !fixed && !key && random.one_in(2),
            enumeration,
            generic,
            length: generic && random.one_in(3),
            lifetimes: random.one_in(4),
            bounded: false,
            default: false,
        }
    }
}

impl Module {
    /// The same for the same seed and number.
    pub fn new(args: &Args, number: u64) -> Self {
        let no_alloc = args.no_alloc;
        let mut random = Random::new(Random::new(args.seed).next_u64() ^ number);
        let mut plans: Vec<_> = (0..=random.below(4)).map(|_| Plan::new(&mut random)).collect();
        let (mut parts, mut machine) = (false, false);
        let mut declarations = Vec::new();
        for place in (0..plans.len()).rev() {
            let maker = Maker {
                random: &mut random,
                plans: &plans,
                within: Some(place),
                parts: false,
                machine: false,
                no_alloc,
            };
            let mut writer = Writer::new(maker, place);
            let declaration = writer.declaration();
            (parts, machine) = (parts | writer.maker.parts, machine | writer.maker.machine);
            let (bounded, default) = (writer.bounded, writer.default);
            (plans[place].bounded, plans[place].default) = (bounded, default);
            declarations.insert(0, declaration);
        }
        let mut maker =
            Maker { random: &mut random, plans: &plans, within: None, parts, machine, no_alloc };
        let root = maker.reference(0, 1);
        let (parts, machine) = (maker.parts, maker.machine);

        let lifetimes = lifetimes(&declarations);
        let mut text = format!(
            "// cargo run -p onesheet-declarations -- {} {number}\n\n\
             use crate::inside::prelude::*;\n",
            args.again(),
        );
        declarations.iter().for_each(|declaration| text.push_str(&declaration.owned));
        text.push_str("\npub mod view {\n    pub use super::*;\n");
        for (declaration, own) in declarations.iter().zip(&lifetimes) {
            if !own.is_empty() {
                text.push_str(&with_lifetimes(&declaration.view, &lifetimes, own));
            }
        }
        text.push_str("}\n");
        let view = with_lifetimes(&root.view, &lifetimes, "'a, ");
        let view = view.replace("'a", "'_");
        Module { text, parts, machine, no_alloc, root: root.with_view(view) }
    }

    /// The macro's input for each type that is made of the first declaration.
    pub fn cases(&self) -> Vec<String> {
        let ty = &self.root.owned;
        let kind = if self.root.bounded { "bounded" } else { "any" };
        vec![
            format!("{kind} {ty}"),
            match self.no_alloc {
                true => format!("{kind} heapless::Vec<{ty}, 40>"),
                false => format!("any Vec<{ty}>"),
            },
            format!("{kind} [{ty}; 2]"),
            format!("{kind} Option<{ty}>"),
            format!("{kind} ({ty}, u8)"),
            format!("seq {ty}"),
        ]
    }

    /// The same for the view, if it borrows at all.
    pub fn view_cases(&self) -> Vec<String> {
        let ty = &self.root.view;
        if ty == &self.root.owned {
            return Vec::new();
        }
        vec![format!("any {ty}"), format!("seq {ty}"), format!("any [{ty}; 2]")]
    }
}

/// What stands for `@n;` in a view, of each declaration: nothing, `'a, ` or `'a, 'b, `.
fn lifetimes(declarations: &[Declaration]) -> Vec<&'static str> {
    let mut lifetimes = vec![""; declarations.len()];
    loop {
        let before = lifetimes.clone();
        for (place, declaration) in declarations.iter().enumerate() {
            let view = with_lifetimes(&declaration.view, &before, before[place]);
            lifetimes[place] = match (view.contains("'a"), view.contains("'b")) {
                (_, true) => "'a, 'b, ",
                (true, false) => "'a, ",
                (false, false) => "",
            };
        }
        if lifetimes == before {
            return lifetimes;
        }
    }
}

/// The text with the lifetimes of each declaration that it refers to, in one with lifetimes `own`.
fn with_lifetimes(text: &str, lifetimes: &[&str], own: &str) -> String {
    let mut text = text.to_owned();
    for (place, theirs) in lifetimes.iter().enumerate() {
        let one = theirs.replace("'b", "'a");
        let both = if own.contains("'b") { theirs } else { one.as_str() };
        text = text.replace(&format!("@{place};"), both).replace(&format!("%{place};"), &one);
    }
    text.replace(", >", ">").replace("<>", "")
}

/// Writes one declaration.
struct Writer<'a> {
    maker: Maker<'a>,
    place: usize,
    bounded: bool,
    default: bool,
    /// Whether some field mentions the parameter, and some view the second lifetime and the first.
    open: bool,
    other: (bool, bool),
    /// From here on all fields have a default.
    defaults: bool,
    /// Whether the declaration after this one was asked for.
    chained: bool,
}

impl<'a> Writer<'a> {
    fn new(maker: Maker<'a>, place: usize) -> Self {
        let plan = &maker.plans[place];
        let (bounded, default) = (!plan.rows, !plan.rows && !plan.enumeration && !plan.generic);
        Writer {
            maker,
            place,
            bounded,
            default,
            open: false,
            other: (false, false),
            defaults: false,
            chained: false,
        }
    }

    fn declaration(&mut self) -> Declaration {
        let plan = &self.maker.plans[self.place];
        let (extensible, enumeration) = (plan.extensible, plan.enumeration);
        let attributes = match (extensible, plan.rows) {
            (true, true) => "#[onesheet(extensible, rows)]\n",
            (true, false) => "#[onesheet(extensible)]\n",
            // Types that are keys may contain each other by way of this one.
            (false, true) if plan.want.key && !plan.generic => {
                "#[onesheet(rows, bound(key = \"\"))]\n"
            }
            (false, true) => "#[onesheet(rows)]\n",
            (false, false) => "",
        };
        let parameters = match (plan.generic, plan.length) {
            (true, true) => "T, const N: usize",
            (true, false) => "T",
            _ => "",
        };
        let (owned, view) = if enumeration { self.variants() } else { self.structure() };
        let plan = &self.maker.plans[self.place];
        // A view that holds a `Seq` is not made `Default`, so that it has to be nowhere else.
        self.default &= !view.contains("Seq<") && (extensible || self.maker.random.one_in(2));
        let mut derives = "Serialize, Deserialize, Clone".to_owned();
        if plan.want.key {
            derives.push_str(", PartialEq, Eq, PartialOrd, Ord, Hash");
        }
        if self.default {
            derives.push_str(", Default");
        }
        let kind = if enumeration { "enum" } else { "struct" };
        let place = self.place;
        let text = |parameters: String, body: String| {
            let head =
                format!("{kind} D{place}<{parameters}>").replace(", >", ">").replace("<>", "");
            format!("\n#[derive({derives})]\n{attributes}pub {head}{body}\n")
        };
        Declaration {
            owned: text(parameters.to_owned(), owned),
            view: text(format!("@{place};{parameters}"), view),
        }
    }

    /// What follows a struct's name.
    fn structure(&mut self) -> (String, String) {
        let count = self.maker.random.below(6);
        let named = self.maker.random.one_in(2);
        let fields = self.fields(count, named, "pub ", true);
        let after = |body: String| match (named, body.is_empty()) {
            (true, _) => format!(" {{{body}\n}}"),
            (false, true) => ";".to_owned(),
            (false, false) => format!("({body}\n);"),
        };
        (after(fields.0), after(fields.1))
    }

    fn variants(&mut self) -> (String, String) {
        let plan = &self.maker.plans[self.place];
        let extensible = plan.extensible;
        let count = 1 + self.maker.random.below(5);
        let (mut owned, mut view) = (" {".to_owned(), " {".to_owned());
        // Never the last but one, whose fields use all parameters.
        let other = (extensible && self.maker.random.one_in(2))
            .then(|| self.maker.random.below(count + 1))
            .map(|place| if place + 1 == count { count } else { place });
        let plain = self.maker.random.one_in(4) && !self.maker.plans[self.place].generic;
        let tags = self.tags(count + 1);
        let mut written = 0;
        for place in 0..=count {
            let is_other = other == Some(place);
            if place == count && !is_other {
                break;
            }
            let mut attributes = Vec::new();
            let mut discriminant = String::new();
            match &tags {
                // With fields, a discriminant needs a `repr`.
                Some(tags) if plain => {
                    discriminant =
                        format!(" = {}", tags[place] % DISCRIMINANT as u32 + place as u32);
                }
                Some(tags) => attributes.push(format!("tag = {}", tags[place])),
                None => {}
            }
            if is_other {
                attributes.push("other".to_owned());
            }
            let mut line = "\n    ".to_owned();
            if !attributes.is_empty() {
                let _ = write!(line, "#[onesheet({})] ", attributes.join(", "));
            }
            let _ = write!(line, "V{place}");
            let last = place + 1 == count;
            let fields = self.maker.random.below(4);
            let named = self.maker.random.one_in(2);
            self.defaults = false;
            let fields = if is_other || plain {
                (String::new(), String::new())
            } else {
                self.fields(fields, named, "", last)
            };
            for (all, body) in [(&mut owned, fields.0), (&mut view, fields.1)] {
                all.push_str(&line);
                match (named, body.is_empty()) {
                    (_, true) => all.push_str(&discriminant),
                    (true, false) => drop(write!(all, " {{{body}\n    }}")),
                    (false, false) => drop(write!(all, "({body}\n    )")),
                }
                all.push(',');
            }
            written += 1;
        }
        debug_assert!(written > 0);
        owned.push_str("\n}");
        view.push_str("\n}");
        (owned, view)
    }

    /// Tags of variants, all different, or none: then their places are the tags.
    fn tags(&mut self, count: usize) -> Option<Vec<u32>> {
        let random = &mut self.maker.random;
        if random.one_in(2) {
            return None;
        }
        let mut tags: Vec<u32> = Vec::new();
        while tags.len() < count {
            let tag = match random.below(4) {
                0 => random.next_u64() as u32,
                1 => u32::MAX - random.below(3) as u32,
                2 => random.below(300) as u32,
                _ => random.below(8) as u32,
            };
            // Different discriminants too.
            let low = tag % DISCRIMINANT as u32;
            if tags.iter().all(|other| (other % DISCRIMINANT as u32).abs_diff(low) > 8) {
                tags.push(tag);
            } else if random.one_in(8) {
                tags.clear();
            }
        }
        Some(tags)
    }

    /// Fields; the last of the declaration see to it that all parameters are used.
    fn fields(&mut self, count: usize, named: bool, public: &str, last: bool) -> (String, String) {
        let (mut owned, mut view) = (String::new(), String::new());
        let mut place = 0;
        let mut push = |attributes: &[String], name: &str, ty: &Ty| {
            for (body, ty) in [(&mut owned, &ty.owned), (&mut view, &ty.view)] {
                body.push_str("\n    ");
                if !attributes.is_empty() {
                    let _ = write!(body, "#[onesheet({})] ", attributes.join(", "));
                }
                body.push_str(public);
                if named {
                    let _ = write!(body, "{name}: ");
                }
                let _ = write!(body, "{ty},");
            }
        };
        let plan = &self.maker.plans[self.place];
        let (generic, length, extensible, rows) =
            (plan.generic, plan.length, plan.extensible, plan.rows);
        let boxed = plan.enumeration && !last;
        for _ in 0..count {
            if extensible && self.maker.random.one_in(3) {
                self.defaults = true;
            }
            let recursion = rows && self.maker.random.one_in(3);
            let (mut attributes, ty) = self.field(recursion, boxed);
            let mut name = if place == 0 && self.maker.random.one_in(9) {
                "r#match".to_owned()
            } else {
                format!("f{place}")
            };
            if extensible && self.defaults && !attributes.iter().any(|a| a == "skip") {
                if named && ty.integer && self.maker.random.one_in(2) {
                    name.push_str("_seven");
                    attributes.push("default = 7".to_owned());
                } else {
                    attributes.push("default".to_owned());
                }
            }
            self.seen(&ty);
            push(&attributes, &name, &ty);
            place += 1;
        }
        if extensible && self.maker.random.one_in(4) {
            let attributes: &[_] = if self.defaults { &["default".to_owned()] } else { &[] };
            let nothing = ["()", "PhantomData<u8>", "[u16; 0]", "[(); 2]", "([char; 0], ())"];
            push(attributes, "z", &Ty::plain(self.maker.one_of(&nothing)));
        }
        if !last {
            return (owned, view);
        }
        let default = if extensible { "PhantomData<T>" } else { "T" };
        if generic && !self.open {
            let attributes: &[_] = if extensible { &["default".to_owned()] } else { &[] };
            let text = Ty { open: true, ..Ty::plain(default) };
            push(attributes, "t", &if extensible { text } else { parameter() });
        }
        if length {
            // It has no default that does not ask for more than `T` has.
            let array = Ty { open: true, ..Ty::plain("PhantomData<[T; N]>") };
            let array = if extensible { array } else { Ty { ..Ty::plain("[T; N]") } };
            let attributes: &[_] = if extensible { &["default".to_owned()] } else { &[] };
            push(attributes, "n", &array);
        }
        if self.other == (true, false) {
            // A lifetime of its own is always the second.
            let attributes: &[_] = if extensible { &["default".to_owned()] } else { &[] };
            let text = match self.maker.no_alloc {
                true => Ty::plain("heapless::String<9>"),
                false => Ty::plain("String").unbounded(),
            };
            let text = text.with_view("&'a str".to_owned());
            self.bounded &= text.bounded;
            push(attributes, "a", &text);
        }
        (owned, view)
    }

    /// A field's attributes and type.
    fn field(&mut self, recursion: bool, boxed: bool) -> (Vec<String>, Ty) {
        let Want { key, fixed } = self.maker.plans[self.place].want;
        let must = self.maker.plans[self.place].extensible && self.defaults;
        // So that most declarations are a part of the first.
        if !must && !std::mem::replace(&mut self.chained, true) {
            if let Some(ty) = self.maker.next(Want { key, fixed }) {
                return (Vec::new(), ty);
            }
        }
        let kind = self.maker.random.below(20);
        if kind < 2 {
            return (vec!["fixed".to_owned()], self.maker.word());
        }
        if self.maker.plans[self.place].lifetimes && !fixed && kind > 12 {
            return (Vec::new(), self.maker.text());
        }
        if kind == 2 && !key {
            let ty = match self.maker.no_alloc {
                true => self.maker.one_of(&["u32", "Option<char>", "()"]),
                false => self.maker.one_of(&["u32", "Option<String>", "Vec<u8>"]),
            };
            return (vec!["skip".to_owned()], Ty::plain(ty));
        }
        if kind == 3 && !key && !fixed && !must {
            let (marker, ty) = *self.maker.random.pick(&[("Inverted", "u32"), ("FromOne", "u16")]);
            self.maker.parts |= marker == "FromOne";
            return (vec![format!("with = {marker}")], Ty { default: false, ..Ty::plain(ty) });
        }
        for _ in 0..8 {
            let ty = match recursion {
                true => self.maker.recursion(Want { key, fixed }, boxed),
                false => None,
            };
            let ty = ty.unwrap_or_else(|| self.maker.any(Want { key, fixed }, DEPTH));
            if ty.default || !must {
                return (Vec::new(), ty);
            }
        }
        (Vec::new(), Ty { integer: true, ..Ty::plain("u16") })
    }

    fn seen(&mut self, ty: &Ty) {
        self.bounded &= ty.bounded;
        self.default &= ty.default;
        self.open |= ty.open;
        self.other.0 |= ty.view.contains("'b");
        self.other.1 |= ty.view.contains("'a");
    }
}
