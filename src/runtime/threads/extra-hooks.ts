/** The file of `--extra-hooks`: hooks for one thread, as an object of phases, or one with `hooks`. */
import { join } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { readPlainFile } from "../../disk/files.js";
import { parseConfigText } from "../../sources/read/config-text.js";
import { EntityCheck } from "../../threads/check.js";
import { readHooks } from "../../threads/read-hooks.js";

export interface ExtraHooks {
  readonly file: string;
  readonly text: string;
  readonly hooks: JsonObject;
}

export function readExtra(cwd: string, path: string): ExtraHooks | { readonly problems: readonly Finding[] } {
  const file = path.startsWith("/") ? path : join(cwd, path);
  let text: string;
  try {
    text = readPlainFile(file).toString("utf8");
  } catch (error) {
    const why = (error as Error).message;
    return { problems: [finding("FILE_UNREADABLE", `the extra hooks cannot be read (${why})`, { file })] };
  }
  const parsed = parseConfigText(file, text);
  const broken = parsed.findings.filter(({ severity }) => severity === "error");
  if (broken.length > 0) return { problems: broken };
  const { value, where } = parsed;
  if (!isRecord(value)) {
    const message = "extra hooks must be an object with onStart, onTransition or onEnd";
    return { problems: [finding("CONFIG_TYPE", message, where([]))] };
  }
  const isInside = value["hooks"] !== undefined;
  const check = new EntityCheck({
    name: "extra hooks",
    value: { hooks: isInside ? value["hooks"] : value },
    origin: "user",
    file,
    where: (path) => where(isInside ? path : path.slice(1)),
    readPrompt: () => ({ problem: "hooks have no prompts" }),
  });
  const hooks = readHooks(check);
  return check.isSound ? { file, text, hooks } : { problems: check.findings };
}
