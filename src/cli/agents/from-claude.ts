/** Makes the hooks in Claude Code's settings hold in the other agents: their files are read, and approved by the person. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { isRecord } from "../../core/text/json.js";
import { reviewPath } from "../../runtime/plan/review.js";
import { readConfigFile, writeConfigFile } from "../../runtime/wiring/config-file.js";
import { appendToList } from "../../runtime/wiring/formats/append-json.js";
import { parseConfigText } from "../../sources/read/config-text.js";
import { type Call, OK, PROBLEMS } from "../command.js";
import { paint, printFindings, safeName } from "../output/print.js";

export type Brought =
  | { readonly system: "claude"; readonly file: string; readonly hooks: number; readonly toApprove: readonly string[] }
  | { readonly error: Finding };

export async function bringClaudeHooks(call: Call, dryRun: boolean): Promise<Brought> {
  const asked = askForClaude(call, dryRun);
  if ("error" in asked) return asked;
  const review = await reviewPath(join(call.places.home, ".claude/settings.json"), call.places, ["claude"]);
  const open = review.items.filter(({ source }) => source.state !== "trusted");
  return {
    system: "claude",
    file: asked.file,
    hooks: review.items.reduce((sum, { hooks }) => sum + hooks.length, 0),
    toApprove: open.map(({ source }) => source.path),
  };
}

/** For people; the JSON of the command holds it already. */
export function reportBrought(call: Call, brought: Brought, dryRun: boolean): number {
  if ("error" in brought) {
    if (!call.json) printFindings(call, [brought.error]);
    return PROBLEMS;
  }
  if (call.json) return OK;
  const { file, hooks, toApprove } = brought;
  const will = dryRun ? "would load" : "loads";
  call.out(
    `${paint("bold", "From Claude Code")}: ${safeName(file)} ${will} ${hooks} hook${hooks === 1 ? "" : "s"} of Claude Code's settings.`,
  );
  for (const path of toApprove)
    call.out(`  Still to do: review and approve them with \`snaphook trust ${safeName(path)} --dialect claude\``);
  return OK;
}

/** The person's hooks file, made when there is none, with `claude` among the systems to load. */
function askForClaude(call: Call, dryRun: boolean): { readonly file: string } | { readonly error: Finding } {
  const names = ["hooks.json", "hooks.jsonc", "hooks.yaml", "hooks.yml"].map((name) => join(call.places.config, name));
  const file = names.find(existsSync) ?? join(call.places.config, "hooks.jsonc");
  const now = readConfigFile(file);
  if ("problem" in now) return { error: byHand(file, now.problem) };
  const text = now.text ?? '{\n  "version": 1\n}\n';
  const dialects = dialectsIn(file, text);
  if (dialects?.includes("claude")) return { file };
  if (dialects === undefined || /\.ya?ml$/.test(file)) return { error: byHand(file, "it cannot be edited for you") };
  const edited = appendToList(text, ["dialects"], "claude");
  if (!dialectsIn(file, edited)?.includes("claude"))
    return { error: byHand(file, "its `dialects` stands there more than once") };
  if (dryRun) return { file };
  try {
    mkdirSync(dirname(now.real), { recursive: true, mode: 0o700 });
    writeConfigFile(now.real, edited);
    return { file };
  } catch (error) {
    return { error: byHand(file, `it could not be changed (${(error as Error).message})`) };
  }
}

/** Undefined when they are no list, or stand in no object. */
function dialectsIn(file: string, text: string): readonly unknown[] | undefined {
  const { value } = parseConfigText(file, text);
  const dialects = isRecord(value) ? (value["dialects"] ?? []) : undefined;
  return Array.isArray(dialects) ? dialects : undefined;
}

function byHand(file: string, why: string): Finding {
  return finding("AGENT_CONFIG_UNREADABLE", `${why}: add "claude" to its list \`dialects\` yourself`, { file });
}
