/** 10,000 lines of a web server's access log, in the shape of the row sets/log of ../../../benches. */
import { seq, str, struct, u16, u64Number, u8 } from "onesheet";
import { Random } from "./random.js";

const USERS = ["-", "alice", "bob", "carmen", "david", "eric", "frank", "george", "harry"];
const METHODS = ["GET", "POST", "PUT", "UPDATE", "DELETE"];
const PATHS = [
  "/",
  "/index.html",
  "/users/profile",
  "/favicon.ico",
  "/assets/app.js",
  "/search?q=onesheet",
];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const CODES = [200, 200, 200, 200, 301, 304, 403, 404, 500];

function line(random) {
  const two = (x) => String(x).padStart(2, "0");
  const time = `${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}`;
  const date = `${two(random.within(1, 28))}/${random.one(MONTHS)}/${random.within(1970, 2021)}`;
  const [x0, x1, x2, x3] = random.list(4, (random) => random.below(256));
  return {
    address: { x0, x1, x2, x3 },
    identity: "-",
    userid: random.one(USERS),
    date: `${date}:${time}Z`,
    request: `${random.one(METHODS)} ${random.one(PATHS)} HTTP/1.${random.below(2)}`,
    code: random.one(CODES),
    size: random.within(0, 100_000_000),
  };
}

export const name = "log";
export const value = { logs: new Random().list(10_000, line) };

const Address = struct("Address", { x0: u8, x1: u8, x2: u8, x3: u8 }, (x0, x1, x2, x3) => ({
  x0,
  x1,
  x2,
  x3,
}));
const Log = struct(
  "Log",
  {
    address: Address,
    identity: str,
    userid: str,
    date: str,
    request: str,
    code: u16,
    size: u64Number,
  },
  (address, identity, userid, date, request, code, size) => ({
    address,
    identity,
    userid,
    date,
    request,
    code,
    size,
  }),
);
export const type = struct("Logs", { logs: seq(Log) }, (logs) => ({ logs }));

export const proto = `
  syntax = "proto3";
  message Address { uint32 x0 = 1; uint32 x1 = 2; uint32 x2 = 3; uint32 x3 = 4; }
  message Log {
    Address address = 1; string identity = 2; string userid = 3; string date = 4; string request = 5;
    uint32 code = 6; uint64 size = 7;
  }
  message Root { repeated Log logs = 1; }
`;

/** A sum over one field of all lines, which is what a chart asks for. */
export const sumOfView = (view) =>
  view.fields.logs.items.fields.size.values.reduce((a, b) => a + b, 0);
export const sumOfValue = (value) => value.logs.reduce((sum, log) => sum + Number(log.size), 0);
