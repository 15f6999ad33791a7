//! The statements of a function, line by line.

/// The statements of one function.
pub(super) struct Body {
    /// Whether they read; else they write.
    pub(super) reads: bool,
    pub(super) out: String,
    pub(super) depth: usize,
    pub(super) names: usize,
    pub(super) misfit: Option<String>,
}

impl Body {
    /// Notes a default that the C type at `place` cannot hold.
    pub(super) fn misfit(&mut self, place: &str) {
        let place = place.replace("(*v).", "").replace("(*v)", "the message");
        self.misfit.get_or_insert(place);
    }

    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        let indent = "    ".repeat(self.depth);
        self.out += &format!("{indent}{}\n", line.as_ref());
    }

    /// `head {`, what `inside` adds, `}`; nothing if it adds nothing.
    pub(super) fn block(&mut self, head: &str, inside: impl FnOnce(&mut Self)) {
        self.depth += 1;
        let body = self.capture(inside);
        self.depth -= 1;
        if !body.is_empty() {
            self.line(format!("{head} {{").trim_start());
            self.out += &body;
            self.line("}");
        }
    }

    pub(super) fn capture(&mut self, inside: impl FnOnce(&mut Self)) -> String {
        let before = std::mem::take(&mut self.out);
        inside(self);
        std::mem::replace(&mut self.out, before)
    }

    /// A variable that no other statement of the function has.
    pub(super) fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    /// The statement for a broken rule, outside the calls that find their own.
    pub(super) fn fail(&mut self, rule: &str) {
        if self.reads {
            self.line(format!("onesheet_fail(r, {rule});"));
        } else {
            self.line(format!("return onesheet_write_fail(w, {rule});"));
        }
    }
}
