//! ordered-float: `OrderedFloat<T>` and `NotNan<T>` are the float; a NaN is refused of the second.

use ::ordered_float::{NotNan, OrderedFloat};

use crate::list::Indexed;
use crate::types::via::via;

via! {
    [] OrderedFloat<f32> as f32 {
        kind: Refused, to: |float| float.0, from: |float| Some(OrderedFloat(float))
    }
    [] OrderedFloat<f64> as f64 {
        kind: Refused, to: |float| float.0, from: |float| Some(OrderedFloat(float))
    }
    [] NotNan<f32> as f32 {
        kind: Refused, to: |float| float.into_inner(), from: |float| NotNan::new(float).ok()
    }
    [] NotNan<f64> as f64 {
        kind: Refused, to: |float| float.into_inner(), from: |float| NotNan::new(float).ok()
    }
}

impl Indexed for OrderedFloat<f32> {}
impl Indexed for OrderedFloat<f64> {}
impl Indexed for NotNan<f32> {}
impl Indexed for NotNan<f64> {}
