/** Commands, code and addresses in the input of a tool that is not known: analysed as what they look like. */
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { guessLanguage, languageNamed } from "../code/languages.js";
import { readCode } from "../code/read-code.js";
import { quoted } from "../code/started-command.js";
import type { Where } from "../model/effect.js";
import { equivalentProgram, type Origin } from "../model/equivalent-program.js";
import type { Reading } from "../model/invocation.js";
import { readCommand } from "../shell/read-command.js";
import { textsIn } from "./fields.js";
import { toolWords } from "./tool-words.js";

const COMMAND_FIELD =
  /^(?:bash|cli|cmd|cmdline|command|command_line|commandline|commands|exec|shell|shell_command|terminal_command)$/;
const CODE_FIELD = /^(?:code|expression|javascript|js|program|python|python_code|script|snippet|source_code)$/;
const LANGUAGE_FIELD = /^(?:kernel|lang|language|runtime|interpreter)$/;
const QUERY_FIELD = /^(?:query|sql|statement|statements)$/;
const DATABASE =
  /^(?:bigquery|clickhouse|database|db|duckdb|mariadb|mssql|mysql|oracle|pg|postgres|postgresql|snowflake|sql|sqlite|supabase)$/;
const ADDRESS = /^https?:\/\/\S+$/i;
const SENDING = /^(?:post|publish|put|send|submit|upload|notify)$/;
const BODY_FIELD = /^(?:body|content|data|json|message|payload|text)$/;

export function callCode(tool: string, input: JsonObject, where: Where): Reading[] {
  const words = [...toolWords(tool), ...tool.toLowerCase().split(/[^a-z0-9]+/)];
  const fields = textsIn(input);
  const origin = (text: string): Origin => ({ cwd: folderOf(input) ?? where.cwd, words: `${tool} ${text}` });
  const place = { ...where, cwd: folderOf(input) ?? where.cwd };
  const said = fields.find(({ name }) => LANGUAGE_FIELD.test(name))?.text;
  const language =
    (said === undefined ? undefined : languageNamed(said)) ?? words.map(languageNamed).find((one) => one !== undefined);
  const readings: Reading[] = commandsIn(input).map((command) => readCommand(command, place));
  for (const { name, text } of fields) {
    if (CODE_FIELD.test(name)) {
      const known = /^(?:ba|z)?sh|shell|terminal$/.test(said ?? "") ? undefined : (language ?? guessLanguage(text));
      readings.push(known === undefined ? readCommand(text, place) : readCode(known, text, origin(text), where));
    } else if (QUERY_FIELD.test(name) && words.some((word) => DATABASE.test(word)))
      readings.push({ invocations: [equivalentProgram("psql", ["-c", text], origin(text))], unclear: [] });
    else if (ADDRESS.test(text) && !BODY_FIELD.test(name)) {
      const body = words.some((word) => SENDING.test(word))
        ? fields.find((field) => BODY_FIELD.test(field.name))?.text
        : undefined;
      const args = body === undefined ? ["-s", text] : ["-s", "-d", body, text];
      readings.push({ invocations: [equivalentProgram("curl", args, origin(text))], unclear: [] });
    }
  }
  return readings;
}

/** A list of words is one command; a program may have its arguments beside it. */
function commandsIn(input: JsonObject): string[] {
  const args = Array.isArray(input["args"]) ? input["args"].filter((arg) => typeof arg === "string") : [];
  const found: string[] = [];
  const visit = (value: unknown, isCommand: boolean, depth: number) => {
    if (typeof value === "string") {
      if (isCommand) found.push([value, ...args.map(quoted)].join(" "));
    } else if (Array.isArray(value)) {
      const words = value.filter((item) => typeof item === "string");
      if (isCommand && words.length === value.length && words.length > 0)
        found.push(
          words.some((word) => /\s/.test(word)) && !words.some((word) => word.startsWith("-"))
            ? words.join("\n")
            : words.map(quoted).join(" "),
        );
      else if (depth > 0) for (const item of value) visit(item, isCommand, depth - 1);
    } else if (depth > 0 && isRecord(value))
      for (const [key, inner] of Object.entries(value)) visit(inner, COMMAND_FIELD.test(key.toLowerCase()), depth - 1);
  };
  visit(input, false, 4);
  return found;
}

function folderOf(input: JsonObject): string | undefined {
  const folder = input["cwd"] ?? input["workdir"] ?? input["working_directory"] ?? input["workingDirectory"];
  return typeof folder === "string" && folder.startsWith("/") ? folder : undefined;
}
