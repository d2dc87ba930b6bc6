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
  ...["shell_tool", "unified_exec", "apps", "plugins", "goals", "multi_agent", "image_generation", "view_image"].map(
    (name) => `features.${name}=false`,
  ),
  'web_search="disabled"',
].flatMap((setting) => ["-c", setting]);
const SCHEMA = "schema.json";
const ANSWER = "answer.txt";

const codex: ModelKind = {
  overheadTokens: 15_000,
  async ask({ settings, system, text, schema, signal }, transport) {
    const model = settings.model === undefined ? [] : ["--model", settings.model];
    const ran = await transport.run({
      program: settings.program ?? "codex",
      args: [
        "exec",
        ...ALONE,
        ...OFF,
        "--json",
        ...(settings.structured ? ["--output-schema", SCHEMA] : []),
        "-o",
        ANSWER,
        ...model,
        ...settings.args,
        "-",
      ],
      stdin: `${system}\n\n${text}`,
      passEnv: settings.passEnv,
      files: { [SCHEMA]: JSON.stringify(schema) },
      reads: ANSWER,
      signal,
    });
    if ("failure" in ran) return notReached(ran.failure);
    if (ran.exitCode !== 0 || ran.file === undefined) return programFailure("codex", ran);
    const used = ran.stdout
      .split("\n")
      .map((line) => parseObject(line)?.["usage"])
      .findLast(isRecord);
    return { ok: true, text: ran.file, usage: readUsage(used, ["input_tokens"], "output_tokens") };
  },
};

export default codex;
