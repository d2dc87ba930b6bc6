/** Maps library functions on files, hosts and processes to equivalent programs. */

import { equivalentProgram, literal, type Origin, writing } from "../model/equivalent-program.js";
import { type Invocation, UNKNOWN } from "../model/invocation.js";
import { isSensitive } from "../paths/sensitive.js";
import type { Act, Call, Language } from "./language.js";
import { NOTHING_KNOWN, type Value } from "./value.js";

export function fileActs(act: Act, call: Call, language: Language, origin: Origin): Invocation[] {
  const at = (place: number): Value => (place === -1 ? call.on : call.args[place]) ?? NOTHING_KNOWN;
  const each = (value: Value, make: (path: string, glob: boolean) => Invocation | Invocation[]) =>
    flat(value).flatMap((one) => one.texts.flatMap((path) => make(path, one.many === true)));
  switch (act.does) {
    case "delete":
    case "delete-tree": {
      const several =
        language.bare && act.path >= 0
          ? call.args.slice(act.path).filter(({ fields }) => fields === undefined)
          : [at(act.path)];
      const flags = isTree(act, call) ? "-rf" : "-f";
      return several.flatMap((value) =>
        each(value, (path, glob) => equivalentProgram("rm", [flags, "--", literal(path, glob)], origin)),
      );
    }
    case "write":
    case "overwrite":
      return each(at(act.path), (path) => writing(path, act.does === "write" ? "write" : "overwrite", origin));
    case "read": {
      const packed = PACKS.test(call.name) ? [{ operator: ">" as const, target: literal("./archive") }] : [];
      return each(at(act.path), (path) => ({ ...equivalentProgram("cat", ["--", path], origin), redirects: packed }));
    }
    case "open":
      return opened(act, call, language, origin);
    case "move":
    case "copy":
    case "link": {
      const program = { move: "mv", copy: "cp", link: "ln" }[act.does];
      const flags = act.does === "copy" ? ["-r"] : act.does === "link" ? ["-sf"] : ["-f"];
      return each(at(act.path), (path, glob) =>
        each(at(act.to), (to) => equivalentProgram(program, [...flags, "--", literal(path, glob), to], origin)),
      );
    }
    case "permissions": {
      const other = act.path === 0 ? at(1) : at(0);
      const mode = /^(?:0o?)?([0-7]{3,4})$/.exec(other.texts[0]!)?.[1] ?? UNKNOWN;
      return each(at(act.path), (path, many) =>
        equivalentProgram("chmod", [...(many ? ["-R"] : []), mode, "--", path], origin),
      );
    }
    case "fetch":
    case "send":
      return sent(act, call, origin);
    case "kill":
      return each(at(act.process), (process) => equivalentProgram("kill", [process], origin));
    default:
      return [];
  }
}

/** The file that is read goes into an archive. */
const PACKS = /(?:ZipFile\(\)\.write|(?:TarFile|open)\(\)\.add|make_archive)$/;

function flat(value: Value): readonly Value[] {
  return value.items ?? [value];
}

/** Node deletes a directory only with `recursive`. */
function isTree({ does }: Act, { name, args }: Call): boolean {
  const told = args.some(({ fields }) => fields?.has("recursive"));
  return told || (does === "delete-tree" && !/^(?:fs|Deno)\.(?:promises\.)?(?:rm|remove)(?:Sync)?$/.test(name));
}

function opened(act: Act & { does: "open" }, call: Call, language: Language, origin: Origin): Invocation[] {
  const place = (at: number): Value | undefined => (at === -1 ? call.on : call.args[at]);
  let mode = (place(act.mode) ?? call.named.get("mode"))?.texts[0] ?? "r";
  let path = place(act.path) ?? NOTHING_KNOWN;
  if (language.name === "perl") {
    // Mode and path may be one string.
    const [, sign = "", rest = ""] = /^\s*(\+?>{1,2}|\+?<|\|)?\s*(.*)$/s.exec(mode) ?? [];
    if (place(act.path) === undefined) path = { texts: [rest] };
    mode = sign === "" || sign === "<" ? "r" : sign.endsWith(">>") ? "a" : "w";
  }
  if (mode.includes(UNKNOWN)) return [];
  const does = /[wx]/.test(mode) ? "overwrite" : /[a+]/.test(mode) ? "write" : "read";
  return path.texts.flatMap((one) => {
    if (one === UNKNOWN && does === "read") return [];
    return does === "read" ? equivalentProgram("cat", ["--", one], origin) : writing(one, does, origin);
  });
}

/** `open(F, "ls |")` of Perl and `open("| ls")` of Ruby start a program. */
export function pipedCommand(act: Act & { does: "open" }, { args }: Call): Value | undefined {
  const [mode, path] = [args[act.mode], args[act.path]];
  if (mode?.texts[0]?.includes("|") && act.mode < act.path && path !== undefined && /^[-|\s]+$/.test(mode.texts[0]))
    return path;
  const whole = (act.mode < act.path && path === undefined ? mode : path)?.texts[0] ?? "";
  const [, command] = /^\s*\|\s*([^|].*)$/s.exec(whole) ?? /^(.*[^|\s])\s*\|\s*$/s.exec(whole) ?? [];
  return command === undefined ? undefined : { texts: [command.replace(/^-\s/, "")] };
}

/** The body of a POST is data from the code, or a file that it read. */
function sent({ does, url }: Act & { does: "fetch" | "send" }, { args, named }: Call, origin: Origin): Invocation[] {
  const options = args.find(({ fields }) => fields !== undefined)?.fields;
  const body =
    options?.get("body") ??
    named.get("data") ??
    named.get("json") ??
    named.get("files") ??
    (does === "send" ? args[1] : undefined);
  return (args[url] ?? NOTHING_KNOWN).texts
    .filter((one) => /^(?:https?|ftp):/i.test(one))
    .map((one) =>
      equivalentProgram("curl", body === undefined ? ["-s", one] : ["-s", "-d", body.texts[0]!, one], origin),
    );
}

export function readsSecret(invocation: Invocation): string | undefined {
  const path = invocation.program === "cat" ? invocation.args.at(-1)?.text : undefined;
  return path !== undefined && isSensitive(path) !== undefined ? path : undefined;
}
