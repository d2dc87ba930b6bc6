import { beforeEach, describe, expect, it } from "vitest";
import { redactJson } from "../../src/core/redact/json.js";
import { useTagHash } from "../../src/core/redact/tag.js";
import { redactText } from "../../src/core/redact/text.js";
import { cpuTimeOf } from "../support/cpu-time.js";

const letters = (n: number) => "aB3dE5fG7hJ9kL1mN".repeat(40).slice(0, n);

/** What is planted, and the word that takes its place. */
const TOKENS: readonly (readonly [secret: string, kind: string])[] = [
  [`AKIA${"ABCDEFGH12345678"}`, "aws-key"],
  [`ghp_${letters(36)}`, "github-token"],
  [`github_pat_${letters(60)}`, "github-token"],
  [`glpat-${letters(20)}`, "gitlab-token"],
  [`xoxb-123456789012-${letters(24)}`, "slack-token"],
  [`sk-ant-api03-${letters(80)}`, "anthropic-key"],
  [`sk-proj-${letters(48)}`, "openai-key"],
  [`AIza${letters(35)}`, "google-key"],
  [`sk_live_${letters(24)}`, "stripe-key"],
  [`npm_${letters(36)}`, "npm-token"],
  [`eyJ${letters(30)}.eyJ${letters(60)}.${letters(43)}`, "jwt"],
  [`-----BEGIN OPENSSH PRIVATE KEY-----\n${letters(300)}\n-----END OPENSSH PRIVATE KEY-----`, "private-key"],
  ["0123456789abcdef".repeat(4), "hex-token"],
];

const NAMED: readonly (readonly [text: string, secret: string])[] = [
  ["PASSWORD=hunter2 npm start", "hunter2"],
  ["export DB_PASSWORD='two words'", "two words"],
  ['{"api_key": "abc def"}', "abc def"],
  ['{\\"password\\":\\"hunter2\\"}', "hunter2"],
  ["password: hunter2", "hunter2"],
  ["tool --password hunter2 --verbose", "hunter2"],
  ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG", "wJalrXUtnFEMI"],
  ["curl -H 'Authorization: Bearer abcdef123456'", "abcdef123456"],
  ["Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"],
  ["git clone https://me:s3cret@example.com/x.git", "s3cret"],
  ["curl -u me:s3cret https://example.com", "s3cret"],
  ["SNAPHOOK_TOKEN=abc123", "abc123"],
  ["DB_PASSWORD: correcthorse", "correcthorse"],
  ["PASSWORD = hunter", "hunter"],
  ['{"password":"ab\\"cdef"}', "cdef"],
];

beforeEach(() => useTagHash(() => undefined)); // other tests of this process may have set one

describe("secrets in a text", () => {
  it.each(TOKENS)("T10 known form %#: gone wherever it stands", (secret, kind) => {
    for (const text of [secret, `x ${secret} y`, `"${secret}"`, `A=${secret};`, `\n${secret}\n`]) {
      const redacted = redactText(text);
      expect(redacted).toContain(`[redacted:${kind}]`);
      expect(redacted).not.toContain(secret.slice(8, 24));
    }
  });

  it.each(NAMED)("T10 by the name beside it: %s", (text, secret) => {
    expect(redactText(text)).not.toContain(secret);
    expect(redactText(text)).toContain("[redacted:");
  });

  it("a key that was cut off in the middle goes to the end", () => {
    expect(redactText(`before -----BEGIN RSA PRIVATE KEY-----\n${letters(90)}`)).toBe("before [redacted:private-key]");
  });

  it("what only looks a little like one stays", () => {
    const harmless = [
      "max_tokens: 1000",
      "password: string",
      "the password: it is wrong",
      "const token = await getToken()",
      "TOKEN=$TOKEN",
      "Bearer of bad news",
      "https://example.com:8080/a@b",
      `sha256:${"0123456789abcdef".repeat(4)}`,
      "git commit -m 'secretary of state'",
      "sk-learn and risk-averse",
    ];
    for (const text of harmless) expect(redactText(text)).toBe(text);
  });

  it("is the same when it is done again", () => {
    for (const [text] of NAMED) expect(redactText(redactText(text))).toBe(redactText(text));
  });

  it("takes time in proportion to the text, whatever is in it", async () => {
    const parts = [
      "eyJ",
      "eyJa.",
      "token",
      "password",
      "sk-",
      "://a:",
      "--token ",
      "bearer ",
      'token="',
      "secret-",
      "f",
      "ghp_",
      "key: ",
      "A=",
      "sshpass ",
      "docker login ",
      "mysql -",
      "Cookie: a=",
      "name: x value",
      "authorization: ",
      "-u a:",
      "$5$",
      "1|",
      "[redacted:",
      "-----BEGIN PRIVATE KEY-----",
      '\\\\"a\\\\":',
    ];
    for (const part of parts) {
      const text = part.repeat(Math.ceil(100_000 / part.length));
      expect(await cpuTimeOf(() => redactText(text)), part).toBeLessThan(2_000);
    }
    const long = "password=hunter2 ghp_ https://a:b@c ".repeat(28_000);
    const ms = await cpuTimeOf(() => expect(redactText(long)).not.toContain("hunter2"));
    expect(ms).toBeLessThan(20_000);
  });
});

describe("secrets in a value", () => {
  it("go by the name of their field, however deep", () => {
    const value = { password: "two words", list: [{ apiKey: "zzz", n: 1, ok: true }], plain: "text", none: null };
    expect(redactJson(value)).toEqual({
      password: "[redacted:password]",
      list: [{ apiKey: "[redacted:key]", n: 1, ok: true }],
      plain: "text",
      none: null,
    });
    expect(value.password).toBe("two words");
  });

  it("a field called __proto__ is a field", () => {
    const redacted = redactJson(JSON.parse('{"__proto__": {"a": "PASSWORD=hunter2"}}'));
    expect(Object.keys(redacted)).toEqual(["__proto__"]);
    expect(JSON.stringify(redacted)).not.toContain("hunter2");
  });
});
