/** What several commands read: a payload, and the sources named on the command line. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import type { Presence } from "../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { movedClaudeFolder, type OpenOptions, openPlan } from "../../runtime/plan/open-plan.js";
import { PAYLOAD_LIMIT, readStdin } from "../../runtime/platform/read-stdin.js";
import type { Call, Option } from "../command.js";

export const SOURCE_OPTIONS = {
  config: {
    type: "string",
    multiple: true,
    value: "FILE",
    kind: "file",
    help: "Only config file to use; giving it approves it. Repeatable.",
  },
  dialect: {
    type: "string",
    value: "NAME",
    kind: "dialect",
    help: "Dialect of --config, or a system whose files to load too.",
  },
} as const satisfies Record<string, Option>;

const PRESENCES = ["interactive", "headless", "unknown"];

export const EVENT_OPTIONS = {
  payload: { type: "string", value: "FILE|-", kind: "file", help: "Event as a JSON object, from a file or stdin (-)." },
  agent: { type: "string", value: "NAME", kind: "agent", help: "Agent that the event comes from (default: none)." },
  presence: {
    type: "string",
    value: "WHO",
    kind: PRESENCES,
    help: "Presence of a person: interactive, headless or unknown (default: unknown).",
  },
  ...SOURCE_OPTIONS,
} as const satisfies Record<string, Option>;

export function openOptions(call: Call, cwd = call.cwd): OpenOptions {
  const files = call.flags["config"] as readonly string[] | undefined;
  const dialect = call.flags["dialect"] as string | undefined;
  return {
    cwd,
    ...movedClaudeFolder(call.environment),
    places: call.places,
    mayBuild: true,
    ...(files === undefined
      ? {}
      : {
          named: files.map((file) => ({
            path: resolve(call.cwd, file),
            ...(dialect === undefined ? {} : { dialect }),
          })),
        }),
    ...(files === undefined && dialect !== undefined ? { dialects: [dialect] } : {}),
  };
}

export function openCallPlan(call: Call, cwd?: string) {
  return openPlan(openOptions(call, cwd));
}

/** People say `claude`. */
export function agentName(flag: string | undefined): string | undefined {
  return flag === "claude" ? "claude-code" : flag;
}

export function readPresence(call: Call): Presence | Finding {
  const presence = call.flags["presence"] ?? "unknown";
  if (presence === "interactive" || presence === "headless" || presence === "unknown") return presence;
  return finding("USAGE", `--presence must be interactive, headless or unknown, not "${String(presence)}"`);
}

/** The payload, or what is wrong with it. */
export async function readPayload(call: Call): Promise<{ payload: JsonObject } | { problem: Finding }> {
  const from = call.flags["payload"] as string | undefined;
  if (from === undefined) return problem("PAYLOAD_EMPTY", "no payload was given");
  const file = from === "-" ? "stdin" : from;
  const text = from === "-" ? await fromStdin() : fromFile(resolve(call.cwd, from));
  if (typeof text !== "string") return { problem: finding(text.code, text.message, { file }) };
  return payloadIn(text, file);
}

/** The payload that a text holds. */
export function payloadIn(text: string, file?: string): { payload: JsonObject } | { problem: Finding } {
  if (text.trim() === "") return problem("PAYLOAD_EMPTY", "the payload is empty", file);
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return isRecord(value)
      ? { payload: value }
      : problem(
          "PAYLOAD_NOT_OBJECT",
          `the payload is ${value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`}, not an object`,
          file,
        );
  } catch (error) {
    return problem("PAYLOAD_SYNTAX", `the payload is not valid JSON (${(error as Error).message})`, file);
  }
}

type Trouble = { code: "PAYLOAD_TOO_LARGE" | "PAYLOAD_EMPTY" | "PAYLOAD_UNREADABLE"; message: string };

async function fromStdin(): Promise<string | Trouble> {
  const read = await readStdin();
  if ("text" in read) return read.text;
  if (read.problem === "too-large")
    return { code: "PAYLOAD_TOO_LARGE", message: `the payload has more than ${PAYLOAD_LIMIT} bytes` };
  if (read.problem === "empty") return { code: "PAYLOAD_EMPTY", message: "the payload is empty" };
  return { code: "PAYLOAD_UNREADABLE", message: "stdin cannot be read" };
}

function fromFile(path: string): string | Trouble {
  try {
    const { size } = statSync(path);
    if (size > PAYLOAD_LIMIT) return { code: "PAYLOAD_TOO_LARGE", message: `the payload has ${size} bytes` };
    return readFileSync(path, "utf8");
  } catch (error) {
    return {
      code: "PAYLOAD_UNREADABLE",
      message: `the file cannot be read (${(error as NodeJS.ErrnoException).code})`,
    };
  }
}

function problem(
  code: "PAYLOAD_EMPTY" | "PAYLOAD_NOT_OBJECT" | "PAYLOAD_SYNTAX",
  message: string,
  file?: string,
): { problem: Finding } {
  return { problem: finding(code, message, file === undefined ? {} : { file }) };
}
