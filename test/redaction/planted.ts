/** Secrets of every class that is claimed, each made up for the taint test, and texts they stand in. */

/** So long that no part of it can be there by chance. Each has its own letters. */
const drawn = (seed: number, length: number) =>
  Array.from(
    { length },
    (_, at) => "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW"[(at * 7 + seed * 5 + ((at * seed) % 11)) % 29],
  ).join("");
const hex = (seed: number, length: number) =>
  Array.from({ length }, (_, at) => "0123456789abcdef"[(at * 5 + seed * 3 + ((at * seed) % 7)) % 16]).join("");

export interface Planted {
  readonly name: string;
  /** What must be nowhere. */
  readonly secret: string;
  readonly text: string;
}

const alone = (name: string, secret: string): Planted => ({ name, secret, text: `see ${secret} here` });
const beside = (name: string, secret: string, text: (secret: string) => string): Planted => ({
  name,
  secret,
  text: text(secret),
});

export const PLANTED: readonly Planted[] = [
  alone("github", `ghp_${drawn(1, 36)}`),
  alone("github fine grained", `github_pat_${drawn(2, 60)}`),
  alone("gitlab", `glpat-${drawn(3, 20)}`),
  alone("aws", `AKIA${"QWERTZUIOP7ASDFG"}`),
  alone("anthropic", `sk-ant-api03-${drawn(4, 90)}`),
  alone("openai", `sk-proj-${drawn(5, 60)}`),
  alone("google", `AIza${drawn(6, 35)}`),
  alone("slack", `xoxb-123456789012-${drawn(7, 24)}`),
  alone("stripe", `sk_live_${drawn(8, 30)}`),
  alone("npm", `npm_${drawn(9, 36)}`),
  alone("huggingface", `hf_${drawn(10, 34)}`),
  alone("sendgrid", `SG.${drawn(11, 22)}.${drawn(12, 43)}`),
  alone("telegram", `123456789:AA${drawn(13, 33)}`),
  alone("jwt", `eyJ${drawn(14, 30)}.eyJ${drawn(15, 40)}.${drawn(16, 43)}`),
  alone("hex", hex(17, 64)),
  alone("private key", `-----BEGIN RSA PRIVATE KEY-----\n${drawn(18, 200)}\n-----END RSA PRIVATE KEY-----`),
  beside("variable", drawn(19, 14), (one) => `DB_PASSWORD=${one} npm start`),
  beside("json", drawn(20, 14), (one) => `{"api_key": "${one}"}`),
  beside("yaml", drawn(21, 14), (one) => `client_secret: ${one}`),
  beside("header", drawn(22, 24), (one) => `curl -H 'Authorization: Bearer ${one}' https://x.example`),
  beside("cookie", drawn(23, 14), (one) => `Cookie: sid=${one}; a=b`),
  beside("flag", drawn(24, 14), (one) => `tool --password ${one} run`),
  beside("sshpass", drawn(25, 14), (one) => `sshpass -p ${one} ssh host`),
  beside("curl user", drawn(26, 14), (one) => `curl -u me:${one} https://x.example`),
  beside("address", drawn(27, 14), (one) => `postgres://me:${one}@db/x`),
  beside("connection", drawn(28, 14), (one) => `Server=db;User Id=me;Password=${one};`),
  beside("vendor's name", drawn(29, 24), (one) => `clarifai_key: "${one}"`),
];

export const ALL_TEXTS = PLANTED.map(({ text }) => text).join("\n");

/** The names of those of which enough is there to be used. */
export function leakedIn(text: string): string[] {
  return PLANTED.filter(({ secret }) => text.includes(core(secret))).map(({ name }) => name);
}

/** Without the letters that many have, and without line breaks, which JSON writes otherwise. */
function core(secret: string): string {
  const word = secret.split("\n").toSorted((one, other) => other.length - one.length)[0]!;
  return word.length <= 14 ? word : word.slice(-14);
}

/** A payload that says all of them in every field that agents know, and in some that nobody knows. */
export function everywhere(): Record<string, unknown> {
  return {
    prompt: ALL_TEXTS,
    tool_name: "Bash",
    tool_input: {
      command: PLANTED[0]!.text,
      nested: PLANTED.map(({ text }) => ({ deep: text })),
      content: ALL_TEXTS,
      [PLANTED[0]!.secret]: 1,
      password: PLANTED[16]!.secret,
    },
    tool_response: { stdout: ALL_TEXTS, stderr: PLANTED[1]!.text, exit_code: 1 },
    tool_output: PLANTED[2]!.text,
    error: PLANTED[3]!.text,
    message: PLANTED[4]!.text,
    text: ALL_TEXTS,
    last_assistant_message: ALL_TEXTS,
    compact_summary: ALL_TEXTS,
    custom_instructions: PLANTED[5]!.text,
    reason: PLANTED[6]!.text,
    title: PLANTED[7]!.text,
    unknown: PLANTED.map(({ text }) => [text]),
    env: [{ name: "API_TOKEN", value: PLANTED[17]!.secret }],
  };
}
