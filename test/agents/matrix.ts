/** The table of what was shown for which agent. Only a run writes it, and only the rows that it ran. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sha256 } from "../../src/disk/digest.js";
import { takeShortLock } from "../../src/disk/short-lock.js";
import { ROOT } from "../architecture/source-tree.js";
import { PROGRAM } from "../support/program.js";
import { agentsPage, columnsOf, withAgentsTable } from "./matrix-page.js";
import { type Agent, ISOLATED } from "./run-agent.js";
import { SCENARIOS } from "./scenarios.js";

export interface Outcome {
  readonly outcome: "proven" | "failed" | "not possible";
  readonly date: string;
  /** What stopped it. */
  readonly why?: string;
  /** Digest of the Snaphook program that was run. */
  readonly program: string;
  readonly network: string;
}

export interface AgentRow {
  readonly title: string;
  readonly agent: string;
  readonly version: string;
  /** Digest of the agent's own program and package. */
  readonly digest: string;
  /** How long all scenarios took when they were last run together, the download not counted. */
  readonly seconds?: number;
  readonly scenarios: Readonly<Record<string, Outcome>>;
}

const JSON_FILE = join(ROOT, "docs/agents.json");
const PAGE = join(ROOT, "docs/agents.md");
const README = join(ROOT, "README.md");

export function outcome(kind: Outcome["outcome"], why?: string): Outcome {
  const date = new Date().toISOString().slice(0, 10);
  const network = ISOLATED ? "only loopback" : "that of the machine";
  return { outcome: kind, date, ...(why === undefined ? {} : { why }), program: programDigest(), network };
}

/** Suites of several agents may end at the same time. */
export async function writeMatrix(agent: Agent, ran: Readonly<Record<string, Outcome>>, ms: number): Promise<void> {
  const release = await takeShortLock(join(tmpdir(), `snaphook-agents-${sha256(JSON_FILE).slice(0, 16)}.lock`));
  try {
    addRows(agent, ran, ms);
  } finally {
    release();
  }
}

function addRows({ driver, folder }: Agent, ran: Readonly<Record<string, Outcome>>, ms: number): void {
  const all = existsSync(JSON_FILE) ? (JSON.parse(readFileSync(JSON_FILE, "utf8")) as Record<string, AgentRow>) : {};
  const key = `${driver.name}@${driver.version}`;
  const before = all[key];
  const whole = Object.keys(ran).length === SCENARIOS.length;
  all[key] = {
    title: driver.title,
    agent: driver.name,
    version: driver.version,
    digest: digestOf(programOf(realpathSync(driver.command(folder).at(-1)!))),
    ...(whole ? { seconds: Math.round(ms / 1000) } : before?.seconds === undefined ? {} : { seconds: before.seconds }),
    scenarios: { ...before?.scenarios, ...ran },
  };
  const sorted = Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(JSON_FILE, `${JSON.stringify(sorted, null, 2)}\n`);
  const columns = columnsOf(Object.values(sorted));
  writeFileSync(PAGE, agentsPage(columns));
  writeFileSync(README, withAgentsTable(readFileSync(README, "utf8"), columns));
}

/** What is started may be a small script; the package it belongs to names the version. */
function programOf(file: string): string[] {
  let folder = dirname(file);
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
  return [file, join(folder, "package.json")].filter(existsSync);
}

/** Of our own program, with everything it may load. */
function programDigest(): string {
  const chunks = join(dirname(PROGRAM), "bin");
  const names = readdirSync(chunks).sort();
  return digestOf([PROGRAM, ...names.map((name) => join(chunks, name))]);
}

function digestOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
