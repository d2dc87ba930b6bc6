/** Commands, code and URLs in the input of an unknown tool: analysed as what they look like. */
import { isRecord, type JsonObject, parseObject } from "../../core/text/json.js";
import { guessLanguage, languageNamed } from "../code/languages.js";
import { readCode } from "../code/read-code.js";
import { quoted } from "../code/started-command.js";
import type { Where } from "../model/effect.js";
import { equivalentProgram, type Origin } from "../model/equivalent-program.js";
import type { Reading } from "../model/invocation.js";
import { readCommand } from "../shell/read-command.js";
import { textsIn } from "./fields.js";
import { snakeCase, toolWords } from "./tool-words.js";
import { folderOf } from "./working-folder.js";

const COMMAND_FIELD =
  /^(?:argv|bash|cli|cmd|cmdline|command|command_line|commandline|commands|exec|run|shell|shell_command|terminal_command|(?:cli|aws|az|gcloud|kubectl|docker|git|gh|helm|ssh|sql)_(?:command|cmd))$/;
const CODE_FIELD = /^(?:cell|code|expression|javascript|js|program|python|python_code|script|snippet|source_code)$/;
/** A program with its arguments in a sibling field. */
const PROGRAM_FIELD = /^(?:bin|binary|cmd|command|exe|executable|file|program)$/;
const ARGUMENTS_FIELD = /^(?:args|arguments|argv|params|parameters)$/;
const VARIABLES_FIELD = /^(?:env|environ|environment|env_vars|variables)$/;
/** Terminal input. */
const TYPED_FIELD = /^(?:chars|data|input|keys|line|stdin|text)$/;
const TERMINALS = /^(?:console|keys|pty|repl|screen|session|shell|stdin|term|terminal|tmux|tty|type)$/;
const ENDING = /^(?:end|kill|signal|stop|terminate)$/;
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
  const cwd = folderOf(input, where) ?? where.cwd;
  const origin = (text: string): Origin => ({ cwd, words: `${tool} ${text}` });
  const place = { ...where, cwd };
  const said = fields.find(({ name }) => LANGUAGE_FIELD.test(name))?.text;
  const language =
    (said === undefined ? undefined : languageNamed(said)) ?? words.map(languageNamed).find((one) => one !== undefined);
  const readings: Reading[] = commandsIn(input, where).map((command) => readCommand(command, place));
  for (const process of endedIn(words, input))
    readings.push({ invocations: [equivalentProgram("kill", [process], origin(process))], unclear: [] });
  for (const { name, text } of fields) {
    if (CODE_FIELD.test(name) && /^\s*!/.test(text)) readings.push(readCommand(text.replace(/^\s*!/, ""), place));
    else if (TYPED_FIELD.test(name) && words.some((word) => TERMINALS.test(word)))
      readings.push(readCommand(text, place));
    else if (CODE_FIELD.test(name) || (name === "source" && said !== undefined)) {
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

/** A list of words is one command; sibling fields may hold arguments and variables. */
function commandsIn(input: JsonObject, where: Where): string[] {
  const found: string[] = [];
  const visit = (value: unknown, isCommand: boolean, depth: number) => {
    if (typeof value === "string") {
      if (isCommand) found.push(value);
      // A tool's input nested in another, as text.
      const inner = depth > 0 && /^\s*\{/.test(value) ? parseObject(value) : undefined;
      if (inner !== undefined) visit(inner, false, depth - 1);
    } else if (Array.isArray(value)) {
      const words = value.filter((item) => typeof item === "string");
      if (isCommand && words.length === value.length && words.length > 0)
        found.push(
          words.some((word) => /\s/.test(word)) && !words.some((word) => word.startsWith("-"))
            ? words.join("\n")
            : words.map(quoted).join(" "),
        );
      else if (depth > 0) for (const item of value) visit(item, isCommand, depth - 1);
    } else if (depth > 0 && isRecord(value)) {
      const whole = startedIn(value);
      const folder = whole === undefined || value === input ? undefined : folderOf(value, where);
      if (whole !== undefined) found.push(folder === undefined ? whole : `cd ${quoted(folder)} && ${whole}`);
      for (const [key, inner] of Object.entries(value)) {
        const name = key.toLowerCase();
        const counted = whole !== undefined && (PROGRAM_FIELD.test(name) || ARGUMENTS_FIELD.test(name));
        visit(inner, COMMAND_FIELD.test(name) && !counted, depth - 1);
      }
    }
  };
  visit(input, false, 4);
  return found;
}

/** `{ program, arguments }` and similar; undefined if a program has neither arguments nor variables beside it. */
function startedIn(fields: JsonObject): string | undefined {
  const fieldOf = (form: RegExp) => Object.entries(fields).find(([key]) => form.test(snakeCase(key)))?.[1];
  const program = Object.entries(fields).find(
    ([key, value]) => PROGRAM_FIELD.test(key) && typeof value === "string",
  )?.[1];
  const given = fieldOf(ARGUMENTS_FIELD);
  const variables = fieldOf(VARIABLES_FIELD);
  if (typeof program !== "string" || (given === undefined && !isRecord(variables) && !Array.isArray(variables)))
    return undefined;
  const args = Array.isArray(given) ? given.filter((arg) => typeof arg === "string").map(quoted) : [];
  const set = variablesIn(variables).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...set, program, ...args, ...(typeof given === "string" ? [given] : [])].join(" ");
}

/** `{ A: "b" }`, `[{ name: "A", value: "b" }]`, `["A=b"]`. */
function variablesIn(given: unknown): [name: string, value: string][] {
  const isName = (name: unknown): name is string => typeof name === "string" && /^\w+$/.test(name);
  if (isRecord(given)) return Object.entries(given).map(([name, value]) => [name, String(value)]);
  if (!Array.isArray(given)) return [];
  return given.flatMap((one: unknown): [string, string][] => {
    if (typeof one === "string") {
      const [, name, value] = /^(\w+)=(.*)$/s.exec(one) ?? [];
      return name === undefined ? [] : [[name, value!]];
    }
    if (!isRecord(one)) return [];
    const name = one["name"] ?? one["key"];
    return isName(name) ? [[name, String(one["value"])]] : [];
  });
}

/** `kill_process` with a PID. */
function endedIn(words: readonly string[], fields: JsonObject): string[] {
  if (!words.some((word) => ENDING.test(word))) return [];
  const inner = fields["process"];
  const given = isRecord(inner) ? { ...fields, ...inner } : fields;
  return [given["pid"], given["pids"], given["process_id"], given["processId"]]
    .flat()
    .filter((one) => typeof one === "number" || (typeof one === "string" && /^\d+$/.test(one)))
    .map(String);
}
