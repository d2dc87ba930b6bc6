/** Programs that run commands from a project file: make, just, package.json scripts. */
import { dirname, join } from "node:path";
import { isRecord, lookUp } from "../../core/text/json.js";
import type { Invocation } from "../../effects/model/invocation.js";
import { foldersUp, locate, type Surroundings, type Walk } from "./walk.js";

type Follow = (invocation: Invocation, around: Surroundings, walk: Walk, cwd: string) => void;

export const RUNNERS: Readonly<Record<string, Follow>> = {
  make: followMake,
  gmake: followMake,
  just: followJust,
  npm: followPackageScript,
  pnpm: followPackageScript,
  yarn: followPackageScript,
  npx: coverTool,
  pnpx: coverTool,
  bunx: coverTool,
};

const MOST_CALLS = 10;

export function followRunner(program: string, invocation: Invocation, around: Surroundings, walk: Walk): void {
  const { cwd } = invocation;
  if (cwd === undefined) return void walk.notCovered.add(`${invocation.words}: its working directory is unknown`);
  const calls = [...(around.calls ?? []), `${cwd} ${program} ${invocation.args.map(({ text }) => text).join(" ")}`];
  if (calls.length > MOST_CALLS || new Set(calls).size < calls.length) return; // it calls itself
  lookUp(RUNNERS, program)?.(invocation, { ...around, calls }, walk, cwd);
}

/** The program it starts is a separate command; npm decides where that comes from. */
function coverTool({ args }: Invocation, _: Surroundings, walk: Walk, cwd: string): void {
  walk.cover(join(cwd, ".npmrc"));
  const name = args.find(({ text }) => !text.startsWith("-"))?.text;
  if (name !== undefined) walk.tools.add(name.replace(/(?<=.)@[^/]*$/, ""));
}

/** Value of the first of these options, and the remaining words. */
function split({ args }: Invocation, options: RegExp): { values: string[]; rest: string[] } {
  const values: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const { text } = args[at]!;
    if (options.test(text)) values.push(args[++at]?.text ?? "");
    else if (/^--\w[\w-]*=/.test(text) && options.test(text.replace(/=.*$/s, "")))
      values.push(text.replace(/^[^=]*=/, ""));
    else if (!text.startsWith("-") && !/^\w+=/.test(text)) rest.push(text);
  }
  return { values, rest };
}

function followMake(invocation: Invocation, around: Surroundings, walk: Walk, cwd: string): void {
  const folder = split(invocation, /^(?:-C|--directory)$/).values.reduce((at, one) => locate(one, at, walk.home)!, cwd);
  const named = split(invocation, /^(?:-f|--file|--makefile)$/).values;
  const files = named.length > 0 ? named : ["GNUmakefile", "makefile", "Makefile"];
  const targets = split(invocation, /^(?:-C|--directory|-f|--file|--makefile|-I|-o|-W|-j)$/).rest;
  const text = makeText(
    files.map((name) => locate(name, folder, walk.home)!),
    folder,
    named.length === 0,
    walk,
  );
  const { recipes, needs, order } = rulesOf(text);
  const reached = new Set(targets.length > 0 ? targets : order.slice(0, 1));
  for (const target of reached) for (const need of needs.get(target) ?? []) reached.add(need);
  const lines = [...reached].flatMap((target) => recipes.get(target) ?? []);
  // A pattern rule may build a target.
  const patterns = [...recipes].filter(([target]) => target.includes("%")).flatMap(([, own]) => own);
  walk.command([...lines, ...patterns].join("\n"), { ...around, cwd: folder }, walk);
}

/** The text of the effective makefile, with its includes. */
function makeText(files: readonly string[], folder: string, onlyFirst: boolean, walk: Walk): string {
  const texts: string[] = [];
  const waiting: string[] = [];
  for (const file of files) {
    walk.cover(file);
    const text = walk.disk.text(file);
    if (text === undefined) continue;
    waiting.push(file);
    if (onlyFirst) break;
  }
  const seen = new Set<string>();
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = walk.disk.text(file) ?? "";
    texts.push(withVariables(text));
    for (const [, names = ""] of text.matchAll(/^[ \t]*[-s]?include[ \t]+(\S.*)$/gm))
      for (const name of names.split(/\s+/).filter((one) => one !== "")) {
        if (/[$*?]/.test(name)) walk.notCovered.add(`${file}: it includes ${name}, which is only known at run time`);
        else if (walk.cover(locate(name, folder, walk.home)!)) waiting.push(locate(name, folder, walk.home)!);
      }
  }
  return texts.join("\n");
}

