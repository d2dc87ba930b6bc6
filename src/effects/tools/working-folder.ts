/** Where a tool runs a command. Every call of a shell asks for it, so it loads nothing that reads code. */
import type { JsonObject } from "../../core/text/json.js";
import type { Where } from "../model/effect.js";
import { snakeCase } from "./tool-words.js";

const FOLDER_FIELD =
  /^(?:cwd|workdir|working_dir|working_directory|directory|dir|folder|root|workspace|repo|repo_path)$/;

/** Those of nearly every command. */
const OTHER_FIELDS = new Set(["command", "description", "timeout", "run_in_background"]);

/** Working directory of a tool's command. */
export function folderOf(input: JsonObject, { home, cwd }: Where): string | undefined {
  const folder = Object.entries(input).find(
    ([key, value]) =>
      !OTHER_FIELDS.has(key) && typeof value === "string" && value !== "" && FOLDER_FIELD.test(snakeCase(key)),
  )?.[1] as string | undefined;
  if (folder === undefined) return undefined;
  const plain = folder.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home);
  return plain.startsWith("/") ? plain : `${cwd}/${plain}`;
}
