//! Extensible types as they were (`old`) and as they are now (`new`), and what each reads of the
//! other (W29 to W32).

use std::collections::BTreeMap;

use arbitrary::Arbitrary;
use onesheet::{Deserialize, Serialize};

/// An old type.
pub trait Old: Sized {
    /// The same type, later.
    type New;

    /// What a new reader makes of an old message.
    fn to_new(self) -> Self::New;

    /// What an old reader makes of a new message; `None` if it rejects it.
    fn from_new(new: Self::New) -> Option<Self>;
}

macro_rules! types {
    ($generation:ident: $($item:item)*) => {
        pub mod $generation {
            use super::*;
            $(
                #[derive(Arbitrary, Serialize, Deserialize, Clone, Debug, PartialEq)]
                $item
            )*
        }
    };
}

types! { old:
    /// Fixed fields, so that its list is of rows (W12).
    #[onesheet(extensible)]
    pub struct Point {
        pub x: u8,
        pub y: f32,
    }

    #[onesheet(extensible)]
    pub struct Empty {}

    #[onesheet(extensible)]
    pub struct Config {
        pub host: String,
        pub ports: Vec<u16>,
        #[onesheet(default = 500)]
        pub retries: u16,
    }

    #[onesheet(extensible)]
    pub enum Event {
        Start,
        Key(u16),
        Moved { to: Point },
        #[onesheet(other, tag = 1000)]
        Unknown,
    }

    #[onesheet(extensible)]
    pub enum Mode {
        Off,
        On { level: u8 },
    }

    #[onesheet(extensible, rows)]
    pub struct Node {
        pub label: u16,
        pub children: Vec<Node>,
    }

    /// Not extensible itself.
    pub struct Document {
        pub config: Config,
        pub events: Vec<Event>,
        pub points: [Point; 2],
        pub nodes: BTreeMap<u8, Node>,
        pub empty: Option<Empty>,
        pub after: i32,
    }
}

