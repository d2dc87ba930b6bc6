/** Where a value ends, and which values are drawn, written or only stand for one. */
import { describe, expect, it } from "vitest";
import { isPlaceholder, looksRandom } from "../../src/core/redact/random.js";
import { redactText } from "../../src/core/redact/text.js";
import { isHarmless, isWritten, valueAt } from "../../src/core/redact/values.js";

describe("T10 a value", () => {
  /** It stands between « and ». */
  it.each([
    'x="«ab c»" d',
    "x='«ab c»' d",
    "x=`«ab c»` d",
    "x=«abc» d",
    "x=«abc»,d",
    'x="«abc»',
    'x="«abc»\nd"',
    String.raw`x="«a\"b»" c`,
    String.raw`x="«a\\»" c"`,
    String.raw`x="«a\\\"b»" c`,
    String.raw`x=\"«ab c»\" d\"`,
    String.raw`x=\"«a\\\"b»\" d`,
    String.raw`x=\"«abc»", d: \"e`,
    String.raw`x=\\\"«ab c»\\\" d`,
    String.raw`x=\\\\\\\"«ab»\\\\\\\" c`,
    'x="Bearer «abc123»"',
    'x="Basic  «abc123»"',
    'x="«Bearer »"',
    `x="«${"a".repeat(4096)}»b"`,
    `x=«${"a".repeat(4096)}»b`,
  ])("%s", (marked) => {
    const text = marked.replaceAll(/[«»]/g, "");
    const [start, end] = [marked.indexOf("«"), marked.indexOf("»") - 1];
    expect(valueAt(text, 2)).toEqual({ start, end, quoted: /^x=\\*["'`]/.test(text) });
  });

  it.each(['x=""', "x=''", "x=", "x= a", String.raw`x=\"\"`, String.raw`x=\a`, "x=(a)"])("is not in %s", (text) => {
    expect(valueAt(text, 2)).toBeUndefined();
  });
});

describe("T10 a value beside the name of a secret", () => {
  const [WORD, VARIABLE] = [false, true];
  it.each([
    // Numbers: how many tokens there are, or one digit of anything.
    ["123456789", "token", WORD, true],
    ["1234567890", "token", WORD, false],
    ["100k", "token", VARIABLE, true],
    ["1", "password", WORD, true],
    ["12", "password", WORD, false],
    ["123", "secret", WORD, true],
    ["1234", "secret", WORD, false],
    // Sentences.
    ["the word here", "token", WORD, true],
    ["the word here", "token", VARIABLE, true],
    ["the word here", "password", WORD, true],
    ["the word here", "password", VARIABLE, false],
    // Names of a program.
    ["hunter", "password", WORD, true],
    ["hunter", "password", VARIABLE, false],
    ["hunter2", "password", WORD, false],
    ["config.token", "token", VARIABLE, true],
    ["myToken", "token", VARIABLE, true],
    ["mytoken", "token", VARIABLE, false],
    // What is shorter than any key.
    ["a1b2c3d4e", "key", VARIABLE, true],
    ["a1b2c3d4e5", "key", VARIABLE, false],
    ["a1b2c3d4e", "token", VARIABLE, false],
  ] as const)("%s of a %s, whose name is one of a variable: %s, is written: %s", (value, kind, name, written) => {
    expect(isWritten(value, kind, false, name)).toBe(written);
  });

  it.each([
    ["ab", "token", true],
    ["ab1", "token", false],
    ["a1", "password", false],
    ["ab", "password", false],
    ["abc-def", "key", true],
    ["abc-def", "password", false],
    ["abcdefghijk", "key", true],
    ["abcdefghijkl", "key", false],
    ["Abc", "key", false],
    ["two words", "token", false],
  ] as const)("%s of a %s, in quotes, is written: %s", (value, kind, written) => {
    expect(isWritten(value, kind, true, false)).toBe(written);
  });

  it.each([
    ["", true],
    ["true", true],
    ["$TOKEN", true],
    ["a${TOKEN}b", true],
    ["/run/secrets/name", true],
    ["/run/zq8w7xk2m4v9b1n6", false],
    ["AKIAIOSFODNN7EXAMPLE", true],
    ["wJalrXUtnFEMIEXAMPLEKEY", true],
    ["hunter2", false],
    ["trueish", false],
  ])("%s is harmless: %s", (value, harmless) => {
    expect(isHarmless(value)).toBe(harmless);
  });
});

describe("T10 a value that looks drawn", () => {
  it.each([
    ["zq8w7xk2m4v9b1n6", {}, true],
    ["zq8w7xk2m4v9b1n", {}, false],
    ["zq8w7xk2m4v9b1n", { least: 15 }, true],
    ["zq8w7xk2m4v9b1n6".repeat(256), {}, true],
    [`${"zq8w7xk2m4v9b1n6".repeat(256)}z`, {}, false],
    ["zq8w7xk2 m4v9b1n6", {}, false],
    // Digests and ids.
    ["9f8e7d6c5b4a3f2e1d", {}, false],
    ["9f8e7d6c5b4a3f2e1d", { hex: true }, true],
    ["1b2c3d4e-aaaa-4aaa-9aaa-7a6a5f4d3a2c", {}, false],
    ["1b2c3d4e-aaaa-4aaa-9aaa-7a6a5f4d3a2c", { hex: true }, true],
    // Letters alone, of both sorts or of one.
    ["zQxWvKmVbNtYpLrS", {}, true],
    ["zqxwvkmvbntyplrs", {}, false],
    ["ZQXWVKMVBNTYPLRS", {}, false],
    ["abCdeFghIjKlmNop", {}, false],
    ["getUserAccessToken", {}, false],
    ["12345678901234567", {}, false],
    ["1_2_3_4_5_6_7_8_9_0_1", {}, false],
    // Signs, and the same few letters again and again.
    ["q--w--e--r--1--2--3--z", {}, false],
    ["q1-w2-e3-r4-t5-z6-u7", {}, false],
    ["q1w2-e3r4-t5z6-u7i8", {}, true],
    ["q1r2s3t4q1r2s3t4", {}, true],
    ["q1r2s3t4q1r2s3t4q1r2", {}, true],
    ["q1r2s3t1q1r2s3t1", {}, false],
    ["q1r2q1r2", { least: 8 }, true],
    ["q1r1q1r1", { least: 8 }, false],
    // Longer runs of one sort: a name beside it speaks for it, or no language has its consonants.
    ["abc123def456ghi789", {}, false],
    ["abc123def456ghi789", { named: true }, true],
    ["abcd1234efgh5678ijkl", { named: true }, false],
    ["qwrtzpsd1fghjklmn2xcvbnm", {}, true],
    ["qwrtzpsd1fghjklmn2xcvbn", {}, false],
    ["qwrtzpsdfghjklmnpxcvbnm1", {}, false],
    ["qwrtzpsd1fghjklmn2xcvbnm-q", {}, false],
    ["pineapple1raspberry2melon", {}, false],
  ] as const)("%s with %j: %s", (value, options, random) => {
    expect(looksRandom(value, options)).toBe(random);
  });

  it.each([
    ["xxxxxxxx", true],
    ["your-api-key", true],
    ["DB_PASSWORD", true],
    ["access_token", true],
    ["path/to/file", true],
    ["AKIA...", true],
    ["hunter2", false],
    [`${"q1".repeat(296)}q.xxxxxxx`, false],
    [`${"q1".repeat(296)}.xxxxxxx`, true],
  ])("%s is a place to fill in: %s", (value, placeholder) => {
    expect(isPlaceholder(value)).toBe(placeholder);
  });

  it("is a secret when it is all of a text, up to a length", () => {
    const drawn = (length: number) => "zq8w7xk2m4v9b1n6ty3p".repeat(80).slice(0, length);
    expect(redactText(drawn(19))).toBe(drawn(19));
    expect(redactText(` ${drawn(19)}`)).toBe(` ${drawn(19)}`);
    for (const length of [20, 1500]) expect(redactText(` ${drawn(length)}\n`)).toBe(" [redacted:value]\n");
    expect(redactText(drawn(1501))).toBe(drawn(1501));
    expect(redactText(`${" ".repeat(8)}${drawn(1500)}`)).toBe(`${" ".repeat(8)}[redacted:value]`);
    expect(redactText(`${" ".repeat(9)}${drawn(1500)}`)).toContain(drawn(1500));
    for (const other of ["EXAMPLE", "/x"]) expect(redactText(drawn(20) + other)).toBe(drawn(20) + other);
    for (const id of ["call_", "toolu_", "ghp_"]) expect(redactText(id + drawn(16))).toBe(id + drawn(16));
  });
});
