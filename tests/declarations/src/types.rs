//! Random Rust types, each in two forms: one that owns, and the view that borrows from the message.

use onesheet_dynamic::random::Random;

use crate::module::Plan;

/// A Rust type as text, and what decides where it may stand.
#[derive(Clone)]
pub struct Ty {
    pub owned: String,
    /// The view has lifetimes `'a` and `'b`; `@3;` stands for those of declaration 3, and `%3;` for
    /// the same without `'b`.
    pub view: String,
    /// `Default::default()` is what the checks take it for.
    pub default: bool,
    /// It has a `MAX_LEN`.
    pub bounded: bool,
    /// It mentions a parameter of its declaration.
    pub open: bool,
    /// It is an integer, and 7 one of its values.
    pub integer: bool,
}

/// What a place asks of a type.
#[derive(Clone, Copy)]
pub struct Want {
    /// To be a [`Key`](onesheet::ser::Key).
    pub key: bool,
    /// To be fixed (W1).
    pub fixed: bool,
}

impl Want {
    /// Whether what meets `other` meets this too.
    fn met_by(self, other: Want) -> bool {
        (other.key || !self.key) && (other.fixed || !self.fixed)
    }
}

/// Where types are made: in a declaration, those after it being there already.
pub struct Maker<'a> {
    pub random: &'a mut Random,
    pub plans: &'a [Plan],
    /// The declaration that the type is a part of; all of them if it is none of these.
    pub within: Option<usize>,
    /// Some type made so far may refuse 0.
    pub parts: bool,
    /// Some type made so far is as wide as the machine.
    pub machine: bool,
    /// Only of types that need no memory.
    pub no_alloc: bool,
}

impl Ty {
    /// The same in both forms.
    pub fn plain(text: &str) -> Self {
        Ty {
            owned: text.to_owned(),
            view: text.to_owned(),
            default: true,
            bounded: true,
            open: false,
            integer: false,
        }
    }

    /// `form` with this type in place of each `_`.
    fn inside(&self, form: &str) -> Self {
        Ty {
            owned: form.replace('_', &self.owned),
            view: form.replace('_', &self.view),
            integer: false,
            ..self.clone()
        }
    }

    pub fn unbounded(self) -> Self {
        Ty { bounded: false, ..self }
    }

    fn always_default(self) -> Self {
        Ty { default: true, ..self }
    }

    fn no_default(self) -> Self {
        Ty { default: false, ..self }
    }

    pub fn with_view(self, view: String) -> Self {
        Ty { view, ..self }
    }

    /// The view of a list, all in it of one lifetime.
    fn seq(&self) -> String {
        format!("Seq<'a, {}>", self.view.replace("'b", "'a").replace('@', "%"))
    }

    fn borrows(&self) -> bool {
        self.view.contains(['\'', '@', '%'])
    }
}

const WORDS: [&str; 6] = ["u16", "u32", "u64", "i16", "i32", "i64"];

