/** Payload and body (F2). */

/** What a block begins with (F1). */
export const MARK = Uint8Array.of(0x89, 0x6f, 0x73, 0x31, 0x0d, 0x0a, 0x1a);

const MARK_LAST = 0x1a;
/** What a body has instead, and behind it 0 for a mark, 1 for itself. */
const ESCAPE_LAST = 0x1b;
const COMMON = MARK.length - 1;

/**
 * Where the mark's first six bytes begin in `bytes`, at `from` or behind, and one of these two
 * follows; or -1.
 */
function find(bytes: Uint8Array, from: number, last: number, orLast: number): number {
  let at = bytes.indexOf(MARK[0]!, from);
  while (at >= 0) {
    let same = 1;
    while (same < COMMON && bytes[at + same] === MARK[same]) same++;
    const next = bytes[at + COMMON];
    if (same === COMMON && (next === last || next === orLast)) return at;
    at = bytes.indexOf(MARK[0]!, at + 1);
  }
  return -1;
}

/** Where the first mark begins at `from` or behind, or -1. */
export function findMark(bytes: Uint8Array, from: number): number {
  return find(bytes, from, MARK_LAST, MARK_LAST);
}

/** The body of a payload; the payload itself where they are the same. */
export function toBody(payload: Uint8Array): Uint8Array {
  const places: number[] = [];
  for (let at = 0; ; at += MARK.length) {
    at = find(payload, at, MARK_LAST, ESCAPE_LAST);
    if (at < 0) break;
    places.push(at + COMMON);
  }
  if (places.length === 0) return payload;
  const body = new Uint8Array(payload.length + places.length);
  let done = 0;
  places.forEach((place, i) => {
    body.set(payload.subarray(done, place), done + i);
    body[place + i] = ESCAPE_LAST;
    body[place + i + 1] = payload[place] === MARK_LAST ? 0 : 1;
    done = place + 1;
  });
  body.set(payload.subarray(done), done + places.length);
  return body;
}

/**
 * The payload of a body without a mark; the body itself where they are the same; nothing if it is
 * no body.
 */
export function toPayload(body: Uint8Array): Uint8Array | undefined {
  let at = find(body, 0, ESCAPE_LAST, ESCAPE_LAST);
  if (at < 0) return body;
  const payload = new Uint8Array(body.length);
  let done = 0;
  let length = 0;
  while (at >= 0) {
    const place = at + COMMON;
    const stands = body[place + 1];
    if (stands !== 0 && stands !== 1) return undefined;
    payload.set(body.subarray(done, place), length);
    length += place - done;
    payload[length++] = stands === 0 ? MARK_LAST : ESCAPE_LAST;
    done = place + 2;
    at = find(body, done, ESCAPE_LAST, ESCAPE_LAST);
  }
  payload.set(body.subarray(done), length);
  return payload.subarray(0, length + body.length - done);
}
