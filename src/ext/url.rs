//! url: `Url` is str, as it is normalised.

use ::url::Url;

use super::text;

text! {
    Url:
        Url::as_str,
        // Any other text of the same URL would be a second form.
        |text| Url::parse(text).ok().filter(|url| url.as_str() == text);
}
