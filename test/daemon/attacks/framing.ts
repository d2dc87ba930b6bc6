/** Requests that could be read as more or fewer than one. Node's own parser refuses them, so there is nothing to switch off. */
import { type Attack, type Attacks, EVENT } from "./attack.js";

const bad = (headers: Attack["headers"], more: object = {}): Attack => ({
  refused: "REQUEST_MALFORMED",
  headers,
  ...more,
});
const length = (value: string | readonly string[]) => bad({ "content-length": value });
const CUT = { refused: "cut" } as const;
const GOOD = `POST /v1/events HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nauthorization: Bearer CONTROL\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${EVENT.length}\r\n`;

export const FRAMING: Attacks = {
  "node:http": {
    "two lengths": length(["5", "6"]),
    "the same length twice": length([String(EVENT.length), String(EVENT.length)]),
    "a list of lengths": length("5, 5"),
    "a negative length": length("-1"),
    "a length with a sign": length("+5"),
    "a length in hexadecimal": length("0x5"),
    "a length beyond all numbers": length("9".repeat(30)),
    "a length and chunks": bad({ "transfer-encoding": "chunked" }),
    "chunks and a length": bad({ "content-length": null, "transfer-encoding": "chunked", "Content-Length": "5" }),
    "chunks that are none": bad({ "transfer-encoding": "identity, chunked", "content-length": null }, CUT),
    "chunks twice": bad({ "transfer-encoding": "chunked, chunked", "content-length": null }),
    "chunks in another spelling": bad({ "transfer-encoding": "xchunked", "content-length": null }, CUT),
    "chunks that are not the last": bad({ "transfer-encoding": "chunked, identity", "content-length": null }),
    "chunks in two headers": bad({ "transfer-encoding": ["chunked", "identity"], "content-length": null }),
    "a chunk whose size is no number": bad(
      { "transfer-encoding": "chunked", "content-length": null },
      { body: "zz\r\nx\r\n0\r\n\r\n", ...CUT },
    ),
    "a chunk with a sign": bad(
      { "transfer-encoding": "chunked", "content-length": null },
      { body: "-1\r\nx\r\n0\r\n\r\n", ...CUT },
    ),
    "a chunk beyond all numbers": bad(
      { "transfer-encoding": "chunked", "content-length": null },
      { body: `${"f".repeat(20)}\r\nx\r\n0\r\n\r\n`, ...CUT },
    ),
    "a space before the colon": { refused: "REQUEST_MALFORMED", raw: `${GOOD}x-a : b\r\n\r\n${EVENT}` },
    "a header that goes on in the next line": {
      refused: "REQUEST_MALFORMED",
      raw: `${GOOD}x-a: b\r\n : c\r\n\r\n${EVENT}`,
    },
    "a NUL in a header": { refused: "REQUEST_MALFORMED", raw: `${GOOD}x-a: b\0c\r\n\r\n${EVENT}` },
    "a return without a line break": {
      refused: "REQUEST_MALFORMED",
      raw: `${GOOD}x-a: b\rhost: evil.example\r\n\r\n${EVENT}`,
    },
    "line breaks without a return": {
      refused: "REQUEST_MALFORMED",
      raw: `${GOOD}\r\n${EVENT}`.replaceAll("\r\n", "\n"),
    },
    "a header without a name": { refused: "REQUEST_MALFORMED", raw: `${GOOD}: b\r\n\r\n${EVENT}` },
    "a header without a colon": { refused: "REQUEST_MALFORMED", raw: `${GOOD}x-a\r\n\r\n${EVENT}` },
    "headers without end": { refused: "HEAD_TOO_LARGE", headers: { "x-a": "a".repeat(70_000) } },
    "an address without end": { refused: "HEAD_TOO_LARGE", line: `GET /${"a".repeat(70_000)}` },
    "a method in small letters": { refused: "REQUEST_MALFORMED", line: "post /v1/events" },
    "a method of our own making": { refused: "REQUEST_MALFORMED", line: "SNAP /v1/events" },
    "a tunnel": { refused: "cut", line: "CONNECT 127.0.0.1:PORT", body: "" },
    "HTTP/2 from the start": { refused: "REQUEST_MALFORMED", raw: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" },
    "HTTP of a version that is none": { refused: "REQUEST_MALFORMED", line: "POST /v1/events HTTP/9.9" },
    TLS: { refused: "REQUEST_MALFORMED", raw: Buffer.from("16030100a5010000a10303", "hex") },
    "our own protocol for calls": {
      refused: "REQUEST_MALFORMED",
      raw: "snaphook 1 0.0.1 claude-code PreToolUse 1:1 go 0\n",
    },
    "another protocol": { refused: "REQUEST_MALFORMED", raw: "HELO there\r\n" },
  },
};
