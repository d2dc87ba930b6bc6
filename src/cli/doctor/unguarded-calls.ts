/** The other half of a proof: calls of the last week whose end is on record and that no guard was asked about. */
import { ADAPTERS } from "../../adapters/_registry.js";
import { type Finding, finding } from "../../core/errors.js";
import { lookUp } from "../../core/text/json.js";
import { findProgram, programVersion } from "../agents/known-agents.js";
import { type Ungated, ungatedSince } from "../health/unguarded-calls.js";
import { UnusableStore, withStore } from "../input/read-store.js";
import { dayAndTime } from "../output/times.js";
import type { Check, DoctorContext } from "./check.js";

const WEEK_MS = 7 * 24 * 3_600_000;

export const ungatedCalls: Check = {
  name: "calls without a verdict",
  passed: "no recorded call of the last day lacks a verdict",
  async run(sight) {
    try {
      const found = (await withStore(sight.call, (store) => ungatedSince(store, Date.now() - WEEK_MS))) ?? [];
      return await Promise.all(found.map((one) => findingOf(one, sight)));
    } catch (error) {
      if (error instanceof UnusableStore) return [error.found];
      throw error;
    }
  },
};

async function findingOf({ agent, tool, count, since, expected }: Ungated, { call }: DoctorContext): Promise<Finding> {
  const adapter = lookUp(ADAPTERS, agent);
  const often = `${count} call${count === 1 ? "" : "s"} of ${tool === "" ? "a tool" : tool}`;
  const title = adapter?.title ?? agent;
  if (expected !== undefined) return finding("CALLS_ONLY_TOLD", `${title} reported ${often} afterwards: ${expected}`);
  const program = adapter && findProgram(adapter, call);
  const version = program === undefined ? undefined : await programVersion(program, call);
  const who = version === undefined ? title : `${title} ${version}`;
  return finding("UNGATED_CALLS", `${who} made ${often} without a verdict of Snaphook's since ${dayAndTime(since)}`);
}
