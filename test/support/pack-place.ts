/** A home and a project in which hooks of the pack run as an agent runs them: its payload in, its words out. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { finish } from "../../src/runtime/call/finish.js";
import { handleCall } from "../../src/runtime/call/handle-call.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { PROGRAM, ProgramPlace } from "./program.js";

export interface Told {
  /** What the agent reads on stdout, or an empty object. */
  readonly said: { readonly [key: string]: unknown; readonly hookSpecificOutput?: JsonObject };
  /** Context for the model. */
  readonly context: string;
  /** Why the call was denied or asked about. */
  readonly reason: string;
  readonly verdict: string;
  /** What was recorded of events that hooks fired, by name. */
  readonly fired: readonly string[];
}

export interface TellOptions {
  readonly agent?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export class PackPlace extends ProgramPlace {
  #calls = 0;

  /** The person's hooks: these built-ins, each by name or as an entry. */
  use(...entries: readonly (string | JsonObject)[]): this {
    const hooks = entries.map((entry) => (typeof entry === "string" ? { builtin: entry } : entry));
    this.writeUser("hooks.json", { hooks });
    return this;
  }

  /** One event as the agent sends it. Each call is one of its own. */
  async tell(event: string, payload: JsonObject = {}, options: TellOptions = {}): Promise<Told> {
    const { agent = "claude-code", cwd = this.project } = options;
    const env = { ...this.env, ...options.env };
    const count = ++this.#calls;
    const decided = await handleCall({
      adapter: ADAPTERS[agent]!,
      event,
      payload: { session_id: "s1", cwd, hook_event_name: event, tool_use_id: `call-${count}`, ...payload },
      cwd,
      environment: env,
      places: findPlaces(env),
      program: PROGRAM,
      way: "alone",
    });
    const events: string[] = [];
    const { answer, settled: decision } = decided;
    await finish(decided, (record) => events.push(record.event));
    const said = (answer.stdout.trim() === "" ? {} : JSON.parse(answer.stdout)) as Told["said"];
    const { verdict, reason = "", context = "" } = decision;
    return { said, context, reason, verdict, fired: events.slice(1) };
  }

  /** A tool that is about to run, and one that has. */
  before(tool_name: string, tool_input: JsonObject, options?: TellOptions): Promise<Told> {
    return this.tell("PreToolUse", { tool_name, tool_input }, options);
  }

  after(tool_name: string, tool_input: JsonObject, tool_response: unknown = {}, options?: TellOptions): Promise<Told> {
    return this.tell("PostToolUse", { tool_name, tool_input, tool_response }, options);
  }

  /** The JSON objects of a file, one a line; a relative path is one of the state folder. */
  lines(path: string): JsonObject[] {
    const text = this.read(resolve(this.state, path));
    return text
      .trim()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as JsonObject);
  }

  text(path: string): string {
    return readFileSync(this.path(path), "utf8");
  }
}
