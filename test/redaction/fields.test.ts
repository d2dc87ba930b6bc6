/** Secrets in values, by the names of their fields and by their own form. */
import { describe, expect, it } from "vitest";
import { redactField, redactJson } from "../../src/core/redact/json.js";
import { summarise } from "../../src/runtime/record/summarise.js";

const DRAWN = "zq8w7xk2m4v9b1n6ty3p";
const PASSWORD = "[redacted:password]";

describe("T10 the value of a field", () => {
  it("goes as a whole under the name of a secret, with every list in it", () => {
    expect(redactJson({ passwords: ["a1", ["b2"], { x: "d4", pwd: "e 5" }], note: ["a1"] })).toEqual({
      passwords: [PASSWORD, [PASSWORD], { x: "d4", pwd: PASSWORD }],
      note: ["a1"],
    });
    expect(redactJson(["PASSWORD=hunter2", 1, null, true])).toEqual([`PASSWORD=${PASSWORD}`, 1, null, true]);
    expect(redactJson(undefined)).toBeUndefined();
  });

  it("stays where it is empty, filled in later, or redacted already", () => {
    const value = { password: "", apiKey: "${KEY}", secret: "true", token: "x [redacted:token]", pwd: PASSWORD };
    expect(redactJson(value)).toEqual(value);
  });

  it("goes where it only looks drawn, if the name says nothing else of it", () => {
    expect(redactJson({ other: DRAWN, auth: "zq8w7xk2m4v9b1n6" })).toEqual({
      other: "[redacted:value]",
      auth: "[redacted:key]",
    });
    for (const name of ["session_id", "sessionId", "requestUuid", "file", "cwd", "model", "sha256", "tool-name"])
      expect(redactField(name, DRAWN)).toBe(DRAWN);
    expect(redactField("session_id", "PASSWORD=hunter2")).toBe(`PASSWORD=${PASSWORD}`);
  });

  it("is called as the name beside it says", () => {
    const named = [
      { name: "DB_PASSWORD", value: "two words" },
      { key: "DB_PASSWORD", value: "two words" },
      { name: 5, key: "DB_PASSWORD", value: "two words" },
    ];
    expect(redactJson(named)).toEqual(named.map((one) => ({ ...one, value: PASSWORD })));
    const others = [
      { name: "color", key: "DB_PASSWORD", value: "two words" },
      { name: "DB_PASSWORD", other: "two words" },
      { name: 5, key: 6, value: "two words" },
      { value: "two words" },
    ];
    expect(redactJson(others)).toEqual(others);
  });

  it("may be a secret in a name", () => {
    expect(redactJson({ "TOKEN=abc123": 1, [DRAWN]: 2 })).toEqual({ "TOKEN=[redacted:token]": 1, [DRAWN]: 2 });
  });

  it("is no token where it is a number of them", () => {
    expect(redactJson({ token: "123456789", password: "123456789" })).toEqual({
      token: "123456789",
      password: PASSWORD,
    });
    expect(redactJson({ token: "1234567890" })).toEqual({ token: "[redacted:token]" });
  });

  it("goes where it is a number under the name of a secret, as in a text that says the same", () => {
    const numbers = {
      password: 12345678,
      pwds: 1,
      key: 1234567890123456,
      secret: 12345,
      tokens: 4096,
      port: 8080,
      passwords: [4711],
    };
    const redacted = { ...numbers, password: PASSWORD, secret: "[redacted:secret]", passwords: [PASSWORD] };
    expect(redactJson(numbers)).toEqual(redacted);
    expect(redactJson({ name: "DB_PASSWORD", value: 4711 })).toEqual({ name: "DB_PASSWORD", value: PASSWORD });
    expect(summarise({ tool_input: numbers }).kept).toEqual({ tool_input: redacted });
  });
});
