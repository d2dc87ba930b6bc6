/** What an agent's own words cost: its largest recorded payload read, a denial with context said; and wiring them all. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleForScripts } from "../../scripts/bundle-for-scripts.mjs";
import { median } from "../lib/rounds.mjs";
import { micro, within } from "../lib/row.mjs";

const PROGRAM = new URL("../../dist/snaphook.cjs", import.meta.url).pathname;
const FOLDERS = new URL("../../src/adapters", import.meta.url).pathname;
const MATRIX = new URL("../../docs/agents.json", import.meta.url);
const CALLS = 2_001;
const INSTALLS = 11;
const REACH_US = 50;

export default async function agents() {
  return [...(await translation()), installAll(), ...suites()];
}

async function translation() {
  const { ADAPTERS, degrade, NO_DECISION, recordedPayloads } = await import(
    await bundleForScripts("bench/lib/adapters.ts")
  );
  const by = { hook: "h", source: "user", ms: 1 };
  const decision = { ...NO_DECISION, verdict: "deny", reason: "no", verdictBy: by, context: "why", contextBy: [by] };
  return Object.values(ADAPTERS).flatMap((adapter) => {
    const sized = recordedPayloads(adapter, FOLDERS).map((one) => ({
      ...one,
      size: JSON.stringify(one.payload).length,
    }));
    const [largest] = sized.sort((one, other) => other.size - one.size);
    if (largest === undefined) throw new Error(`no payloads of ${adapter.title}`);
    const times = Array.from({ length: CALLS }, () => {
      const startedAt = process.hrtime.bigint();
      const event = adapter.decode(largest.event, largest.payload);
      const said = adapter.encode(degrade(decision, adapter.capability(event.name, "headless"), adapter.title), event);
      const us = Number(process.hrtime.bigint() - startedAt) / 1000;
      if (typeof said.stdout !== "string") throw new Error(`no answer for ${largest.file}`);
      return us;
    });
    const us = median(times);
    return {
      figure: `decode and encode, ${adapter.title}, its largest payload`,
      reach: `≤ ${REACH_US} µs`,
      measured: micro(us),
      ok: us <= REACH_US,
      detail: `${largest.file}, ${largest.size} characters, median of ${CALLS} calls`,
    };
  });
}

/** Each time into a new home, with the copy of the program that the launcher runs. */
function installAll() {
  const times = Array.from({ length: INSTALLS }, () => {
    const home = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
    try {
      mkdirSync(join(home, "project"));
      const env = { PATH: process.env.PATH, HOME: home };
      const startedAt = performance.now();
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "install", "--all"], {
        cwd: join(home, "project"),
        env,
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(`install --all failed: ${stderr}`);
      return performance.now() - startedAt;
    } finally {
      rmSync(home, { recursive: true });
    }
  });
  return within("`snaphook install --all` into a new home", 1_500, median(times), `median of ${INSTALLS} runs`);
}

/** As the last run of all scenarios wrote it down. */
function suites() {
  return Object.values(JSON.parse(readFileSync(MATRIX, "utf8"))).flatMap(({ title, version, seconds }) =>
    seconds === undefined
      ? []
      : {
          figure: `all scenarios on ${title} ${version}`,
          reach: "–",
          measured: `${(seconds / 60).toFixed(1)} min`,
          detail: "the program there already",
        },
  );
}
