//! What a keyboard's firmware keeps and sends: enums that hold enums, in arrays and in containers of
//! fixed capacity.

/// Defines the messages: the same for each codec, whose attributes and derives the enums and the
/// structs have.
#[macro_export]
macro_rules! keyboard {
    ($(#[$of_enum:meta])*; $(#[$of_struct:meta])*) => {
        $(#[$of_enum])*
        #[derive(Clone, Copy, PartialEq)]
        pub enum Key {
            No,
            Letter(u8),
            Usage(u8),
            Consumer(u16),
            System(u8),
        }

        $(#[$of_enum])*
        #[derive(Clone, Copy, PartialEq)]
        pub enum Mouse {
            Button(u8),
            MoveBy(i8, i8),
            Wheel(i8),
            Accelerate,
        }

        $(#[$of_enum])*
        #[derive(Clone, Copy, PartialEq)]
        pub enum Light {
            Toggle,
            Next,
            Brightness(i8),
            Color(u8, u8, u8),
        }

        $(#[$of_enum])*
        #[derive(Clone, Copy, PartialEq)]
        pub enum Action {
            No,
            Transparent,
            Press(Key),
            With(Key, u8),
            Modify(u8),
            OneShot(u8),
            Layer(u8),
            LayerToggle(u8),
            TapOrLayer(Key, u8),
            TapOrModify(Key, u8),
            Mouse(Mouse),
            Light(Light),
            Macro(u8),
            User(u16),
            CapsWord,
            Bootloader,
        }

        /// Four keys that together do what another would.
        $(#[$of_struct])*
        #[derive(Clone, PartialEq)]
        pub struct Combo {
            pub keys: [Action; 4],
            pub output: Action,
            pub layer: Option<u8>,
        }

        /// What a key does by the pattern of taps and holds.
        $(#[$of_struct])*
        #[derive(Clone, PartialEq)]
        pub struct Morse {
            pub hold_ms: u16,
            pub gap_ms: u16,
            pub permissive: bool,
            pub actions: heapless::LinearMap<u8, Action, 8>,
        }

        /// One layer.
        $(#[$of_struct])*
        #[derive(Clone, PartialEq)]
        pub struct KeyMap {
            pub layer: u8,
            pub keys: heapless::Vec<Action, 60>,
        }
    };
}

/// The messages that are measured, and the program for one codec: a module with the types and
/// `encode_combo`, `decode_combo` and so on.
#[macro_export]
macro_rules! keyboard_program {
    ($codec:ident) => {
        use core::hint::black_box;

        use $crate::cost;
        use $crate::$codec::{
            Action, Combo, Key, KeyMap, Light, Morse, Mouse, combo, key_map, morse,
        };

        /// The action of the key of that number.
        fn action(n: u8) -> Action {
            match n % 20 {
                0 => Action::Transparent,
                1 => Action::No,
                2 => Action::With(Key::Letter(n), 2),
                3 => Action::Modify(n % 8),
                4 => Action::Layer(n % 8),
                5 => Action::TapOrLayer(Key::Letter(n), 1),
                6 => Action::TapOrModify(Key::Usage(n), 4),
                7 => Action::Mouse(Mouse::MoveBy(-5, 5)),
                8 => Action::Light(Light::Color(n, 0, 255)),
                9 => Action::Press(Key::Consumer(0xe9)),
                10 => Action::Macro(n),
                11 => Action::User(u16::from(n) + 200),
                12 => Action::CapsWord,
                _ => Action::Press(Key::Letter(n)),
            }
        }

        #[cortex_m_rt::entry]
        fn main() -> ! {
            cost::warm_up();
            cost::report("empty", " call ", || {
                black_box(0);
            });
            let message = black_box(Combo {
                keys: [action(13), action(2), action(14), action(9)],
                output: action(11),
                layer: Some(2),
            });
            cost::exchange("combo", &message, combo::encode, combo::decode);
            let mut actions = heapless::LinearMap::new();
            for (n, pattern) in [2, 5, 3, 1, 9].into_iter().enumerate() {
                let _ = actions.insert(pattern, action(4 + n as u8));
            }
            let message = black_box(Morse { hold_ms: 250, gap_ms: 180, permissive: true, actions });
            cost::exchange("morse", &message, morse::encode, morse::decode);
            let mut keys = heapless::Vec::new();
            for n in 0..60 {
                let _ = keys.push(action(n));
            }
            let message = black_box(KeyMap { layer: 2, keys });
            cost::exchange("key_map", &message, key_map::encode, key_map::decode);
            cost::exit(true)
        }

        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            cost::exit(false)
        }
    };
}

/// The functions of one message: a module of that name.
#[macro_export]
macro_rules! message {
    ($module:ident, $ty:ty, $encode:expr, $decode:expr) => {
        pub mod $module {
            use super::*;

            #[inline(never)]
            pub fn encode(message: &$ty, buf: &mut [u8; 512]) -> usize {
                let encode: fn(&$ty, &mut [u8; 512]) -> usize = $encode;
                encode(message, buf)
            }

            #[inline(never)]
            pub fn decode(bytes: &[u8]) -> Option<$ty> {
                let decode: fn(&[u8]) -> Option<$ty> = $decode;
                decode(bytes)
            }
        }
    };
}
