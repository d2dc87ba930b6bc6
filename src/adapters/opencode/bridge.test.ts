/** The plugin file as `snaphook install` puts it down, in a process that plays OpenCode's part. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProgramPlace } from "../../../test/support/program.js";
import type { JsonObject } from "../../core/text/json.js";

type Hook = (input: JsonObject, output?: JsonObject) => Promise<void>;
type Hooks = Record<string, Hook>;

const PLUGIN = "config/opencode/plugins/snaphook.js";
const ARGV = process.argv;

beforeEach(() => {
  delete (globalThis as Record<symbol, unknown>)[Symbol.for("snaphook.opencode")];
});

afterEach(() => {
  process.argv = ARGV;
  vi.unstubAllEnvs();
});

/** Installed for real; what its launcher finds is the place and nothing of ours. */
async function installed(hooks: object[] = []): Promise<ProgramPlace> {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", { hooks });
  const { code, stdout, stderr } = await place.run(["install", "opencode"]);
  expect(code, stdout + stderr).toBe(0);
  for (const [name, value] of Object.entries(place.env)) vi.stubEnv(name, value);
  return place;
}

function fakeClient() {
  const calls: { readonly what: string; readonly options: unknown }[] = [];
  const client = (what: string) => async (options: unknown) => {
    calls.push({ what, options });
    return { data: {} };
  };
  return {
    calls,
    session: { get: client("get"), prompt: client("prompt") },
    tui: { showToast: client("toast") },
    postSessionIdPermissionsPermissionId: client("permission"),
  };
}

let copies = 0;

async function load(place: ProgramPlace, client = fakeClient(), args: readonly string[] = ["serve"]): Promise<Hooks> {
  process.argv = ["bun", "/$bunfs/root/src/index.js", ...args];
  const file = pathToFileURL(join(place.root, PLUGIN)).href;
  const module = (await import(/* @vite-ignore */ `${file}?copy=${copies++}`)) as Record<
    string,
    (host: object) => Promise<Hooks>
  >;
  expect(Object.values(module)).toEqual([expect.any(Function)]); // OpenCode calls every export
  return module["Snaphook"]!({ client, directory: place.project, worktree: "/" });
}

/** Puts a launcher in our place that keeps what it is given and answers as told. */
function record(place: ProgramPlace, answers: Record<string, object> = {}): () => JsonObject[] {
  const folder = join(place.root, "calls");
  const cases = Object.entries(answers).map(
    ([event, answer]) => `'${event}') printf '%s' '${JSON.stringify(answer)}';;`,
  );
  const script = [
    "#!/bin/sh",
    `mkdir -p '${folder}'; file="${folder}/$(date +%s%N)"`,
    'cat > "$file.stdin"; printf "%s\\n" "$@" > "$file.args"',
    `case "$2" in ${cases.join(" ")} *) printf '{}';; esac`,
  ];
  place.write(join(place.data, "launch"), `${script.join("\n")}\n`);
  return () => {
    const files = readdirSync(folder).filter((file) => file.endsWith(".args"));
    return files.sort().map((file) => {
      const args = readFileSync(join(folder, file), "utf8").trim().split("\n");
      return { args, ...JSON.parse(readFileSync(join(folder, file.replace(".args", ".stdin")), "utf8")) };
    });
  };
}

const eventsOf = (calls: JsonObject[]) => calls.map(({ args }) => (args as string[])[1]);

const CALL = { tool: "bash", sessionID: "s1", callID: "c1" };
const busEvent = (type: string, properties: object) => ({ event: { type, properties } });
const message = (text: string) => ({
  message: { id: "msg_1", sessionID: "s1", agent: "plan", model: { providerID: "p", modelID: "m" } },
  parts: [{ id: "prt_1", type: "text", text }],
});

