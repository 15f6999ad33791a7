//! url: `Url` is str, as it is normalised. One whose text is that of another URL, as setters can make it, is
//! refused.

use ::url::Url;

/// The URL of this text, unless it has another form: any other text of the same URL would be a second one.
fn parse(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|url| url.as_str() == text)
}

owned_text! {
    Url: Url::as_str, parse, true: |url| parse(url.as_str()).is_none();
}
