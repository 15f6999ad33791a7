//! smol_str: `SmolStr` is str.

use ::smol_str::SmolStr;

owned_text! { SmolStr: |text| text.as_str(), |text| Some(text.into()); }
