import { describe, expect, it } from "vitest";
import { PREFIXED } from "../../src/core/redact/prefixed.js";
import { SHAPES } from "../../src/core/redact/shapes.js";
import { redactText } from "../../src/core/redact/text.js";
import { EXAMPLES } from "./prefixed-examples.js";

const hex = (n: number) => "0a1b2c3d4e5f6789".repeat(12).slice(0, n);
const mixed = (n: number) => "aB3dE5fG7hJ9kL1mN".repeat(40).slice(0, n);
const upper = (n: number) => "A2BCD3EFG4HJK5LMN6".repeat(8).slice(0, n);

/** A text with an example in it, the example itself, and a text with what is nearly one. */
const SHAPED: Readonly<Record<string, readonly (readonly [before: string, secret: string, near: string])[]>> = {
  jwt: [
    ["x ", `eyJ${mixed(20)}.eyJ${mixed(40)}.${mixed(43)}`, `x eyJ${mixed(20)} ${mixed(9)}`],
    ["x ", `ZXlK${mixed(80)}`, `x ZXlK${mixed(30)}`],
    ["", `eyJ${mixed(8)}.${mixed(4)}.`, `eyJ${mixed(7)}.${mixed(4)}.`], // the shortest of all
  ],
  "slack-webhook": [
    ["https://hooks.slack.com/services/", `T0000AAAA/B0000BBBB/${mixed(24)}`, "https://hooks.slack.com/services/T0/B0"],
  ],
  "discord-webhook": [
    ["https://discord.com/api/webhooks/", `123456789012345678/${mixed(68)}`, "https://discord.com/api/webhooks/123"],
  ],
  "teams-webhook": [
    [
      "https://acme.webhook.office.com/webhookb2/",
      `${hex(36)}@${hex(36)}/IncomingWebhook/${hex(32)}/${hex(36)}`,
      "https://acme.webhook.office.com/webhookb2/about",
    ],
    [
      "https://outlook.office.com/webhook/",
      `${hex(36)}@${hex(36)}/IncomingWebhook/${hex(32)}/${hex(36)}`,
      "https://outlook.office.com/webhook/about",
    ],
  ],
  "ngrok-token": [["ngrok x ", `2${mixed(26)}_7${mixed(20)}`, `ngrok x 2${mixed(26)}_7${mixed(19)}`]],
  jwk: [
    ['{"kty":"EC","d":"', `${mixed(43)}`, `{"kty":"EC","x":"${mixed(43)}"}`],
    ['{"kty":"oct","k":"', `${mixed(43)}`, `{"use":"oct","k":"${mixed(12)}"}`],
  ],
  "putty-key": [["Private-Lines: 2\n", `${mixed(64)}\n${mixed(40)}`, `Public-Lines: 2\n${mixed(64)}`]],
  "azure-function-key": [
    ["https://x.example/api/run?code=", `${mixed(44)}AzFu${mixed(6)}==`, `https://x.example/api/run?code=${mixed(44)}`],
  ],
  pgpass: [["db.example:5432:shop:app:", "hunter2", "db.example:80:shop:app:hunter2"]],
  "workflow-webhook": [["https://x.logic.azure.com/a?api-version=1&sig=", mixed(43), "https://x.example/a?sig=no"]],
  "zapier-webhook": [["https://hooks.zapier.com/hooks/catch/", "1234567/abcdefg", "https://hooks.zapier.com/hooks/"]],
  "tines-webhook": [
    ["https://acme.tines.com/webhook/", `${mixed(32)}/${mixed(32)}`, "https://acme.tines.com/webhook/docs/x"],
  ],
  "google-chat-webhook": [
    [
      "https://chat.googleapis.com/v1/spaces/AAAAbbbb/messages?",
      `key=${mixed(39)}&token=${mixed(43)}`,
      "https://chat.googleapis.com/v1/spaces/AAAAbbbb/messages?page=1",
    ],
  ],
  "discord-token": [["x ", `M${mixed(23)}.${mixed(6)}.${mixed(27)}`, `x M${mixed(23)}.${mixed(5)}.${mixed(27)}`]],
  "telegram-token": [["x ", `123456789:AA${mixed(33)}`, `x 123456789:AA${mixed(20)}`]],
  "twilio-account": [[`AC${hex(32)}:`, hex(32), `AC${hex(31)}:${hex(31)}`]],
  "azure-secret": [["x ", `a1B8Q~${mixed(34)}`, `x a1B8Q~${mixed(30)}`]],
  "azure-key": [["x ", `${mixed(76)}+ASt${mixed(6)}==`, `x sha512-${mixed(86)}==`]],
  "azure-devops-token": [["x ", `${mixed(76)}AZDO${mixed(4)}`, `x ${mixed(75)}AZDO${mixed(4)}`]],
  "mailchimp-key": [["x ", `${hex(32)}-us12`, `x ${hex(31)}-us12`]],
  "newrelic-key": [["x ", `${hex(32)}FFFFNRAL`, `x ${hex(30)}FFFFNRAL`]],
  "terraform-token": [["x ", `${mixed(14)}.atlasv1.${mixed(64)}`, `x ${mixed(14)}.atlasv1.${mixed(50)}`]],
  "twitter-token": [["x ", `${"A".repeat(22)}${mixed(40)}%2F${mixed(40)}`, `x ${"A".repeat(22)}${mixed(20)}`]],
  "facebook-token": [["x ", `123456789012345|${mixed(27)}`, `x 1234567890|${mixed(27)}`]],
  "laravel-token": [["x ", `12|${mixed(40)}`, `x 12|${mixed(39)}`]],
  "maxmind-key": [["x ", `${mixed(6)}_${mixed(29)}_mmk`, `x ${mixed(5)}_${mixed(29)}_mmk`]],
  "storyblok-token": [["x ", `${mixed(22)}tt-123456-${mixed(20)}`, `x ${mixed(21)}tt-123456-${mixed(20)}`]],
  "salesforce-token": [["x ", `00D${mixed(12)}!A${mixed(80)}`, `x 00D${mixed(12)}!A${mixed(30)}`]],
  "firebase-key": [["x ", `${mixed(22)}:APA91b${mixed(134)}`, `x ${mixed(22)}:APA91b${mixed(50)}`]],
  "rapidapi-key": [
    ["x ", `${hex(10)}msh${hex(15)}p${hex(6)}jsn${hex(12)}`, `x ${hex(10)}msh${hex(15)}p${hex(6)}jsn${hex(11)}`],
  ],
  "nkey-seed": [["x ", `SU${upper(56)}`, `x SU${upper(55)}`]],
  "bcrypt-hash": [["x ", `$2b$12$${mixed(53)}`, `x $2b$12$${mixed(10)}`]],
  "unix-password-hash": [["root:", `$6$abcdefgh$${mixed(86)}`, "costs $6$ and $5$"]],
  "hex-token": [["x ", hex(64), `x sha256:${hex(64)}`]],
};

