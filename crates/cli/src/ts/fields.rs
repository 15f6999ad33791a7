//! Structs and enums.

use onesheet_dynamic::{Enum, Field, Struct, Value};

use super::layout::Code;
use super::names;
use super::scope::Scope;
use super::translate::{Translated, Translator};

/// The fields of a struct or of a variant.
struct Fields {
    keys: Vec<String>,
    /// What each is.
    values: Vec<Code>,
    /// What says each to a combinator.
    code: Vec<Code>,
    /// Whether their values are an object, and no array.
    are_keys: bool,
}

impl<'t> Translator<'t> {
    pub(super) fn structure(
        &mut self,
        s: &'t Struct,
        scope: Scope<'_, 't>,
    ) -> Result<Translated, String> {
        let fields = self.fields(&s.fields, scope)?;
        let members = fields.members(&fields.code);
        let mut arguments = vec![Code::text(names::string(&s.name)), Code::object(members)];
        if fields.are_keys && !fields.keys.is_empty() {
            arguments.push(fields.make());
        }
        let combinator = if s.extensible { "extensibleStruct" } else { "struct" };
        let code = self.call(combinator, arguments);
        Ok(Translated::new(fields.values(), code))
    }

    pub(super) fn enumeration(
        &mut self,
        e: &'t Enum,
        scope: Scope<'_, 't>,
    ) -> Result<Translated, String> {
        let is_plain = e.variants.iter().all(|variant| variant.fields.is_empty());
        let mut alternatives = Vec::new();
        let mut variants = Vec::new();
        for (variant, label) in e.variants.iter().zip(names::of_variants(&e.variants)) {
            // The package gives one without a name its tag.
            let is_tag = names::is_nameless(variant) && label == variant.tag.to_string();
            let mut arguments = vec![Code::text(names::string(if is_tag { "" } else { &label }))];
            let mut value = None;
            if !variant.fields.is_empty() {
                let fields = self.fields(&variant.fields, scope)?;
                arguments.push(fields.code_of_variant());
                value = Some(fields.value_of_variant());
            }
            alternatives.push(match is_plain {
                true => Code::text(names::string(&label)),
                false => Code::tagged(&label, value, ';'),
            });
            let variant_code = self.call("variant", arguments);
            variants.push(Code::member(&variant.tag.to_string(), variant_code));
        }
        let mut arguments = vec![Code::text(names::string(&e.name)), Code::object(variants)];
        arguments.extend(e.other.map(|tag| Code::text(tag.to_string())));
        let combinator = if e.extensible { "extensibleEnumeration" } else { "enumeration" };
        let code = self.call(combinator, arguments);
        let values =
            if alternatives.is_empty() { Code::text("never") } else { Code::Union(alternatives) };
        Ok(Translated::new(values, code))
    }

    fn fields(&mut self, fields: &'t [Field], scope: Scope<'_, 't>) -> Result<Fields, String> {
        let mut all = Fields {
            keys: names::of_fields(fields),
            values: Vec::new(),
            code: Vec::new(),
            are_keys: names::are_keys(fields),
        };
        for field in fields {
            let Translated { mut values, mut code } = self.at(&field.ty, scope)?;
            match &field.default {
                None => {}
                Some(Value::Default) => {
                    values = values.or("undefined");
                    code = self.call("unknownDefault", vec![code]);
                }
                Some(value) => {
                    let value = self
                        .literal(&field.ty, scope, value)
                        .map_err(|what| format!("{}: the default {what}", field.name))?;
                    code = self.call("field", vec![code, value]);
                }
            }
            all.values.push(values);
            all.code.push(code);
        }
        Ok(all)
    }
}

impl Fields {
    /// `key: piece` for each field.
    fn members(&self, pieces: &[Code]) -> Vec<Code> {
        let keys = self.keys.iter().zip(pieces);
        keys.map(|(key, piece)| Code::member(&names::key(key), piece.clone())).collect()
    }

    /// The type of their values.
    fn values(&self) -> Code {
        match self.are_keys {
            true => Code::object_type(self.members(&self.values)),
            false => Code::array(self.values.clone()),
        }
    }

    /// What `value` is of a variant with these fields: of one without a name the field itself.
    fn value_of_variant(&self) -> Code {
        match &self.values[..] {
            [only] if !self.are_keys => only.clone(),
            _ => self.values(),
        }
    }

    fn code_of_variant(&self) -> Code {
        match self.are_keys {
            true => Code::object(self.members(&self.code)),
            false => Code::array(self.code.clone()),
        }
    }

    /// The function that makes the object out of its fields.
    fn make(&self) -> Code {
        let parameters = names::of_parameters(&self.keys);
        let members =
            self.keys.iter().zip(&parameters).map(|(key, parameter)| match key == parameter {
                true => Code::text(key),
                false => Code::member(&names::key(key), Code::text(parameter)),
            });
        let object = Code::object(members.collect()).in_parentheses();
        let parameters = parameters.iter().map(Code::text).collect();
        Code::Join(vec![Code::call("", parameters), Code::text(" => "), object])
    }
}