/** Expands make variables with plain text; `$$` belongs to the shell. */
function withVariables(text: string): string {
  const values = new Map(
    [...text.matchAll(/^(\w+)\s*[:?]?=\s*(.*)$/gm)].map(([, name = "", value = ""]) => [name, value.trim()]),
  );
  const put = (line: string) => line.replace(/\$[({](\w+)[)}]/g, (whole, name: string) => values.get(name) ?? whole);
  return text
    .split("\n")
    .map((line) => put(put(line)).replaceAll("$$", "$"))
    .join("\n");
}

function rulesOf(text: string): { recipes: Map<string, string[]>; needs: Map<string, string[]>; order: string[] } {
  const recipes = new Map<string, string[]>();
  const needs = new Map<string, string[]>();
  const order: string[] = [];
  let current: string[] = [];
  const add = (map: Map<string, string[]>, target: string, more: readonly string[]) =>
    map.set(target, [...(map.get(target) ?? []), ...more]);
  for (const line of text.replace(/\\\n/g, " ").split("\n")) {
    const rule = /^([^\s:#=][^:=#]*):(?!=)([^=]*?)(?:;(.*))?$/.exec(line);
    if (line.startsWith("\t")) for (const target of current) add(recipes, target, [line.trim().replace(/^[@+-]+/, "")]);
    else if (rule !== null) {
      current = rule[1]!.trim().split(/\s+/);
      for (const target of current) {
        if (!target.startsWith(".")) order.push(target);
        add(
          needs,
          target,
          rule[2]!
            .replace(/#.*/, "")
            .trim()
            .split(/\s+/)
            .filter((one) => one !== "" && one !== "|"),
        );
        add(recipes, target, rule[3] === undefined ? [] : [rule[3].trim()]);
      }
    } else if (line.trim() !== "" && !line.startsWith("#")) current = [];
  }
  return { recipes, needs, order };
}

function followJust(invocation: Invocation, around: Surroundings, walk: Walk, cwd: string): void {
  const named = split(invocation, /^(?:-f|--justfile)$/).values[0];
  const names = ["justfile", ".justfile", "Justfile"];
  const places =
    named !== undefined
      ? [locate(named, cwd, walk.home)!]
      : foldersUp(cwd, walk.project).flatMap((one) => names.map((name) => join(one, name)));
  for (const file of places) {
    walk.cover(file);
    const text = walk.disk.text(file);
    if (text === undefined) continue;
    for (const [, name = ""] of text.matchAll(/^(?:import|mod)\??\s+(?:\w+\s+)?["']([^"']+)["']/gm))
      walk.cover(join(dirname(file), name));
    const lines = text.split("\n").filter((line) => /^[\t ]+\S/.test(line));
    const shebang = lines.some((line) => line.trim().startsWith("#!") && !/\b(?:ba|z)?sh\b/.test(line));
    if (shebang) walk.notCovered.add(`${file}: recipes in languages other than shell`);
    walk.command(
      lines.map((line) => line.trim().replace(/^[@-]+/, "")).join("\n"),
      { ...around, cwd: dirname(file) },
      walk,
    );
    return;
  }
}

const LIFECYCLE = new Set(["test", "start", "stop", "restart"]);

/** `npm run lint`: the script of that name, with its pre and post scripts. */
function followPackageScript(invocation: Invocation, around: Surroundings, walk: Walk, cwd: string): void {
  const { program = "npm" } = invocation;
  const { values, rest } = split(invocation, /^(?:--prefix|-C|--dir|--cwd)$/);
  const folder = values.reduce((at, one) => locate(one, at, walk.home)!, cwd);
  const [verb = "", script = ""] = rest;
  const name = /^(?:run|run-script|rum|urn)$/.test(verb) ? script : verb === "t" || verb === "tst" ? "test" : verb;
  if (/^(?:exec|x|dlx)$/.test(verb)) return void walk.tools.add(script === "" ? program : script);
  const manifest = foldersUp(folder, walk.project)
    .map((one) => join(one, "package.json"))
    .find((file) => walk.disk.text(file) !== undefined);
  const file = manifest ?? join(folder, "package.json");
  const scripts = scriptsOf(walk.disk.text(file));
  const isScript = verb !== name || LIFECYCLE.has(verb) || lookUp(scripts, name) !== undefined;
  if (!isScript) return void walk.tools.add(program);
  const keys = [`pre${name}`, name, `post${name}`];
  walk.coverKeys(
    file,
    keys.map((key) => `scripts.${key}`),
  );
  walk.cover(join(dirname(file), ".npmrc"));
  for (const key of keys) {
    const text = lookUp(scripts, key);
    if (typeof text === "string") walk.command(text, { ...around, cwd: dirname(file) }, walk);
  }
}

function scriptsOf(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return isRecord(value) && isRecord(value["scripts"]) ? value["scripts"] : {};
  } catch {
    return {};
  }
}
