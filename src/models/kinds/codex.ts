/**
 * The installed `codex` as a model. Its features and the user's config, which names MCP servers, are off, so that text in
 * the question cannot make its model act. What remains runs in its read-only sandbox, in an empty directory.
 */
import { isRecord, parseObject } from "../../core/text/json.js";
import type { ModelKind } from "../contract.js";
import { notReached, programFailure } from "../failures.js";
import { readUsage } from "../read-usage.js";

const ALONE = [
  "--disable",
  "hooks",
  "--ephemeral",
  "--skip-git-repo-check",
  "--sandbox",
  "read-only",
  "--ignore-rules",
  "--ignore-user-config",
];
/** As config values: a version that does not know one ignores it. */
const OFF = [
  ...["apps", "plugins", "goals", "multi_agent", "image_generation", "view_image"].map(offSwitch),
  'web_search="disabled"',
  "project_doc_max_bytes=0",
];
/** With a shell it reads files, in the sandbox. */
const NO_SHELL = ["shell_tool", "unified_exec"].map(offSwitch);
const SCHEMA = "schema.json";
const ANSWER = "answer.txt";

const codex: ModelKind = {
  overheadTokens: 15_000,
  readingTokens: 60_000,
  async ask({ settings, system, text, schema, folder, signal }, transport) {
    const off = [...OFF, ...(folder === undefined ? NO_SHELL : [])].flatMap((setting) => ["-c", setting]);
    const model = settings.model === undefined ? [] : ["--model", settings.model];
    const ran = await transport.run({
      program: settings.program ?? "codex",
      args: [
        "exec",
        ...ALONE,
        ...off,
        "--json",
        ...(settings.structured ? ["--output-schema", SCHEMA] : []),
        "-o",
        ANSWER,
        ...model,
        ...settings.args,
        "-",
      ],
      folder,
      stdin: `${system}\n\n${text}`,
      passEnv: settings.passEnv,
      files: { [SCHEMA]: JSON.stringify(schema) },
      reads: ANSWER,
      signal,
    });
    if ("failure" in ran) return notReached(ran);
    if (ran.exitCode !== 0 || ran.file === undefined) return programFailure("codex", ran);
    const used = ran.stdout
      .split("\n")
      .map((line) => parseObject(line)?.["usage"])
      .findLast(isRecord);
    return { ok: true, text: ran.file, usage: readUsage(used, ["input_tokens"], "output_tokens") };
  },
};

function offSwitch(feature: string): string {
  return `features.${feature}=false`;
}

export default codex;
