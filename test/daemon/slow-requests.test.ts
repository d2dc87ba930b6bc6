/**
 * Requests that take longer than the limits of a running daemon; see http-attacks.test.ts for the names in brackets.
 */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AttackedDaemon } from "../support/attacked-daemon.js";
import { bytesOf, EVENT, type Words } from "./attacks/attack.js";

let place: AttackedDaemon;
beforeAll(async () => {
  place = await AttackedDaemon.start();
});
afterAll(() => place.close());

const words = (): Words => ({
  PORT: String(place.port),
  OAK: String(place.oakPort),
  CONTROL: place.tokens.control,
  HOOKS: place.tokens.hooks,
  ASK: "none",
  HASH: "none",
});

describe("requests to the daemon", () => {
  describe("that take their time", { concurrent: true }, () => {
    const head = `POST /v1/events HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nauthorization: Bearer CONTROL\r\n`;
    const body = `${head}content-type: application/json\r\ncontent-length: ${EVENT.length + 1000}\r\n\r\n`;
    const good = "GET /v1/health HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nauthorization: Bearer CONTROL\r\n\r\n";
    it.each([
      ["a line on which nothing is said", "slow heads", "", ""],
      ["a head drop by drop", "slow heads", head, "x-a: b\r\n"],
      ["half a head", "slow heads", head, ""],
      ["the head of a second request drop by drop", "slow heads", good + head, "x-a: b\r\n"],
      ["a body drop by drop", "slow bodies", body, " "],
      ["half a body", "slow bodies", body + EVENT.slice(0, 20), ""],
    ])("T6 %s [%s]", async (_, defence, first, drop) => {
      const socket = connect(place.port, "127.0.0.1").on("error", () => {});
      let said = "";
      const closed = new Promise((done) => socket.on("close", done));
      socket.on("data", (bytes) => (said += bytes)).write(bytesOf({ refused: "cut", raw: first }, words()));
      const drops = setInterval(() => drop !== "" && socket.writable && socket.write(drop), 500);
      await closed;
      clearInterval(drops);
      // Node's own limit would end it too, later and without this code.
      expect(said).toContain(defence === "slow heads" ? "HEAD_TOO_SLOW" : "BODY_TOO_SLOW");
    });
  });

  it("T6 a guard still answers", async () => {
    expect(await place.guarded()).toContain("the harbour is closed");
  });
});
