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
import { offJson, scopeText } from "../output/off-text.js";
import { json, oneLine, paint, refuse, safe, safeName } from "../output/print.js";
import { type Column, table } from "../output/table.js";
import { dayAndTime } from "../output/times.js";

const command: Command = {
  summary: "Switch hooks off for a while, when one of them blocks everything. Only a person can; it ends by itself.",
  usage: "--for TIME [--hook ID | --project [PATH] | --session ID] [--list]",
  example: "snaphook off --for 10m --hook no-force-push",
  options: {
    for: { type: "string", value: "TIME", help: "How long: 30s, 10m, 2h; at most 24h." },
    hook: { type: "string", value: "ID", help: "Only this hook." },
    project: { type: "boolean", help: "Only for calls in the project at PATH; in this folder without one." },
    session: {
      type: "string",
      value: "ID",
      help: "Only for calls of this session of an agent; the beginning of its id is enough.",
    },
    list: { type: "boolean", help: "List what is off, and what was." },
  },
  exits: { 1: "nothing was switched off" },
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
        ? finding("CONFIG_SCOPE", `"${what.id}" is set by an administrator and cannot be switched off`)
        : finding("HOOK_NOT_FOUND", `there is no hook "${what.id}" here`);
      refuse(call, why);
      return managed ? PROBLEMS : MISUSE;
    }
    const until = clockTime(Date.now() + ms);
    show(call, what, off, stay);
    const consent = await call.person.confirm(`switch this off until ${until}`);
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
  /** Where it shall hold, or is looked at. */
  readonly cwd: string;
}

async function readWanted(call: Call): Promise<Wanted | Finding> {
  const { flags, args, cwd } = call;
  const time = flags["for"];
  const ms = typeof time === "string" && /[smh]$/.test(time) ? (parseDuration(time) ?? 0) : 0;
  if (ms <= 0 || ms > LONGEST_OFF_MS)
    return finding("USAGE", "say for how long: `--for 30s`, `--for 10m`, `--for 2h`; at most 24h");
  const { hook, session, project } = flags;
  if ([hook, session, project].filter((one) => one !== undefined).length > 1)
    return finding("USAGE", "name one of --hook, --project and --session");
  if (args.length > (project ? 1 : 0)) return finding("USAGE", "a path is given with --project, and only one");
  const path = realFolder(resolve(cwd, args[0] ?? "."));
  if (project && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return finding("USAGE", `there is no folder ${path}`);
  if (project) return { ms, what: { kind: "project", path }, cwd: path };
  if (typeof hook === "string") return { ms, what: { kind: "hook", id: hook }, cwd };
  if (typeof session === "string") {
    const found = await findSessionId(call, session);
    return "problem" in found ? found.problem : { ms, what: { kind: "session", id: found.id }, cwd };
  }
  return { ms, what: { kind: "all" }, cwd };
}

/** Of the hooks here. Nothing is built for it: code that hangs must not keep anybody from switching it off. */
async function affected(call: Call, { ms, what: wanted, cwd }: Wanted) {
  const { entries, root } = await openPlan({ cwd, places: call.places, mayBuild: false });
  const what: OffScope = wanted.kind === "project" ? { kind: "project", path: root } : wanted;
  const facts = { root, ...(what.kind === "session" ? { session: what.id } : {}) };
  const one = { what, from: 0, until: 1, by: { user: "", terminal: "" } };
  const off = entries.filter((entry) => switchesOff(one, entry, facts));
  return { ms, what, off, stay: entries.filter((entry) => !off.includes(entry)) };
}

function show(call: Call, what: OffScope, off: readonly SourceEntry[], stay: readonly SourceEntry[]): void {
  call.out(`This switches off ${paint("bold", safe(scopeText(what)))}, for every agent. Here that is:`);
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
    call.out(`An administrator's hooks stay on: ${managed.map(({ hook }) => oneLine(hook.id)).join(", ")}.`);
}

async function save(call: Call, what: OffScope, ms: number, by: Confirmed["by"]): Promise<number> {
  const from = Date.now();
  const one = { what, from, until: from + ms, by };
  try {
    await changeOff(call.places.data, (known) => [...known, one]);
  } catch (error) {
    refuse(call, finding("FILE_UNWRITABLE", `nothing was switched off (${(error as Error).message})`));
    return PROBLEMS;
  }
  call.out(
    `Switched off until ${clockTime(one.until)}: ${safe(scopeText(what))}. \`snaphook on\` ends it before that.`,
  );
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
  else if (known.length === 0) call.out("Nothing is switched off.");
  else
    call.out(
      table(
        COLUMNS,
        known.map(({ active, one: { what, from, until, endedAt, by } }) => [
          active ? paint("yellow", "off") : "ended",
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
