/** Fast check: true if a call only reads and reads none of our secrets, so that the analysis need not be loaded. */
import { isAbsolute, join, resolve } from "node:path";
import type { BasePayload } from "../../core/events/payload.js";
import type { Surroundings } from "../../core/hooks/builtin.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { plainCalls, plainlyReads } from "../../effects/paths/plainly-reads.js";
import { Links } from "../_shared/paths/follow-links.js";
import { OwnSecrets } from "./own-secrets.js";

const READERS: ReadonlySet<unknown> = new Set(["Grep", "NotebookRead", "Read"]);
const WILDCARD = /[*?[]/;
/** Programs of `plainlyReads` that print file contents. */
const SHOWS = /^(?:cat|cmp|cut|du|file|wc|[ef]?grep|git|head|nl|rg|sed|tail)$/;
/** Without a path, these may search the working directory. */
const SEARCHES = /^(?:[ef]?grep|rg)$/;

export function isPlainRead(payload: BasePayload, surroundings: Surroundings): boolean {
  const { tool_name: tool, tool_input: input } = payload;
  if (!isRecord(input)) return false;
  const cwd = resolve(surroundings.cwd, typeof payload.cwd === "string" ? payload.cwd : "");
  let secrets: OwnSecrets | undefined;
  const isSecret = (path: string) => {
    secrets ??= new OwnSecrets(surroundings, new Links(cwd));
    return secrets.reach(path) !== undefined;
  };
  if (tool === "WebFetch") return /^https?:/i.test(String(input["url"]));
  if (READERS.has(tool))
    return !pathsOf(input).some((path) => WILDCARD.test(path) || isSecret(located(path, cwd, surroundings.home)));
  const { command } = input;
  return (
    tool === "Bash" && typeof command === "string" && plainlyReads(command) && !shownBy(command, cwd).some(isSecret)
  );
}

function pathsOf(input: JsonObject): string[] {
  return Object.values(input)
    .flat()
    .filter((value): value is string => typeof value === "string" && value !== "" && value.length < 4096);
}

function located(path: string, cwd: string, home: string): string {
  const plain = path.replace(/^file:(?:\/\/)?(?=\/)/i, "").replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home);
  return isAbsolute(plain) ? plain : join(cwd, plain);
}

/** Files and folders whose content a plain command prints: it contains no variables or wildcards. */
function shownBy(command: string, cwd: string): string[] {
  let folder = cwd;
  return plainCalls(command).flatMap(([program = "", ...words]) => {
    if (program === "cd") folder = resolve(folder, words[0] ?? "");
    if (!SHOWS.test(program)) return [];
    const named = words
      .map((word) => word.replace(/^--[\w-]+=/, ""))
      .filter((word) => !word.startsWith("-"))
      .map((word) => resolve(folder, word));
    return SEARCHES.test(program) ? [...named, folder] : named;
  });
}
