/** Runs all checks. One that fails itself is a finding, and the others go on. */
import { type Finding, finding } from "../../core/errors.js";
import type { Check, DoctorContext } from "./check.js";

export interface Checked {
  readonly name: string;
  readonly findings: readonly Finding[];
  readonly detail?: string;
}

/** Long enough for an agent that is slow to tell its version. */
const LONGEST_MS = 30_000;

/** `waiting` is called repeatedly with the checks that are still running. */
export async function runChecks(
  checks: readonly Check[],
  sight: DoctorContext,
  waiting: (names: readonly string[]) => void = () => {},
  everyMs = 2000,
): Promise<Checked[]> {
  const open = new Set(checks.map(({ name }) => name));
  const timer = setInterval(() => waiting([...open]), everyMs);
  try {
    return await Promise.all(
      checks.map(async (check) => {
        const findings = await runOne(check, sight);
        open.delete(check.name);
        const detail = check.detail?.(sight);
        return { name: check.name, findings, ...(detail === undefined ? {} : { detail }) };
      }),
    );
  } finally {
    clearInterval(timer);
  }
}

async function runOne(check: Check, sight: DoctorContext): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`it took longer than ${LONGEST_MS / 1000} seconds`)), LONGEST_MS);
  });
  try {
    return await Promise.race([Promise.resolve().then(() => check.run(sight)), tooLong]);
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return [finding("CHECK_FAILED", `"${check.name}" could not be checked (${why})`)];
  } finally {
    clearTimeout(timer);
  }
}
