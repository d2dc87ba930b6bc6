/** What a bug report needs: versions, agents, `doctor`, the last errors. No payload, no prompt, no config. */
import { arch, platform, release } from "node:os";
import { findDaemon } from "../../client/daemon-control.js";
import { readEnd } from "../../disk/files.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { packageVersion } from "../../runtime/platform/paths.js";
import { loggedEvents } from "../../runtime/record/read-hook-log.js";
import { findProgram, programVersion, wirableAgents } from "../agents/known-agents.js";
import type { Call } from "../command.js";
import { CHECKS } from "../doctor/checks.js";
import { collectContext } from "../doctor/context.js";
import { runChecks } from "../doctor/run-checks.js";
import { withoutPerson } from "../output/without-person.js";

const LAST_ERRORS = 20;
const LOG_BYTES = 200_000;
const LONGEST_LINE = 500;

/** Markdown, redacted as a whole. `waiting` is called while agents and checks are slow. */
export async function collectReport(call: Call, waiting: (names: readonly string[]) => void): Promise<string> {
  const sections = [
    section("Versions", versions()),
    section("Agents", await agents(call)),
    section("Daemon", await daemon(call)),
    section("Doctor", await doctor(call, waiting)),
    section("Failed hooks", failedHooks(call)),
    section("Daemon log, errors", logLines(daemonPlace(call.places).log, / ERROR /)),
    section("Daemon output", logLines(`${daemonPlace(call.places).log}.out`, /./)),
  ];
  return withoutPerson(`# Snaphook report\n\n${sections.join("\n\n")}\n`, call.places.home);
}

function section(title: string, lines: readonly string[]): string {
  return [`## ${title}`, "", ...(lines.length === 0 ? ["none"] : lines)].join("\n");
}

function versions(): string[] {
  return [
    `- Snaphook ${packageVersion()}`,
    `- Node ${process.version}`,
    `- ${platform()} ${release()} ${arch()}`,
    `- terminal ${process.stdout.isTTY ? "yes" : "no"}`,
  ];
}

async function agents(call: Call): Promise<string[]> {
  const found = await Promise.all(
    wirableAgents().map(async (adapter) => {
      const program = findProgram(adapter, call);
      if (program === undefined) return [];
      const version = (await programVersion(program, call)) ?? "of unknown version";
      return [`- ${adapter.title} ${version} (tested: ${adapter.versions.join(", ")})`];
    }),
  );
  return found.flat();
}

async function daemon({ places }: Call): Promise<string[]> {
  const found = await findDaemon(places);
  if (found.state !== "running") return [`- ${found.state}`];
  const { version, upSeconds, events, memoryMb, state } = found.status;
  return [`- running, version ${version}, ${state}, up ${upSeconds} s, ${events} events, ${memoryMb} MB`];
}

async function doctor(call: Call, waiting: (names: readonly string[]) => void): Promise<string[]> {
  const checked = await runChecks(CHECKS, collectContext(call), waiting);
  return checked.flatMap(({ name, findings }) =>
    findings.length === 0
      ? [`- ok: ${name}`]
      : findings.map(({ severity, code, file, message }) => {
          const place = file === undefined ? "" : ` (${file})`;
          return `- ${severity}: ${name}: ${code}: ${oneLine(message)}${place}`;
        }),
  );
}

function failedHooks({ places }: Call): string[] {
  const lines: string[] = [];
  for (const { at, agent, event, hooks, notes } of loggedEvents(places.state)) {
    for (const { id, outcome, cause, ms } of hooks)
      if (outcome === "failed")
        lines.push(oneLine(`- ${at} ${agent} ${event}: ${id} failed (${cause}) after ${ms} ms`));
    for (const { code } of notes) if (code === "CALL_FAILED") lines.push(oneLine(`- ${at} ${agent} ${event}: ${code}`));
    if (lines.length >= LAST_ERRORS) break;
  }
  return lines.slice(0, LAST_ERRORS);
}

function logLines(file: string, wanted: RegExp): string[] {
  const lines = (readEnd(file, LOG_BYTES, { followLink: false })?.text ?? "").split("\n");
  return lines
    .filter((line) => wanted.test(line))
    .slice(-LAST_ERRORS)
    .map((line) => `- ${oneLine(line)}`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, LONGEST_LINE);
}
