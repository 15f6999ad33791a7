//! Addresses.
//!
//! | Rust | format |
//! |--|--|
//! | `Ipv4Addr`, `Ipv6Addr` | array(u8, 4), array(u8, 16) |
//! | `SocketAddrV4` | tuple(array(u8, 4), u16 port) |
//! | `SocketAddrV6` | tuple(array(u8, 16), u16 port, u32 flow info, u32 scope) |
//! | `IpAddr`, `SocketAddr` | enum {0: V4, 1: V6} |

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use crate::schema::enum_schema;
use crate::types::via::via;

via! {
    [] Ipv4Addr as [u8; 4] {
        kind: OutOfRange,
        to: Ipv4Addr::octets,
        from: |octets| Some(Ipv4Addr::from(octets))
    }
    [] Ipv6Addr as [u8; 16] {
        kind: OutOfRange,
        to: Ipv6Addr::octets,
        from: |octets| Some(Ipv6Addr::from(octets))
    }
    [] SocketAddrV4 as (Ipv4Addr, u16) {
        kind: OutOfRange,
        to: |address| (*address.ip(), address.port()),
        from: |(ip, port)| Some(SocketAddrV4::new(ip, port))
    }
    [] SocketAddrV6 as (Ipv6Addr, u16, u32, u32) {
        kind: OutOfRange,
        to: |address| (*address.ip(), address.port(), address.flowinfo(), address.scope_id()),
        from: |(ip, port, flow, scope)| Some(SocketAddrV6::new(ip, port, flow, scope))
    }
    [] IpAddr as Result<Ipv4Addr, Ipv6Addr> {
        kind: OutOfRange,
        to: |address| match address {
            IpAddr::V4(v4) => Ok(*v4),
            IpAddr::V6(v6) => Err(*v6),
        },
        from: |either: Result<_, _>| Some(either.map_or_else(IpAddr::V6, IpAddr::V4)),
        schema: enum_schema! { "IpAddr" 0: "V4" (Ipv4Addr::SCHEMA), 1: "V6" (Ipv6Addr::SCHEMA) }
    }
    [] SocketAddr as Result<SocketAddrV4, SocketAddrV6> {
        kind: OutOfRange,
        to: |address| match address {
            SocketAddr::V4(v4) => Ok(*v4),
            SocketAddr::V6(v6) => Err(*v6),
        },
        from: |either: Result<_, _>| Some(either.map_or_else(SocketAddr::V6, SocketAddr::V4)),
        schema: enum_schema! {
            "SocketAddr" 0: "V4" (SocketAddrV4::SCHEMA), 1: "V6" (SocketAddrV6::SCHEMA)
        }
    }
}
