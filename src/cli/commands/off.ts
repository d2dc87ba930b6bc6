import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { LONGEST_OFF_MS, type OffScope, switchesOff } from "../../core/hooks/off-switch.js";
import type { Confirmed } from "../../core/ports.js";
import { clockTime } from "../../runtime/call/apply-off-switches.js";
import { openPlan } from "../../runtime/plan/open-plan.js";
import { realFolder } from "../../runtime/platform/paths.js";
import { changeOff, readOff } from "../../sources/discover/off-file.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { parseDuration } from "../input/duration.js";
import { findSessionId } from "../input/find-session.js";
import { unknownHook } from "../input/unknown-name.js";
import { offJson, scopeText } from "../output/off-text.js";
import { json, oneLine, paint, refuse, safe, safeName } from "../output/print.js";
import { type Column, table } from "../output/table.js";
import { dayAndTime } from "../output/times.js";

const command: Command = {
  group: "Policy",
  summary: "Pause hooks for a limited time. Needs a person.",
  usage: "--for TIME [--hook ID | --project [PATH] | --session ID] [--list]",
  example: "snaphook off --for 10m --hook no-force-push",
  arguments: [{ kind: "folder" }],
  options: {
    for: { type: "string", value: "TIME", help: "Duration, such as 30s, 10m or 2h (maximum: 24h)." },
    hook: { type: "string", value: "ID", kind: "hook", help: "Hook to pause (default: all)." },
    project: { type: "boolean", help: "Project to pause hooks in: PATH (default: this folder)." },
    session: {
      type: "string",
      value: "ID",
      kind: "session",
      help: "Session id, or its beginning, to pause hooks in.",
    },
    list: { type: "boolean", help: "List of current and past pauses." },
  },
  exits: { 1: "nothing was paused, or it needs a person" },
  async run(call) {
    if (call.flags["list"]) return list(call);
    const wanted = await readWanted(call);
    if ("code" in wanted) {
      refuse(call, wanted);
      return MISUSE;
    }
    const checked = await call.person.isPerson();
    if (!checked.yes) {
      refuse(call, checked.why);
      return PROBLEMS;
    }
    const { ms, what, off, stay } = await affected(call, wanted);
    if (what.kind === "hook" && off.length === 0) {
      const managed = stay.some(({ hook }) => hook.id === what.id);
      const why = managed
        ? finding("CONFIG_SCOPE", `"${what.id}" is set by an administrator and cannot be paused`)
        : unknownHook(what.id, stay);
      refuse(call, why);
      return managed ? PROBLEMS : MISUSE;
    }
    const until = clockTime(Date.now() + ms);
    show(call, what, off, stay);
    const consent = await call.person.confirm(`pause this until ${until}`);
    if (!consent.yes) {
      refuse(call, consent.why);
      return PROBLEMS;
    }
    return save(call, what, ms, consent.by);
  },
};

interface Wanted {
  readonly ms: number;
  readonly what: OffScope;
  /** The folder it applies to, or is evaluated in. */
  readonly cwd: string;
}

async function readWanted(call: Call): Promise<Wanted | Finding> {
  const { flags, args, cwd } = call;
  const time = flags["for"];
  const ms = typeof time === "string" && /[smh]$/.test(time) ? (parseDuration(time) ?? 0) : 0;
  if (ms <= 0 || ms > LONGEST_OFF_MS)
    return finding("USAGE", "give a duration: `--for 30s`, `--for 10m` or `--for 2h` (maximum: 24h)");
  const { hook, session, project } = flags;
  if ([hook, session, project].filter((one) => one !== undefined).length > 1)
    return finding("USAGE", "give only one of --hook, --project and --session");
  if (args.length > (project ? 1 : 0)) return finding("USAGE", "a path needs --project");
  const path = realFolder(resolve(cwd, args[0] ?? "."));
  if (project && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return finding("USAGE", `no such folder: ${path}`);
  if (project) return { ms, what: { kind: "project", path }, cwd: path };
  if (typeof hook === "string") return { ms, what: { kind: "hook", id: hook }, cwd };
  if (typeof session === "string") {
    const found = await findSessionId(call, session);
    return "problem" in found ? found.problem : { ms, what: { kind: "session", id: found.id }, cwd };
  }
  return { ms, what: { kind: "all" }, cwd };
}

/** Of the hooks here. Nothing is built: code config that hangs must not prevent a pause. */
async function affected(call: Call, { ms, what: wanted, cwd }: Wanted) {
  const { entries, root } = await openPlan({ cwd, places: call.places, mayBuild: false });
  const what: OffScope = wanted.kind === "project" ? { kind: "project", path: root } : wanted;
  const facts = { root, ...(what.kind === "session" ? { session: what.id } : {}) };
  const one = { what, from: 0, until: 1, by: { user: "", terminal: "" } };
  const off = entries.filter((entry) => switchesOff(one, entry, facts));
  return { ms, what, off, stay: entries.filter((entry) => !off.includes(entry)) };
}

function show(call: Call, what: OffScope, off: readonly SourceEntry[], stay: readonly SourceEntry[]): void {
  call.out(`This pauses ${paint("bold", safe(scopeText(what)))}, for every agent. Here:`);
  if (off.length === 0) call.out("  no hook");
  else
    call.out(
      table(
        [{}, {}, { narrow: "wrap" }],
        off.map(({ hook, source }) => [oneLine(hook.id), oneLine(hook.event), safeName(source.key)]),
        { indent: 2 },
      ),
    );
  const managed = stay.filter(({ source }) => source.level === "managed");
  if (managed.length > 0)
    call.out(`Hooks of an administrator still run: ${managed.map(({ hook }) => oneLine(hook.id)).join(", ")}.`);
}

async function save(call: Call, what: OffScope, ms: number, by: Confirmed["by"]): Promise<number> {
  const from = Date.now();
  const one = { what, from, until: from + ms, by };
  try {
    await changeOff(call.places.data, (known) => [...known, one]);
  } catch (error) {
    refuse(call, finding("FILE_UNWRITABLE", `nothing was paused (${(error as Error).message})`));
    return PROBLEMS;
  }
  call.out(`Paused until ${clockTime(one.until)}: ${safe(scopeText(what))}. Run \`snaphook on\` to resume earlier.`);
  return OK;
}

const COLUMNS: readonly Column[] = [
  { head: "state" },
  { head: "what", narrow: "wrap", min: 20 },
  { head: "until" },
  { head: "from", drop: 1 },
  { head: "by", drop: 2 },
];

function list(call: Call): number {
  const known = readOff(call.places.data).map((one) => ({ ...offJson(one), one }));
  if (call.json)
    json(
      call,
      known.map(({ one: _, ...facts }) => facts),
    );
  else if (known.length === 0) call.out("No hook is or was paused.");
  else
    call.out(
      table(
        COLUMNS,
        known.map(({ active, one: { what, from, until, endedAt, by } }) => [
          active ? paint("yellow", "paused") : "ended",
          safe(scopeText(what)),
          dayAndTime(endedAt ?? until),
          dayAndTime(from),
          `${oneLine(by.user)} on ${oneLine(by.terminal)}`,
        ]),
      ),
    );
  return OK;
}

export default command;
