/** `profiles.json`: `{ "defaultProfile": NAME, "profiles": { NAME: { "agent": …, "model": …, "args": […] } } }`. */

import { DRIVES } from "../../adapters/_drives.js";
import { type Finding, type FindingCode, finding } from "../../core/errors.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import type { ParsedText } from "../../sources/read/config-text.js";
import type { Profile, Registry } from "../../threads/registry.js";

/** Cortex's names of agents. */
const BACKENDS: Readonly<Record<string, string>> = { claude: "claude-code", pi: "pi" };
const KEYS = ["agent", "backend", "model", "args", "program", "turnMinutes", "description"];

export const DRIVEN = Object.entries(DRIVES)
  .filter(([, drive]) => !("notDriven" in drive))
  .map(([name]) => name);

export class ProfileReader {
  /** Each agent is a profile of its own. */
  readonly #profiles = new Map<string, Profile>();
  #default: string | undefined;
  readonly #onFinding: (found: Finding) => void;

  constructor(onFinding: (found: Finding) => void) {
    this.#onFinding = onFinding;
  }

  /** An earlier file wins. */
  add({ value, where }: ParsedText): void {
    const report = (path: readonly string[], message: string, code: FindingCode = "THREAD_PROFILE") =>
      this.#onFinding(finding(code, message, where(path)));
    const { profiles, defaultProfile } = isRecord(value) ? value : {};
    if (!isRecord(profiles)) return report(["profiles"], "`profiles` must be an object");
    for (const [name, one] of Object.entries(profiles)) {
      const profile = readProfile(one, (path, ...rest) => report(["profiles", name, ...path], ...rest));
      if (profile !== undefined && !this.#profiles.has(name)) this.#profiles.set(name, profile);
    }
    if (defaultProfile === undefined) return;
    const isKnown = (name: string) => Object.hasOwn(profiles, name) || DRIVEN.includes(name);
    if (typeof defaultProfile !== "string" || !isKnown(defaultProfile))
      report(["defaultProfile"], `there is no profile ${JSON.stringify(defaultProfile)}`);
    // Also an unknown one: no thread runs with another agent than the user chose.
    this.#default ??= String(defaultProfile);
  }

  finish(): Pick<Registry, "profiles" | "defaultProfile"> {
    const agents = DRIVEN.map((agent): [string, Profile] => [agent, { agent, args: [] }]);
    const profiles = Object.fromEntries([...agents, ...this.#profiles]);
    return { profiles, defaultProfile: this.#default ?? "claude-code" };
  }
}

type Report = (path: readonly string[], message: string, code?: FindingCode) => void;

function readProfile(value: unknown, report: Report): Profile | undefined {
  if (!isRecord(value)) {
    report([], "a profile must be an object");
    return undefined;
  }
  const { model, args = [], program, turnMinutes } = value;
  for (const key of Object.keys(value))
    if (!KEYS.includes(key)) report([key], `"${key}" is not used by Snaphook`, "CONFIG_UNKNOWN_KEY");
  const agent = agentOf(value, report);
  if (agent === undefined) return undefined;
  const isText = (one: unknown) => one === undefined || (typeof one === "string" && one !== "");
  if (!isText(model)) return void report(["model"], "`model` must be a text");
  if (!isText(program)) return void report(["program"], "`program` must be the path of a program");
  if (!Array.isArray(args) || !args.every((one) => typeof one === "string"))
    return void report(["args"], "`args` must be a list of texts");
  if (turnMinutes !== undefined && !(typeof turnMinutes === "number" && turnMinutes > 0))
    return void report(["turnMinutes"], "`turnMinutes` must be a positive number");
  return {
    agent,
    args: args as string[],
    ...(typeof model === "string" ? { model } : {}),
    ...(typeof program === "string" ? { program } : {}),
    ...(typeof turnMinutes === "number" ? { turnMinutes } : {}),
  };
}

function agentOf({ agent, backend }: JsonObject, report: Report): string | undefined {
  const name = agent ?? (backend === undefined ? "claude-code" : (BACKENDS[String(backend)] ?? backend));
  if (typeof name === "string" && DRIVEN.includes(name)) return name;
  const drive = typeof name === "string" && Object.hasOwn(DRIVES, name) ? DRIVES[name] : undefined;
  const at = agent === undefined ? "backend" : "agent";
  report(
    [at],
    drive !== undefined && "notDriven" in drive
      ? `threads cannot drive ${String(name)}: ${drive.notDriven}`
      : `\`${at}\` must be one of ${DRIVEN.join(", ")}`,
  );
  return undefined;
}
