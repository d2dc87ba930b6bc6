import { appendFileSync, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { isRecord, type JsonObject, parseObject } from "../../core/text/json.js";
import { ensurePrivateFolder, writePrivateFile } from "../../disk/files.js";
import { readStdin } from "../../runtime/platform/read-stdin.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { whyProtected } from "../input/protected-path.js";
import { json, refuse, safeName } from "../output/print.js";
import { withoutPersonIn } from "../output/without-person.js";

/** Of one event: enough for an adapter, and a hook that stays configured does not fill the disk. */
const MOST_FILES = 100;
/** Fields in which agents name their event. */
const EVENT_FIELDS = ["hook_event_name", "hookEventName", "event", "event_name", "type"];
/** `..` would be the folder above. */
const NAME = /^\w[\w.-]{0,63}$/;
/** No program loads files of this name as config. */
const SUFFIX = ".payload";

const command: Command = {
  group: "Agents",
  summary: "Capture an agent's hook payloads, to write an adapter.",
  usage: "AGENT [EVENT] [--to DIR]",
  example: "snaphook record harbour beforeTool < payload.json",
  arguments: [{ kind: "agent" }, { kind: "text", many: true }],
  options: {
    to: {
      type: "string",
      value: "DIR",
      kind: "folder",
      help: "Folder for payloads (default: recorded/AGENT in the state folder).",
    },
  },
  // Payloads are the caller's words, and the folder may be one from which a program loads config.
  loosens: ({ flags }) => (flags["to"] === undefined ? undefined : "no agent"),
  exits: { 1: "the payload could not be saved" },
  async run(call) {
    const [agent, ...rest] = call.args;
    if (agent === undefined || !NAME.test(agent)) {
      refuse(call, finding("USAGE", "give the agent's name: letters, digits, `.`, `_` and `-`"));
      return MISUSE;
    }
    const to = call.flags["to"] as string | undefined;
    const folder = to === undefined ? join(call.places.state, "recorded", agent) : resolve(call.cwd, to);
    const isProtected = to === undefined ? undefined : whyProtected(call, join(folder, SUFFIX));
    if (isProtected !== undefined) {
      refuse(call, isProtected);
      return MISUSE;
    }
    if (process.stdin.isTTY) return explain(call, agent, folder);
    const found = await readPayload(rest);
    if ("problem" in found) {
      refuse(call, found.problem);
      return MISUSE;
    }
    try {
      const file = save(call, folder, found, rest);
      // Silent without `--json`: for an agent, an empty answer is no opinion.
      if (call.json) json(call, { agent, event: found.event, file: file ?? null });
      return OK;
    } catch (error) {
      refuse(
        call,
        finding("FILE_UNWRITABLE", `the payload was not saved (${(error as Error).message})`, { file: folder }),
      );
      return PROBLEMS;
    }
  },
};

interface Payload {
  readonly event: string;
  readonly payload: JsonObject;
}

/** From stdin, or from the last argument if the agent passes it there. */
async function readPayload(rest: readonly string[]): Promise<Payload | { readonly problem: Finding }> {
  const appended = parseObject(rest.at(-1) ?? "");
  const read = appended === undefined ? await readStdin() : undefined;
  const payload = appended ?? (read !== undefined && "text" in read ? parseObject(read.text) : undefined);
  if (payload === undefined)
    return { problem: finding("PAYLOAD_NOT_OBJECT", "neither stdin nor the last argument is one JSON object") };
  const named = rest.find((arg) => parseObject(arg) === undefined);
  const told = EVENT_FIELDS.map((field) => payload[field]).find((value) => typeof value === "string");
  return {
    event: String(named ?? told ?? "event")
      .replace(/[^\w.-]+/g, "-")
      .slice(0, 64),
    payload,
  };
}

/** One file per payload, with the content of a fixture; `_calls.jsonl` has the rest. Undefined if there are enough of this event. */
function save(
  { places, cwd, environment }: Call,
  folder: string,
  { event, payload }: Payload,
  rest: readonly string[],
) {
  ensurePrivateFolder(folder);
  const names = Array.from({ length: MOST_FILES }, (_, at) => `${event}${at === 0 ? "" : `.${at + 1}`}${SUFFIX}`);
  const name = names.find((one) => !existsSync(join(folder, one)));
  if (name === undefined) return undefined;
  const hide = <T>(value: T): T => withoutPersonIn(value, places.home);
  writePrivateFile(join(folder, name), `${JSON.stringify(hide(payload), null, 2)}\n`);
  const args = rest.map((arg) => (isRecord(parseObject(arg)) ? "(payload)" : arg));
  const facts = {
    at: new Date().toISOString(),
    file: name,
    ...hide({ args, cwd }),
    variables: Object.keys(environment).sort(),
  };
  appendFileSync(join(folder, "_calls.jsonl"), `${JSON.stringify(facts)}\n`, { mode: 0o600 });
  return join(folder, name);
}

/** Called by a person. */
function explain(call: Call, agent: string, folder: string): number {
  if (call.json) json(call, { agent, folder });
  else {
    call.out(`Configure this command as a hook of ${agent}, once for each of its events:`);
    call.raw(`  snaphook record ${agent} EVENT`);
    call.out(`Payloads are saved in ${safeName(folder)}, without secrets and your name. Then use the agent.`);
  }
  return OK;
}

export default command;
