/**
 * The plan for a directory: cached if nothing has changed, otherwise compiled. The compiler with its parsers and
 * schemas is loaded only then.
 */
import type { CompileRequest } from "../../sources/compile/compile-plan.js";
import {
  type Plan,
  planFile,
  readLastPlan,
  readPlan,
  type SignedPlan,
  writePlan,
} from "../../sources/compile/plan-file.js";
import { stillTrue, withoutOldHashes } from "../../sources/discover/file-signatures.js";
import type { AppPaths } from "../platform/paths.js";
import { authoringModule, realFolder } from "../platform/paths.js";

/** Raised when the meaning of a stored plan changes; plans of other formats are recompiled. */
const PLAN_FORMAT = "snaphook-plan-6";

export interface OpenOptions {
  readonly cwd: string;
  /** Where the agent was started, if known. */
  readonly startedIn?: string;
  /** Claude Code's own directory, if `CLAUDE_CONFIG_DIR` moves it (AX-10). */
  readonly claudeFolder?: string;
  readonly places: AppPaths;
  readonly named?: CompileRequest["named"];
  readonly dialects?: readonly string[];
  /** False while an event waits: code config is then not built. */
  readonly mayBuild: boolean;
}

export async function openPlan(options: OpenOptions): Promise<Plan> {
  const { places, named, dialects = [] } = options;
  if (named !== undefined) return (await compileNow(options)).plan;
  const { home, configHome, data } = places;
  const key = JSON.stringify([
    realFolder(options.cwd),
    options.startedIn,
    home,
    configHome,
    data,
    dialects,
    options.claudeFolder,
  ]);
  const usable = (plan: Plan) => !(options.mayBuild && needsBuild(plan));
  const remembered = warm.get(key);
  if (remembered !== undefined && usable(remembered.plan) && stillTrue(remembered.signatures)) {
    const { plan, signatures } = remembered;
    return remember(key, { plan, signatures: withoutOldHashes(signatures) ?? signatures });
  }
  const file = planFile(places, key);
  const format = `${PLAN_FORMAT} ${key}`;
  const cached = readPlan(file, format);
  if (cached !== undefined && usable(cached.plan)) return remember(key, cached);
  const { plan, signatures, lastGood } = await compileNow(options, readLastPlan(file, format), true);
  remember(key, { plan, signatures });
  try {
    if (lastGood !== undefined) (await import("../../sources/discover/last-good.js")).writeLastGood(data, lastGood);
  } catch {
    // The data directory is not writable: a config that is damaged later has no good version.
  }
  try {
    writePlan(file, format, plan, signatures);
  } catch {
    // No cache (read-only home, full disk): every event compiles again, which is slow but correct.
  }
  return plan;
}

/** AX-10: where this Claude Code session has its files. Relative paths mean nothing outside the agent. */
export function movedClaudeFolder(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<OpenOptions, "claudeFolder"> {
  const folder = environment["CLAUDE_CONFIG_DIR"];
  return folder?.startsWith("/") ? { claudeFolder: folder } : {};
}

/** Plans of directories in this process; each is valid as long as its signatures are. */
const warm = new Map<string, SignedPlan>();
const MOST_WARM = 100;

function remember(key: string, signed: SignedPlan): Plan {
  warm.delete(key);
  warm.set(key, signed);
  const [oldest] = warm.keys();
  if (warm.size > MOST_WARM && oldest !== undefined) warm.delete(oldest);
  return signed.plan;
}

/** `isUrgent`: an event may be waiting. */
export async function compileNow(options: OpenOptions, previous?: Plan, isUrgent = false) {
  const [{ compilePlan }, { BUILTINS }, { linearRegex }] = await Promise.all([
    import("../../sources/compile/compile-plan.js"),
    import("../../builtins/_registry.js"),
    import("../platform/re2.js"),
  ]);
  const { named, dialects, ...rest } = options;
  return compilePlan({
    ...rest,
    isUrgent,
    cwd: realFolder(options.cwd),
    regex: linearRegex,
    builtins: BUILTINS,
    authoring: authoringModule(),
    ...(previous === undefined ? {} : { previous }),
    ...(named === undefined ? {} : { named }),
    ...(dialects === undefined ? {} : { dialects }),
  });
}

/** A plan compiled while an event waited may lack a build that is allowed now. */
function needsBuild(plan: Plan): boolean {
  return plan.findings.some(({ code }) => code === "CODE_CONFIG_FAILED");
}