describe("T10 secrets with a form of their own", () => {
  it("the table and the examples have the same rows", () => {
    const rows = (table: readonly (readonly string[])[]) => table.map(([kind, starts]) => `${kind} ${starts}`);
    expect(rows(EXAMPLES)).toEqual(rows(PREFIXED));
    expect(Object.keys(SHAPED)).toEqual([...new Set(SHAPES.map(([kind]) => kind))]);
  });

  it.each(EXAMPLES.map(([kind, starts, rest]) => [`${kind} ${starts}`, kind, starts, rest] as const))(
    "%s: its span and nothing else; what is nearly one stays",
    (_title, kind, starts, rest) => {
      for (const start of starts.split(" ")) {
        const tag = `[redacted:${kind}]`;
        for (const [before, after] of [
          ["say ", " now"],
          ['{"a":"', '"}'],
          ["\\n", "\\n"],
          ["(", ")"],
          ["a=", ";"],
        ])
          expect(redactText(`${before}${start}${rest}${after}`)).toMatch(
            new RegExp(`^${escaped(before!)}\\[redacted:[a-z0-9-]+\\]${escaped(after!)}$`),
          );
        expect(redactText(`say ${start}${rest} now`)).toBe(`say ${tag} now`);
        expect(redactText(`say ${start}${rest.slice(0, -1)} now`)).not.toContain(tag);
        expect(redactText(`sayx${start}${rest} now`)).not.toContain(tag);
      }
    },
  );

  it.each(Object.entries(SHAPED))("%s: its span and nothing else; what is nearly one stays", (kind, cases) => {
    for (const [before, secret, near] of cases) {
      const after = before.endsWith('"') ? '"}' : kind === "pgpass" ? "\n" : " y";
      expect(redactText(`${before}${secret}${after}`)).toBe(`${before}[redacted:${kind}]${after}`);
      expect(redactText(`${near} y`)).not.toContain(`[redacted:${kind}]`);
    }
  });

  it.each(["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX", "0".repeat(36)])(
    "what only stands for one stays: %s",
    (rest) => {
      expect(redactText(`say ghp_${rest} now`)).toBe(`say ghp_${rest} now`);
    },
  );

  it("the key of a documentation stays", () => {
    expect(redactText(`key AKIA${"IOSFODNN7EXAMPLE"} here`)).not.toContain("[redacted:");
  });
});

function escaped(text: string): string {
  return text.replace(/[\\(){}[\]"^$.*+?|]/g, "\\$&");
}

describe("T10 keys of Anthropic", () => {
  const drawn = "Qm7vXw2LkP9sRb4T".repeat(6);
  it.each([
    `sk-ant-api03-${drawn.slice(0, 93)}AA`,
    `sk-ant-admin01-${drawn.slice(0, 93)}AA`,
    // Of other versions and lengths nothing is known, and half of a key is half of a secret.
    `sk-ant-oat01-${drawn.slice(0, 93)}XY`,
    `sk-ant-api04-${drawn.slice(0, 93)}XY`,
    `sk-ant-api03-${drawn.slice(0, 60)}`,
    `sk-ant-api03-${drawn.slice(0, 94)}`,
  ])("%s", (key) => expect(redactText(`a ${key} b`)).toBe("a [redacted:anthropic-key] b"));
});
