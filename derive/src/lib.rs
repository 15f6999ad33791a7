//! The derive macros of onesheet.
use proc_macro::TokenStream;

/// Derives `Serialize`.
#[proc_macro_derive(Serialize, attributes(onesheet))]
pub fn derive_serialize(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// Derives `Deserialize`.
#[proc_macro_derive(Deserialize, attributes(onesheet))]
pub fn derive_deserialize(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
