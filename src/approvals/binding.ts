/** Which call an answer is for. Two calls with the same text are the same question; any other difference is asked again. */
import { canonicalJson, isRecord } from "../core/text/json.js";

export interface BoundCall {
  readonly agent: string;
  readonly session?: string | undefined;
  readonly cwd: string;
  readonly event: string;
  readonly tool?: string | undefined;
  /** After rewrites: what would run. */
  readonly input: unknown;
  /** Of the kind `plan`: the text that was shown. */
  readonly plan?: string | undefined;
}

/** Tools that run a command line, under their canonical names. */
const SHELLS = ["Bash", "PowerShell"];
/** Of a shell's input. They do not change what runs, and models reword them in each attempt. */
const DESCRIBING = ["description", "timeout"];

/** The text to hash. It can hold secrets: hash it with a key, and store only the hash. */
export function boundText({ agent, session, cwd, event, tool, input, plan }: BoundCall): string {
  // All events of a tool call are about the same call.
  const about = tool === undefined ? event : "call";
  const call = [agent, session ?? null, about, cwd, tool ?? null, meaningOf(tool, input) ?? null];
  return canonicalJson(plan === undefined ? call : [...call, { plan }]);
}

function meaningOf(tool: string | undefined, input: unknown): unknown {
  // After the call it also holds the answers.
  if (tool === "AskUserQuestion" && isRecord(input)) return { questions: input["questions"] ?? null };
  if (tool === undefined || !SHELLS.includes(tool) || !isRecord(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([key]) => !DESCRIBING.includes(key)));
}

/** Their input does not hold what would be approved: the plan is a file, the answers are not given yet. */
const WITHOUT_CONTENT = ["ExitPlanMode", "AskUserQuestion"];

export function showsWholeCall(tool: string): boolean {
  return !WITHOUT_CONTENT.includes(tool);
}
