// Usage: node pi-rpc.mjs EXTENSION CALL…   (each CALL: {"id", "command"})
// Pi in rpc mode reduced to what an extension meets there: lines of JSON on stdin and stdout, as the released Pi writes them
// (test/agents/pi-rpc.agent-test.ts). A question is `extension_ui_request` with an id; only `extension_ui_response` with this id
// answers it. All calls are made at once; one that is not blocked runs its command.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [file, ...calls] = process.argv.slice(2);
const { default: extension } = await import(pathToFileURL(file).href);
const handlers = new Map();
extension({ on: (event, handler) => handlers.set(event, handler) });

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const waiting = new Map();
createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, id, confirmed } = JSON.parse(line);
  if (type === "extension_ui_response") waiting.get(id)?.(confirmed);
});

const context = {
  mode: "rpc",
  hasUI: true,
  cwd: process.cwd(),
  sessionManager: { getSessionId: () => "s1", getSessionFile: () => undefined },
  ui: {
    notify: (message) => say({ type: "extension_ui_request", id: randomUUID(), method: "notify", message }),
    confirm: (title, message) =>
      new Promise((done) => {
        const id = randomUUID();
        waiting.set(id, done);
        say({ type: "extension_ui_request", id, method: "confirm", title, message });
      }),
  },
};

await handlers.get("session_start")?.({ type: "session_start", reason: "startup" }, context);
await Promise.all(
  calls.map(async (call) => {
    const { id, command } = JSON.parse(call);
    const event = { type: "tool_call", toolName: "bash", toolCallId: id, input: { command } };
    const result = await handlers.get("tool_call")(event, context);
    if (result?.block !== true) execFileSync("/bin/sh", ["-c", event.input.command]);
    say({ type: "tool_execution_end", toolCallId: id, blocked: result?.block === true, reason: result?.reason });
  }),
);
say({ type: "agent_end" });
process.exit(0);
