//! compact_str: `CompactString` is str.

#[cfg(feature = "compact_str-0_10")]
owned_text! { compact_str_0_10::CompactString: |text| text.as_str(), |text| Some(text.into()); }
#[cfg(feature = "compact_str-0_9")]
owned_text! { compact_str_0_9::CompactString: |text| text.as_str(), |text| Some(text.into()); }