describe("AD-17 the plugin calls the launcher with its arguments and the payload on stdin", () => {
  it("hands on sessions, messages, tools, lists and files, whatever characters they hold, and nothing else", async () => {
    const place = await installed();
    const calls = record(place);
    const hooks = await load(place);
    const nasty = "`touch x`; $(touch x) '\"\\ \n$HOME";
    await hooks["event"]!(busEvent("session.created", { sessionID: "s1", info: {} }));
    await hooks["chat.message"]!({ sessionID: "s1" }, message(nasty));
    await hooks["tool.execute.after"]!({ ...CALL, args: { command: nasty } }, { output: nasty });
    await hooks["event"]!(busEvent("todo.updated", { sessionID: "s1", todos: [] }));
    await hooks["event"]!(busEvent("file.edited", { file: nasty }));
    await hooks["event"]!(busEvent("message.part.updated", { sessionID: "s1" }));
    await hooks["event"]!(busEvent("session.idle", { sessionID: "s1" }));
    await hooks["event"]!(busEvent("session.deleted", { sessionID: "s1" }));
    const events = ["session.created", "chat.message", "tool.execute.after", "todo.updated", "file.edited"];
    expect(calls().map(({ args }) => args)).toEqual(
      [...events, "session.idle", "session.deleted"].map((event) => ["opencode", event, "--wait=3600"]),
    );
    expect(calls()[1]).toMatchObject({ output: { parts: [{ text: nasty }] }, directory: place.project, mode: "serve" });
    expect(calls()[4]).toMatchObject({ event: { properties: { file: nasty } } });
    expect(readdirSync(place.project)).toEqual([]);
  });

  it("answers once when the person's and the project's copy are loaded", async () => {
    const place = await installed();
    const calls = record(place, { "tool.execute.after": { context: "noon" } });
    const copies = [await load(place), await load(place)];
    const output = { output: "ran" };
    for (const hooks of copies) await hooks["tool.execute.after"]!({ ...CALL, args: {} }, output);
    const properties = { file: "a" };
    await Promise.all(copies.map((hooks) => hooks["event"]!(busEvent("file.edited", properties))));
    expect(output.output).toBe("ran\n\nnoon");
    expect(calls()).toHaveLength(2);
  });
});

