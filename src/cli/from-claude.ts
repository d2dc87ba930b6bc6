/** Makes the hooks in Claude Code's settings hold in the other agents: their files are read, and approved by the person. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Finding, finding } from "../core/errors.js";
import { isRecord } from "../core/json.js";
import { reviewPath } from "../runtime/review.js";
import { appendToList } from "../runtime/wiring/formats/append-json.js";
import { parseConfigText } from "../sources/config-text.js";
import { type Call, OK, PROBLEMS } from "./command.js";
import { json, paint, printFindings } from "./print.js";

export async function bringClaudeHooks(call: Call, dryRun: boolean): Promise<number> {
  const asked = askForClaude(call, dryRun);
  if ("problem" in asked) {
    printFindings(call, [asked.problem]);
    return PROBLEMS;
  }
  const review = await reviewPath(join(call.places.home, ".claude/settings.json"), call.places, ["claude"]);
  const open = review.items.filter(({ source }) => source.state !== "trusted");
  const count = review.items.reduce((sum, { hooks }) => sum + hooks.length, 0);
  if (call.json) {
    json(call, { from: "claude", file: asked.file, hooks: count, toApprove: open.map(({ source }) => source.path) });
    return OK;
  }
  const will = dryRun ? "would load" : "loads";
  call.out(
    `${paint("bold", "From Claude Code")}: ${asked.file} ${will} ${count} hook${count === 1 ? "" : "s"} of Claude Code's settings.`,
  );
  for (const { source } of open)
    call.out(`  Still to do: review and approve them with \`snaphook trust ${source.path} --dialect claude\``);
  return OK;
}

/** The person's hooks file, made when there is none, with `claude` among the systems to load. */
function askForClaude(call: Call, dryRun: boolean): { readonly file: string } | { readonly problem: Finding } {
  const names = ["hooks.json", "hooks.jsonc", "hooks.yaml", "hooks.yml"].map((name) => join(call.places.config, name));
  const file = names.find(existsSync) ?? join(call.places.config, "hooks.jsonc");
  const text = existsSync(file) ? readFileSync(file, "utf8") : '{\n  "version": 1\n}\n';
  const { value } = parseConfigText(file, text);
  const dialects = isRecord(value) ? (value["dialects"] ?? []) : undefined;
  if (Array.isArray(dialects) && dialects.includes("claude")) return { file };
  if (!Array.isArray(dialects) || !isRecord(value) || /\.ya?ml$/.test(file)) {
    const why = 'this file cannot be edited for you: add "claude" to its list `dialects`';
    return { problem: finding("AGENT_CONFIG_UNREADABLE", why, { file }) };
  }
  if (!dryRun) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, appendToList(text, ["dialects"], "claude"));
  }
  return { file };
}
