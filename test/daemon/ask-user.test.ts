/** Hooks that ask the user: a function by `askUser()`, a script by `snaphook ask`. */
import { beforeEach, describe, expect, it } from "vitest";
import { bash, PROGRAM } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const FUNCTION = `import { defineConfig, defineHook, deny } from "snaphook";
export default defineConfig({
  hooks: [
    defineHook({
      id: "tide",
      event: "PreToolUse",
      guard: true,
      timeoutMs: 60_000,
      async run(_payload, { askUser }) {
        const { outcome, answers, said, problem } = await askUser(
          { question: "Is the tide high?", options: ["Yes", { label: "No", description: "it is low" }] },
          { level: "warning", timeoutMs: 50_000 },
        );
        if (outcome === "allow" && answers?.["Is the tide high?"] === "Yes") return undefined;
        return deny(\`\${outcome}: \${answers?.["Is the tide high?"] ?? said ?? problem}\`);
      },
    }),
  ],
});
`;
const SCRIPT = `answer=$("${process.execPath}" "${PROGRAM}" ask --question "Is the tide high?" --option Yes --option No --level warning --timeout 50s 2>&1)
code=$?
if [ $code -eq 0 ] && [ "$answer" = Yes ]; then exit 0; fi
echo "code $code: $answer" >&2; exit 2`;

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
});

const call = () => ({ session_id: "s", cwd: place.project, permission_mode: "default", ...bash("make release") });
const launch = (env: Record<string, string> = {}) => place.launch("claude-code", "PreToolUse", call(), { env });
const opened = async () => {
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  return (await place.asks())[0]!;
};

async function use(kind: "a function in JS" | "a script in sh"): Promise<void> {
  if (kind === "a function in JS") {
    place.writeUser("snaphook.config.ts", FUNCTION);
    await place.run(["list"]);
  } else {
    const env = { XDG_STATE_HOME: place.env["XDG_STATE_HOME"] };
    const hook = { id: "tide", guard: true, timeoutMs: 60_000, command: SCRIPT, env };
    place.writeUser("hooks.json", { hooks: { PreToolUse: [hook] } });
  }
  await place.wire();
}

describe.each(["a function in JS", "a script in sh"] as const)("a PreToolUse hook that asks the user: %s", (kind) => {
  it("HL-12 gets the answer, and a rejection with its words", async () => {
    await use(kind);
    await place.up();
    await place.attend();
    const agreed = launch();
    const ask = await opened();
    expect(ask).toMatchObject({ kind: "question", level: "warning", questions: [{ question: "Is the tide high?" }] });
    await place.answerAsk(ask, "allow", { answers: { "Is the tide high?": ["Yes"] } });
    expect((await agreed).stdout).not.toContain("deny");
    const low = launch();
    await place.answerAsk(await opened(), "allow", { answers: { "Is the tide high?": ["No"] } });
    expect((await low).stdout).toMatch(/"deny".*(?:allow|code 0): No/);
    const declined = launch();
    await place.answerAsk(await opened(), "deny", { reason: "ask the harbour master" });
    expect((await declined).stdout).toMatch(/"deny".*ask the harbour master/);
  });

  it("HL-12 learns that nobody is there, that it runs in CI, and that no daemon runs; that is never an approval", async () => {
    await use(kind);
    expect((await launch({ SNAPHOOK_DAEMON: "off" })).stdout).toMatch(/"deny".*no daemon answers/);
    await place.up();
    expect((await launch()).stdout).toMatch(/"deny".*no user can be asked now/);
    await place.attend();
    // A script gets CI only if it is granted.
    if (kind === "a function in JS")
      expect((await launch({ CI: "true" })).stdout).toMatch(/"deny".*no user can be asked now/);
    const notCi = launch({ CI: "false" });
    await place.answerAsk(await opened(), "allow", { answers: { "Is the tide high?": ["Yes"] } });
    expect((await notCi).stdout).not.toContain("deny");
  });
});

it("askUser() takes a time limit greater than 0; one over a day is a day", async () => {
  place.writeUser(
    "snaphook.config.ts",
    FUNCTION.replace("async run(_payload,", "async run({ tool_input }, ").replace(
      "timeoutMs: 50_000",
      "timeoutMs: Number(tool_input?.command)",
    ),
  );
  await place.run(["list"]);
  await place.wire();
  await place.up();
  await place.attend();
  const ask = (limit: string) =>
    place.launch("claude-code", "PreToolUse", { ...call(), ...bash(limit) }).then(({ stdout }) => stdout);
  for (const limit of ["0", "-1", "-Infinity", "NaN"])
    expect(await ask(limit), limit).toMatch(/"deny".*timeoutMs must be greater than 0/);
  for (const limit of ["Infinity", "1e300"]) {
    const asked = ask(limit);
    const open = await opened();
    expect(open.expiresAt - open.askedAt, limit).toBeLessThanOrEqual(86_400_000);
    await place.answerAsk(open, "allow", { answers: { "Is the tide high?": ["Yes"] } });
    expect(await asked, limit).not.toContain("deny");
  }
});