describe("what the plugin does with an answer", () => {
  it("OU-20 throws the reason of a hook that denies, and leaves the call alone without one", async () => {
    const reason = JSON.stringify({ decision: "deny", reason: "the harbour is closed" });
    const place = await installed([{ event: "PreToolUse", matcher: "Bash(rm *)", command: `echo '${reason}'` }]);
    const { "tool.execute.before": before } = await load(place);
    await expect(before!(CALL, { args: { command: "rm -r x" } })).rejects.toThrow("the harbour is closed");
    const output = { args: { command: "ls" } };
    await before!(CALL, output);
    expect(output).toEqual({ args: { command: "ls" } });
  });

  it("changes the arguments in the object that OpenCode keeps, and adds context to the result", async () => {
    const place = await installed();
    record(place, { "tool.execute.before": { args: { command: "true" }, context: "before" } });
    const hooks = await load(place);
    const args = { command: "ls", timeout: 1 };
    await hooks["tool.execute.before"]!(CALL, { args });
    expect(args).toEqual({ command: "true" });
    const output = { content: [{ type: "text", text: "ran" }] };
    await hooks["tool.execute.after"]!({ ...CALL, args }, output);
    expect(output.content.map(({ text }) => text)).toEqual(["ran", "before"]);
  });

  it("puts context of the start and of the prompt behind what the person wrote", async () => {
    const place = await installed();
    record(place, { "session.created": { context: "start" }, "chat.message": { context: "prompt" } });
    const hooks = await load(place);
    await hooks["event"]!(busEvent("session.created", { sessionID: "s1", info: {} }));
    const output = message("hello");
    await hooks["chat.message"]!({ sessionID: "s1" }, output);
    const ids = output.parts.map(({ id }) => id);
    expect(output.parts.map(({ text }) => text)).toEqual(["hello", "start", "prompt"]);
    expect([...ids].sort()).toEqual(ids);
  });

  it("makes the session go on with its agent and model, and does not take that message for a prompt", async () => {
    const place = await installed();
    const calls = record(place, { "session.idle": { continue: "look at the log book" } });
    const client = fakeClient();
    const hooks = await load(place, client);
    await hooks["event"]!(busEvent("session.created", { sessionID: "s1", info: {} }));
    await hooks["chat.message"]!({ sessionID: "s1" }, message("hello"));
    await hooks["event"]!(busEvent("session.idle", { sessionID: "s1" }));
    const parts = [{ type: "text", text: "look at the log book", metadata: { snaphook: true } }];
    const body = { agent: "plan", model: { providerID: "p", modelID: "m" }, parts };
    expect(client.calls).toEqual([{ what: "prompt", options: { path: { id: "s1" }, body } }]);
    await hooks["chat.message"]!({ sessionID: "s1" }, { ...message(""), parts });
    await hooks["event"]!(busEvent("session.idle", { sessionID: "s1" }));
    expect(eventsOf(calls()).filter((event) => event === "chat.message")).toHaveLength(1);
    expect(calls().at(-1)).toMatchObject({ event: { type: "session.idle" }, continued: true });
  });

  it("asks about the end of a turn only when one ended by itself", async () => {
    const place = await installed();
    const calls = record(place);
    const hooks = await load(place);
    const idle = () => hooks["event"]!(busEvent("session.idle", { sessionID: "s1" }));
    await hooks["chat.message"]!({ sessionID: "s1" }, message("hello"));
    await hooks["event"]!(busEvent("session.error", { sessionID: "s1", error: { name: "MessageAbortedError" } }));
    await idle();
    await idle();
    expect(eventsOf(calls())).toEqual(["session.created", "chat.message", "session.error"]);
    expect(calls()[0]).toMatchObject({ resumed: true });
  });

  it("answers a permission through OpenCode's own interface", async () => {
    const place = await installed();
    record(place, { "permission.asked": { allow: true } });
    const client = fakeClient();
    const hooks = await load(place, client);
    await hooks["event"]!(busEvent("permission.asked", { id: "per_1", sessionID: "s1", permission: "bash" }));
    const options = { path: { id: "s1", permissionID: "per_1" }, body: { response: "once" } };
    expect(client.calls).toEqual([{ what: "permission", options }]);
  });

  it("waits at the end of a run for what its hooks still do, and then ends its sessions", async () => {
    const place = await installed();
    const calls = record(place, { "session.idle": { continue: "go on" } });
    const client = fakeClient();
    const hooks = await load(place, client, ["run", "hello"]);
    await hooks["chat.message"]!({ sessionID: "s1" }, message("hello"));
    void hooks["event"]!(busEvent("session.idle", { sessionID: "s1" }));
    await hooks["dispose"]!({});
    expect(client.calls.map(({ what }) => what)).toEqual(["get", "prompt"]);
    expect(calls().at(-1)).toMatchObject({
      args: ["opencode", "dispose", expect.stringMatching(/^--wait=/)],
      input: { sessionID: "s1" },
    });
  });
});

describe("when Snaphook cannot be reached", () => {
  it("blocks a tool call and says how to mend it; everything else goes on", async () => {
    const place = await installed();
    place.write(join(place.data, "launch"), "#!/bin/sh\nexit 3\n");
    const hooks = await load(place);
    await expect(hooks["tool.execute.before"]!(CALL, { args: {} })).rejects.toThrow("snaphook install");
    const output = { output: "ran" };
    await hooks["tool.execute.after"]!({ ...CALL, args: {} }, output);
    expect(output).toEqual({ output: "ran" });
    await hooks["chat.message"]!({ sessionID: "s1" }, message("hello"));
    await hooks["event"]!(busEvent("file.edited", { file: "a" }));
  });
});
