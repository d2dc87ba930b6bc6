/**
 * The installed `codex` as a model. It always sends its own instructions and tools, about 9,500 tokens, and the model
 * could call them: they run in its read-only sandbox, in an empty directory.
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
];
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
        "--json",
        ...(settings.structured ? ["--output-schema", SCHEMA] : []),
        "-o",
        ANSWER,
        ...model,
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
