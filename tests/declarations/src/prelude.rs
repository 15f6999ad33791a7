//! What a declaration may name.

pub use std::borrow::Cow;
pub use std::cmp::Reverse;
pub use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
pub use std::marker::PhantomData;
pub use std::num::{NonZeroI8, NonZeroI32, NonZeroU8, NonZeroU16, NonZeroU64, NonZeroU128};
pub use std::rc::Rc;
pub use std::sync::Arc;
pub use std::time::Duration;

pub use onesheet::list::Seq;
pub use onesheet::types::{Be, Bounded, Fixed, Le};
pub use onesheet::{Deserialize, Serialize};

pub use crate::{FromOne, Inverted};
