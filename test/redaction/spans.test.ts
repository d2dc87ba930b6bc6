/** Which part of a text goes when several finders see something in it. */
import { describe, expect, it } from "vitest";
import { settle } from "../../src/core/redact/span.js";
import { redactText, secretsIn } from "../../src/core/redact/text.js";

/** `0-5a` is a span from 0 to 5 of the kind a. */
const spans = (text: string) =>
  (text === "" ? [] : text.split(" ")).map((one) => {
    const [, start, end, kind] = /^(\d+)-(\d+)(\w*)$/.exec(one)!;
    return { start: Number(start), end: Number(end), kind: kind! };
  });
const settled = (found: string, taken = "") =>
  settle(spans(found), spans(taken))
    .map(({ start, end, kind }) => `${start}-${end}${kind}`)
    .join(" ");

describe("T10 spans that were found", () => {
  it.each([
    ["5-9a 0-5b", "0-5b 5-9a"],
    ["0-3a 12-15b 6-9c", "0-3a 6-9c 12-15b"],
    // The wider one stays, with the kind that was named first.
    ["0-9a 2-5b", "0-9a"],
    ["2-5b 0-9a", "0-9b"],
    ["0-5a 0-5b", "0-5a"],
    ["0-5a 0-9b", "0-9a"],
    ["0-9b 0-5a", "0-9b"],
    ["0-9a 5-9b", "0-9a"],
    // Two that overlap are one.
    ["0-5a 3-9b", "0-9a"],
    ["3-9b 0-5a", "0-9a"],
    ["0-5a 3-9b 8-12c 12-14d", "0-12a 12-14d"],
  ])("%s are settled as %s", (found, kept) => {
    expect(settled(found)).toBe(kept);
  });

  it.each([
    ["0-5a", "5-9", "0-5a"],
    ["5-9a", "0-5", "5-9a"],
    ["5-9a", "0-6", ""],
    ["5-9a", "8-12", ""],
    ["5-9a", "6-7", ""],
    ["5-9a 20-25b", "0-2 3-4 7-8 21-22", ""],
    ["5-9a 20-25b", "0-2 3-4 10-12 30-31", "5-9a 20-25b"],
  ])("%s beside %s, which is redacted, are settled as %s", (found, taken, kept) => {
    expect(settled(found, taken)).toBe(kept);
  });
});

describe("T10 a text", () => {
  it("says where its secrets are, in order, and what they are", () => {
    expect(secretsIn("TOKEN=abc123 https://me:s3cret@h PASSWORD=hunter2")).toMatchObject([
      { kind: "token", start: 6, end: 12 },
      { kind: "password", start: 24, end: 30 },
      { kind: "password", start: 42, end: 49 },
    ]);
  });

  it("of six letters may hold one, and a shorter one none", () => {
    expect(redactText("pwd=12")).toBe("pwd=[redacted:password]");
    expect(redactText("pwd=1")).toBe("pwd=1");
  });

  it("is looked at again where one secret hid another", () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    expect(redactText(`hooks.slack.com/services/T00/B00/aB3dE5fG7hJ9kL1m${token}`)).not.toContain(token);
    expect(redactText("password=Bearer abc123")).toBe("password=Bearer [redacted:authorization]");
  });

  it("that is one drawn value is a secret when it is looked at first, and not what is left of another", () => {
    expect(secretsIn("zq8w7xk2m4v9b1n6ty3p")).toMatchObject([{ kind: "value", start: 0, end: 20 }]);
    expect(secretsIn("zq8w7xk2m4v9b1n6ty3p", { lone: false })).toEqual([]);
    expect(redactText(`ghp_${"a1B2".repeat(9)}`)).toBe("[redacted:github-token]");
  });
});
