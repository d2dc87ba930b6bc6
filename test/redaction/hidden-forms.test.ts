/** Secrets that JSON, terminals and commands put something around, and a text that is cut in the middle of one. */
import { describe, expect, it } from "vitest";
import { redactEnd, redactStart } from "../../src/core/redact/excerpt.js";
import { redactText } from "../../src/core/redact/text.js";

const P = "Zebra9!quartz";
const T = `ghp_${"k3Rw9TzQ".repeat(4)}x7Lm`;

describe("T10 values that commands make secrets of", () => {
  it.each([
    `kubectl create secret generic db --from-literal=conn=${P}`,
    `kubectl create secret generic db --from-literal='conn=${P} ${P}' -n x`,
    `oc create secret generic db --from-literal conn=${P}`,
    `gh secret set NAME --body ${P}`,
    `gh secret set NAME -b"${P}"`,
    `vault kv put secret/x a=${P} b=${P}`,
    `fly secrets set A=${P} B='${P}'`,
    `heroku config:set A=${P} --app x`,
    `doppler secrets set "A=${P} ${P}"`,
    `aws secretsmanager create-secret --name x --secret-string ${P}`,
    `aws ssm put-parameter --name x --value ${P} --type SecureString`,
    `az keyvault secret set --vault-name v --name n --value ${P}`,
    `security add-generic-password -a me -s svc -w ${P}`,
    `net user me ${P} /add`,
    `cmdkey /add:h /user:u /pass:${P}`,
    `echo ${P} | docker login -u me --password-stdin`,
    `printf '%s' '${P}' | gh secret set NAME`,
    `machine h login me password ${P}`,
    `machine h password ${P} login me`,
    `default login me password ${P}`,
    `machine h\n\tlogin me\n\taccount a\n\tpassword ${P}\n`,
    `login me\npassword ${P}`,
  ])("%s", (text) => {
    expect(redactText(text)).not.toContain(P);
    expect(redactText(text)).toContain("[redacted:");
  });

  it.each([
    "kubectl create secret generic db --from-file=conn=./conn.txt",
    "kubectl create configmap x --from-literal=$NAME=$VALUE",
    "vault kv get secret/x",
    "fly secrets set A=$A",
    "gh secret set NAME < file",
    "echo $TOKEN | gh auth login --with-token",
    "The machine learning password manager was updated yesterday.",
    "After login users must change the default password before they go on.",
    "net user",
    "aws ssm put-parameter --name colour --value blue --type String",
  ])("is text: %s", (text) => expect(redactText(text)).toBe(text));
});

describe("T10 colour codes around a secret", () => {
  it.each([
    "\u001b[32m",
    "\u001b[1;31m",
    "\u009b32m",
    "\\u001b[32m",
    "\\\\u001b[32m",
    "\\033[32m",
    "\\x1b[1m",
    "\\e[1m",
    "^[[1m",
  ])("%j", (code) => {
    expect(redactText(`${code}${T}${code}`)).toBe(`${code}[redacted:github-token]${code}`);
    expect(redactText(`done${code}${T}`)).toBe(`done${code}[redacted:github-token]`);
    expect(redactText(`${code}password${code}=${code}${P}${code}`)).not.toContain(P);
    expect(redactText(`${T.slice(0, 12)}${code}${T.slice(12)} end`)).toBe("[redacted:github-token] end");
  });

  it("text with colours and without a secret stays", () => {
    const text = "\u001b[32m✓\u001b[0m 12 tests \u001b[1mpassed\u001b[0m, token count: 42 [1] \\033[0m";
    expect(redactText(text)).toBe(text);
  });
});

describe("T10 texts that are cut", () => {
  const filler = "word ".repeat(20_000);

  it.each([60, 500, 2_000])("no half of a secret at the limit %i", (limit) => {
    for (let at = Math.max(0, limit - 45); at <= limit; at++) {
      const text = `${filler.slice(0, at)} ${T} ${filler}`;
      expect(redactStart(text, limit)).not.toContain("ghp_");
      const last = redactEnd(`${filler} ${T} ${filler.slice(0, at)}`, limit);
      expect(last).not.toMatch(/k3Rw|x7Lm/);
      expect([redactStart(text, limit).length, last.length].every((length) => length <= limit)).toBe(true);
    }
  });

  it("nor where many secrets before it made the text shorter", () => {
    const many = `${T} `.repeat(200);
    for (let more = 0; more < 50; more++) {
      const text = `${"z".repeat(more)} ${many}`;
      expect(redactStart(text, 3_000)).not.toContain("ghp_");
      expect(redactEnd(`${many}${"z".repeat(more)}`, 3_000)).not.toMatch(/k3Rw|x7Lm/);
    }
  });

  it("nor in a word that is longer than anything", () => {
    const word = `${T},`.repeat(2_000);
    expect(redactStart(word, 100)).not.toContain("ghp_");
    expect(redactEnd(word, 100)).not.toMatch(/k3Rw|x7Lm/);
  });
});