types! { new:
    #[onesheet(extensible)]
    pub struct Point {
        pub x: u8,
        pub y: f32,
        #[onesheet(default)]
        pub z: f32,
        #[onesheet(default)]
        pub nothing: (),
    }

    #[onesheet(extensible)]
    pub struct Empty {
        #[onesheet(default)]
        pub none: [u32; 0],
        #[onesheet(default = 7)]
        pub some: u8,
    }

    #[onesheet(extensible)]
    pub struct Config {
        pub host: String,
        pub ports: Vec<u16>,
        #[onesheet(default = 500)]
        pub retries: u16,
        #[onesheet(default = "none")]
        pub user: String,
        #[onesheet(default)]
        pub origin: Option<Point>,
        #[onesheet(default)]
        pub modes: Vec<Mode>,
    }

    #[onesheet(extensible)]
    pub enum Event {
        Start { #[onesheet(default)] warm: bool },
        Key(u16, #[onesheet(default = 7)] u8),
        Moved {
            to: Point,
            #[onesheet(default)]
            path: Vec<Point>,
        },
        Wheel(Vec<i16>),
        #[onesheet(tag = 70_000)]
        Named { name: String },
        #[onesheet(other, tag = 1000)]
        Unknown,
    }

    #[onesheet(extensible)]
    pub enum Mode {
        Off,
        On {
            level: u8,
            #[onesheet(default)]
            colour: Option<[u8; 3]>,
        },
        Timed(u32),
    }

    #[onesheet(extensible, rows)]
    pub struct Node {
        pub label: u16,
        pub children: Vec<Node>,
        #[onesheet(default)]
        pub siblings: Vec<Node>,
    }

    pub struct Document {
        pub config: Config,
        pub events: Vec<Event>,
        pub points: [Point; 2],
        pub nodes: BTreeMap<u8, Node>,
        pub empty: Option<Empty>,
        pub after: i32,
    }
}

impl Old for old::Point {
    type New = new::Point;

    fn to_new(self) -> new::Point {
        new::Point { x: self.x, y: self.y, z: 0.0, nothing: () }
    }

    fn from_new(new: new::Point) -> Option<Self> {
        Some(old::Point { x: new.x, y: new.y })
    }
}

impl Old for old::Empty {
    type New = new::Empty;

    fn to_new(self) -> new::Empty {
        new::Empty { none: [], some: 7 }
    }

    fn from_new(_: new::Empty) -> Option<Self> {
        Some(old::Empty {})
    }
}

impl Old for old::Config {
    type New = new::Config;

    fn to_new(self) -> new::Config {
        let old::Config { host, ports, retries } = self;
        new::Config { host, ports, retries, user: "none".into(), origin: None, modes: vec![] }
    }

    fn from_new(new: new::Config) -> Option<Self> {
        Some(old::Config { host: new.host, ports: new.ports, retries: new.retries })
    }
}

impl Old for old::Event {
    type New = new::Event;

    fn to_new(self) -> new::Event {
        match self {
            old::Event::Start => new::Event::Start { warm: false },
            old::Event::Key(code) => new::Event::Key(code, 7),
            old::Event::Moved { to } => new::Event::Moved { to: to.to_new(), path: vec![] },
            old::Event::Unknown => new::Event::Unknown,
        }
    }

    fn from_new(new: new::Event) -> Option<Self> {
        Some(match new {
            new::Event::Start { .. } => old::Event::Start,
            new::Event::Key(code, _) => old::Event::Key(code),
            new::Event::Moved { to, .. } => old::Event::Moved { to: Old::from_new(to)? },
            new::Event::Wheel(_) | new::Event::Named { .. } | new::Event::Unknown => {
                old::Event::Unknown
            }
        })
    }
}

impl Old for old::Mode {
    type New = new::Mode;

    fn to_new(self) -> new::Mode {
        match self {
            old::Mode::Off => new::Mode::Off,
            old::Mode::On { level } => new::Mode::On { level, colour: None },
        }
    }

    fn from_new(new: new::Mode) -> Option<Self> {
        match new {
            new::Mode::Off => Some(old::Mode::Off),
            new::Mode::On { level, .. } => Some(old::Mode::On { level }),
            new::Mode::Timed(_) => None,
        }
    }
}

impl Old for old::Node {
    type New = new::Node;

    fn to_new(self) -> new::Node {
        new::Node { label: self.label, children: self.children.to_new(), siblings: vec![] }
    }

    fn from_new(new: new::Node) -> Option<Self> {
        Some(old::Node { label: new.label, children: Old::from_new(new.children)? })
    }
}

impl Old for old::Document {
    type New = new::Document;

    fn to_new(self) -> new::Document {
        new::Document {
            config: self.config.to_new(),
            events: self.events.to_new(),
            points: self.points.map(Old::to_new),
            nodes: self.nodes.into_iter().map(|(key, node)| (key, node.to_new())).collect(),
            empty: self.empty.map(Old::to_new),
            after: self.after,
        }
    }

    fn from_new(new: new::Document) -> Option<Self> {
        let [a, b] = new.points;
        let nodes = new.nodes.into_iter().map(|(key, node)| Some((key, Old::from_new(node)?)));
        Some(old::Document {
            config: Old::from_new(new.config)?,
            events: Old::from_new(new.events)?,
            points: [Old::from_new(a)?, Old::from_new(b)?],
            nodes: nodes.collect::<Option<_>>()?,
            empty: match new.empty {
                Some(empty) => Some(Old::from_new(empty)?),
                None => None,
            },
            after: new.after,
        })
    }
}

impl<T: Old> Old for Vec<T> {
    type New = Vec<T::New>;

    fn to_new(self) -> Vec<T::New> {
        self.into_iter().map(Old::to_new).collect()
    }

    fn from_new(new: Vec<T::New>) -> Option<Self> {
        new.into_iter().map(Old::from_new).collect()
    }
}