impl Maker<'_> {
    pub fn any(&mut self, want: Want, depth: usize) -> Ty {
        if let Some(ty) = self.parameter(want) {
            return ty;
        }
        if depth == 0 || self.random.one_in(3) {
            return self.leaf(want);
        }
        if self.random.one_in(3) {
            if let Some(ty) = self.declared(want, depth - 1) {
                return ty;
            }
        }
        let depth = depth - 1;
        match self.random.below(if want.fixed { 6 } else { 18 }) {
            6 | 7 if self.no_alloc => self.any(want, depth).inside("Option<_>").always_default(),
            8..=11 | 13 if self.no_alloc => self.list(want, depth),
            14.. if self.no_alloc => self.unsorted(want, depth),
            0 | 1 => self.array(want, depth),
            2 | 3 => self.tuple(want, depth),
            4 | 5 => self.pointer(want, depth),
            6 | 7 => {
                let form = self.one_of(&["Option<_>", "Option<_>", "Option<Box<_>>"]);
                self.any(want, depth).inside(form).always_default()
            }
            8..=11 => self.list(want, depth),
            12 => {
                let ok = self.any(want, depth);
                let err = self.any(want, depth);
                join("Result<", &[ok, err], ">").no_default()
            }
            13 => {
                let n = self.random.below(5);
                let item = self.any(want, depth);
                let view = match want.key || item.open {
                    true => item.inside(&format!("Bounded<Vec<_>, {n}>")).view,
                    false => format!("Bounded<{}, {n}>", item.seq()),
                };
                item.inside(&format!("Bounded<Vec<_>, {n}>")).with_view(view).always_default()
            }
            14 => {
                let form: &[_] = if want.key {
                    &["BTreeSet<_>"]
                } else {
                    &["BTreeSet<_>", "HashSet<_>", "Bounded<BTreeSet<_>, 3>"]
                };
                let form = self.one_of(form);
                let item = self.any(Want { key: true, ..want }, depth);
                let bounded = item.bounded && form.starts_with("Bounded");
                Ty { bounded, default: true, ..item.inside(form) }
            }
            _ => {
                let form: &[_] = if want.key { &["BTreeMap<"] } else { &["BTreeMap<", "HashMap<"] };
                let form = self.one_of(form);
                let key = self.any(Want { key: true, ..want }, depth);
                let value = self.any(want, depth);
                join(form, &[key, value], ">").unbounded().always_default()
            }
        }
    }

    pub fn one_of(&mut self, names: &[&'static str]) -> &'static str {
        let name: &&'static str = self.random.pick(names);
        name
    }

    /// A parameter of the declaration.
    fn parameter(&mut self, want: Want) -> Option<Ty> {
        let plan = &self.plans[self.within?];
        let may = plan.generic && want.met_by(plan.want);
        (may && self.random.one_in(4)).then(parameter)
    }

    fn leaf(&mut self, want: Want) -> Ty {
        let fixed = ["u8", "i8", "u128", "i128", "()", "PhantomData<char>"];
        match self.random.below(if want.fixed { 4 } else { 12 }) {
            0 | 1 => number(self.one_of(&fixed)),
            2 if want.key => {
                let number = self.one_of(&WORDS);
                Ty::plain(&format!("Fixed<{number}>"))
            }
            2 => {
                let forms =
                    ["f32", "f64", "Fixed<u32>", "Be<u16>", "Be<f64>", "Le<i64>", "Le<u128>"];
                Ty::plain(self.one_of(&forms))
            }
            3 => {
                self.parts = true;
                Ty::plain(self.one_of(&["NonZeroU8", "NonZeroI8", "NonZeroU128"])).no_default()
            }
            4 | 5 => number(self.one_of(&WORDS)),
            6 => Ty::plain(self.one_of(&["bool", "char"])),
            7 | 8 => self.text(),
            9 => {
                let bytes = match self.no_alloc {
                    true => Ty::plain("heapless::Vec<u8, 9>"),
                    false => Ty::plain("Vec<u8>").unbounded(),
                };
                let view = if want.key { bytes.owned.clone() } else { "&'a [u8]".to_owned() };
                bytes.with_view(view)
            }
            10 => {
                self.machine = true;
                number(self.one_of(&["usize", "isize"]))
            }
            _ => {
                self.parts = true;
                let forms = ["NonZeroU16", "NonZeroI32", "NonZeroU64", "Duration"];
                Ty::plain(self.one_of(&forms)).no_default()
            }
        }
    }

    /// Text, of one of two lifetimes where the declaration has them.
    pub fn text(&mut self) -> Ty {
        let n = self.random.below(20);
        let other = self.within.is_some_and(|within| self.plans[within].lifetimes);
        // Two lifetimes in one declaration, and types that differ in nothing else.
        let lifetime = if other && self.random.one_in(2) { "'b" } else { "'a" };
        if self.no_alloc {
            let owned = format!("heapless::String<{n}>");
            let view = match self.random.below(4) {
                0 | 1 => format!("&{lifetime} str"),
                2 => format!("Bounded<&{lifetime} str, {n}>"),
                _ => owned.clone(),
            };
            return Ty::plain(&owned).with_view(view);
        }
        let (owned, view) = match self.random.below(8) {
            0..4 => ("String".to_owned(), format!("&{lifetime} str")),
            4 => (format!("Bounded<String, {n}>"), format!("Bounded<&{lifetime} str, {n}>")),
            5 => ("Cow<'static, str>".to_owned(), format!("Cow<{lifetime}, str>")),
            6 => ("Cow<'static, str>".to_owned(), "Cow<'static, str>".to_owned()),
            _ => {
                let owned = self.one_of(&["Box<str>", "Rc<str>", "Arc<str>"]);
                (owned.to_owned(), owned.to_owned())
            }
        };
        let bounded = owned.starts_with("Bounded");
        Ty { bounded, ..Ty::plain(&owned).with_view(view) }
    }

    fn array(&mut self, want: Want, depth: usize) -> Ty {
        let n = *self.random.pick(&[0, 0, 1, 2, 3, 7]);
        let item = self.any(want, depth);
        let default = n == 0 || item.default;
        Ty { default, ..item.inside(&format!("[_; {n}]")) }
    }

    fn tuple(&mut self, want: Want, depth: usize) -> Ty {
        let n = 1 + self.random.below(4);
        let parts: Vec<_> = (0..n).map(|_| self.any(want, depth)).collect();
        join("(", &parts, ",)")
    }

    fn pointer(&mut self, want: Want, depth: usize) -> Ty {
        let item = self.any(want, depth);
        if self.no_alloc {
            return item.inside("Reverse<_>");
        }
        let form = self.one_of(&["Box<_>", "Box<_>", "Rc<_>", "Arc<_>", "Reverse<_>", "Cow"]);
        match form {
            // What borrows is not 'static, and of a parameter it is not known.
            "Cow" if item.borrows() || item.open => item.inside("Box<_>"),
            "Cow" => item.inside("Cow<'static, _>"),
            form => item.inside(form),
        }
    }

    fn list(&mut self, want: Want, depth: usize) -> Ty {
        if self.no_alloc {
            let forms: &[_] = if want.key {
                &["heapless::Vec<_, 3>"]
            } else {
                &["heapless::Vec<_, 3>", "heapless::Vec<_, 5>", "heapless::Deque<_, 4>"]
            };
            let form = self.one_of(forms);
            let item = self.any(want, depth);
            let n = form.as_bytes()[form.len() - 2] as char;
            let view = match want.key || item.open {
                true => item.inside(form).view,
                false => format!("Bounded<{}, {n}>", item.seq()),
            };
            return item.inside(form).with_view(view).always_default();
        }
        let forms =
            ["Vec<_>", "Vec<_>", "Vec<_>", "VecDeque<_>", "LinkedList<_>", "Box<[_]>", "Rc<[_]>"];
        let form = self.one_of(&forms);
        let item = self.any(want, depth);
        let view = if want.key || item.open { item.inside(form).view } else { item.seq() };
        item.inside(form).with_view(view).unbounded().always_default()
    }

    /// A map or a set that is not sorted. None is a key.
    fn unsorted(&mut self, want: Want, depth: usize) -> Ty {
        if want.key {
            return self.list(want, depth);
        }
        let forms = ["heapless::LinearMap<", "FnvIndexMap<", "FnvIndexSet<"];
        let form = self.one_of(&forms);
        let key = self.any(Want { key: true, ..want }, depth);
        let n = if form.contains("Linear") { 3 } else { 4 };
        if form.ends_with("Set<") {
            return join(form, &[key], &format!(", {n}>")).always_default();
        }
        let value = self.any(want, depth);
        join(form, &[key, value], &format!(", {n}>")).always_default()
    }

    /// A declaration after this one.
    fn declared(&mut self, want: Want, depth: usize) -> Option<Ty> {
        let first = self.within.map_or(0, |within| within + 1);
        let fit = |place: &usize| {
            let plan = &self.plans[*place];
            want.met_by(plan.want)
        };
        let fit: Vec<_> = (first..self.plans.len()).filter(fit).collect();
        if fit.is_empty() {
            return None;
        }
        let place = *self.random.pick(&fit);
        Some(self.reference(place, depth))
    }

    /// The declaration after this one, by itself or in something.
    pub fn next(&mut self, want: Want) -> Option<Ty> {
        let place = self.within? + 1;
        let plan = self.plans.get(place)?;
        if !want.met_by(plan.want) {
            return None;
        }
        let ty = self.reference(place, 1);
        let forms = if want.fixed { 3 } else { 6 };
        let forms = match self.no_alloc {
            true => {
                let map = if want.key { "Reverse<_>" } else { "heapless::LinearMap<u8, _, 3>" };
                &["_", "_", "[_; 2]", "heapless::Vec<_, 4>", "Option<_>", map][..forms]
            }
            false => &["_", "_", "[_; 2]", "Vec<_>", "Option<_>", "BTreeMap<u8, _>"][..forms],
        };
        let form = self.one_of(forms);
        let bounded = ty.bounded && (self.no_alloc || !form.contains(['V', 'B']));
        Some(Ty { bounded, ..ty.inside(form).no_default() })
    }

    /// A declaration with its parameters.
    pub fn reference(&mut self, place: usize, depth: usize) -> Ty {
        let Plan { want, generic, length, .. } = self.plans[place];
        let (bounded, default) = (self.plans[place].bounded, self.plans[place].default);
        if !generic {
            let view = format!("D{place}<@{place};>");
            return Ty { bounded, default, ..Ty::plain(&format!("D{place}")).with_view(view) };
        }
        let argument = self.any(want, depth);
        let n = if length { format!(", {}", self.random.below(4)) } else { String::new() };
        let bounded = bounded && argument.bounded;
        let view = argument.inside(&format!("D{place}<@{place};_{n}>")).view;
        let ty = argument.inside(&format!("D{place}<_{n}>")).with_view(view);
        Ty { bounded, default: false, ..ty }
    }

    /// A rows type around this place, or the declaration itself: in something that may end it.
    pub fn recursion(&mut self, want: Want, boxed: bool) -> Option<Ty> {
        // Without memory, nothing can contain itself.
        let within = self.within.filter(|_| !self.no_alloc)?;
        let fit = |place: &usize| {
            let plan = &self.plans[*place];
            plan.rows && !plan.generic && want.met_by(plan.want)
        };
        let fit: Vec<_> = (0..=within).filter(fit).collect();
        if fit.is_empty() {
            return None;
        }
        let place = *self.random.pick(&fit);
        let view = format!("D{place}<@{place};>");
        let row = Ty::plain(&format!("D{place}")).with_view(view).unbounded();
        let mut forms = vec![
            "Vec<_>",
            "Vec<_>",
            "Option<Box<_>>",
            "Option<Rc<_>>",
            "VecDeque<_>",
            "Box<[_]>",
            "BTreeMap<u8, _>",
            "Vec<Option<_>>",
            "[Option<Box<_>>; 2]",
        ];
        if !want.key {
            forms.extend(["Vec<(f32, _)>", "HashMap<String, _>", "HashMap<u16, Vec<_>>"]);
        }
        if boxed {
            forms.extend(["Box<_>", "Box<_>", "(Box<_>, Arc<_>)"]);
        }
        let form = self.one_of(&forms);
        Some(Ty {
            default: !form.contains("Box<_>") || form.contains("Option"),
            ..row.inside(form)
        })
    }

    /// An integer that is marked `fixed`.
    pub fn word(&mut self) -> Ty {
        number(self.one_of(&WORDS))
    }
}

pub fn parameter() -> Ty {
    Ty { default: false, open: true, ..Ty::plain("T") }
}

fn number(text: &str) -> Ty {
    let integer = text.starts_with(['u', 'i']);
    Ty { integer, ..Ty::plain(text) }
}

fn join(before: &str, parts: &[Ty], after: &str) -> Ty {
    let text = |of: fn(&Ty) -> &str| {
        let parts: Vec<_> = parts.iter().map(of).collect();
        format!("{before}{}{after}", parts.join(", "))
    };
    Ty {
        owned: text(|ty| &ty.owned),
        view: text(|ty| &ty.view),
        default: parts.iter().all(|ty| ty.default),
        bounded: parts.iter().all(|ty| ty.bounded),
        open: parts.iter().any(|ty| ty.open),
        integer: false,
    }
}
