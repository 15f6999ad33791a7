//! smol_str: `SmolStr` is str.

use ::smol_str::SmolStr;

use super::text;

text! { SmolStr: |text| text.as_str(), |text| Some(text.into()); }
