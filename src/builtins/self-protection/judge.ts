/** What a call would do to the files and the daemon that guards depend on. */
import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { ask, deny, type HookOutput } from "../../core/decision/decision.js";
import type { BasePayload } from "../../core/events/payload.js";
import type { Services, Surroundings } from "../../core/hooks/builtin.js";
import { parseObject } from "../../core/text/json.js";
import type { Effect } from "../../effects/model/effect.js";
import { explain } from "../_shared/calls/effect-guard.js";
import { effectsOf } from "../_shared/calls/effects-of.js";
import { folderOf } from "../_shared/calls/tool-call.js";
import { Links } from "../_shared/paths/follow-links.js";
import { ProtectedPaths } from "../_shared/paths/protected-paths.js";
import { unlessExcepted } from "../_shared/state/unless-excepted.js";
import { shown } from "../_shared/text/shown.js";
import { leavesFilesAlone, ProtectedEffects } from "./find-protected.js";
import { namedPaths, pathsInFields } from "./named-paths.js";
import { otherWays } from "./other-ways.js";
import { OwnSecrets } from "./own-secrets.js";
import { protectedPlaces, protections } from "./protections.js";
import { RenamedPaths } from "./renamed-paths.js";
import { type SecretRead, secretInFields, secretRead } from "./secret-reads.js";

const NAME = "self-protection";

export function answerTo(
  payload: BasePayload,
  surroundings: Surroundings,
  also: readonly string[],
  services: Services,
): HookOutput | undefined {
  const answer = judge(payload, surroundings, also);
  // As `exceptions` of the built-in says.
  return answer?.verdict === "ask" ? unlessExcepted(NAME, payload, surroundings, services, () => answer) : answer;
}

const WHAT_NOW = "A person can make this change, or lift the guard for a while with `snaphook off`.";

function judge(payload: BasePayload, surroundings: Surroundings, also: readonly string[]): HookOutput | undefined {
  const { effects, invocations } = effectsOf(payload, surroundings);
  const { project, home, platform } = surroundings;
  const where = { cwd: folderOf(payload, surroundings), project, home, platform };
  const renamed = new RenamedPaths(invocations, where);
  const links = new Links(where.cwd);
  const secrets = new OwnSecrets(surroundings, links);
  let answer: HookOutput | undefined;
  const paths = lazily(() => protectedEffects(where.cwd, surroundings, also, links));
  const places = protectedPlaces(surroundings, also);
  const all = [
    ...effects,
    ...otherWays({ invocations, where, renamed, secrets }),
    ...namedPaths(invocations, where, places).filter(isNews(effects)),
    ...pathsInFields(payload, where, places),
  ];
  for (const effect of all) {
    // Most calls only read: then nothing is looked up on the disk.
    if (leavesFilesAlone(effect)) continue;
    const said =
      effect.target?.type === "path" || effect.target?.type === "patch"
        ? (onFile(effect, paths()) ?? onFile(behindLink(effect, renamed), paths()))
        : onGuard(effect, surroundings);
    if (said?.verdict === "deny") return said;
    answer ??= said;
  }
  const attached = invocations.find(({ program = "" }) => ATTACHES.test(program));
  const daemon = attached === undefined ? undefined : daemonProcess(surroundings);
  if (attached?.args.some(({ text }) => text === daemon || text === `-p${daemon}`) === true)
    return deny(`\`${shown(attached.words)}\` takes hold of the daemon that runs hooks. ${WHAT_NOW}`);
  const read = secretRead(invocations, where, renamed, secrets) ?? secretInFields(payload, where, secrets);
  if (read !== undefined) {
    const said = onSecret(read);
    if (said.verdict === "deny") return said;
    answer ??= said;
  }
  if (answer === undefined && payload.unreadable_input === true && !effects.some(isWrite))
    return ask(`What this call writes to cannot be read, so nobody can say that it is harmless. ${WHAT_NOW}`);
  return answer;
}

/** Whether the analysis has not said already what happens to that file. */
function isNews(effects: readonly Effect[]): (effect: Effect) => boolean {
  const keyOf = ({ words, target }: Effect) => `${words}\0${target?.name}`;
  const known = new Set(effects.map(keyOf));
  return (effect) => effect.kind !== "write" || effect.target?.below === true || !known.has(keyOf(effect));
}

/** The same effect on what a link leads to that this call makes. */
function behindLink(effect: Effect, renamed: RenamedPaths): Effect | undefined {
  if (effect.target?.type !== "path" || renamed.makers.has(effect.words)) return undefined;
  const { kind, target } = effect;
  const name = renamed.behindLinks(target.name);
  // The name of a link alone is deleted or moved itself.
  const itself = (kind === "delete" || kind === "move") && renamed.behindLinks(dirname(target.name)) === undefined;
  if (name === undefined || (itself && !/\/\.?$/.test(target.written ?? ""))) return undefined;
  return { ...effect, target: { type: "path", name } };
}

function onSecret({ words: call, path, reached, own }: SecretRead): HookOutput {
  const words = `\`${shown(call)}\``;
  const instead = "Instead: use `snaphook status`, `snaphook events` or `snaphook why`.";
  if (reached === "is")
    return deny(`${words} reads ${shown(path)}, which holds tokens, keys or records of Snaphook. ${instead}`);
  const reason = `${words} takes in ${shown(path)} with all that is in it, also tokens, keys and records of Snaphook. ${instead}`;
  return own ? deny(reason) : ask(reason);
}

function onFile(effect: Effect | undefined, paths: ProtectedEffects): HookOutput | undefined {
  if (effect === undefined) return undefined;
  const found = paths.find(effect);
  if (found === undefined) return undefined;
  const path = shown(effect.target!.written ?? effect.target!.name);
  if (found === "unknown") return ask(`Where ${path} leads cannot be told. ${WHAT_NOW}`);
  const { what, verdict } = found.what;
  // A folder may be taken away with what is in it.
  const { below: _, ...alone } = effect.target!;
  const is = paths.find({ ...effect, kind: "write", target: alone }) === undefined ? "holds" : "is";
  // Files that are laid out in a folder may be others; a program that is not known may only read.
  const isCertain =
    is === "is" ? effect.certainty !== "unknown" : effect.certainty === "certain" && effect.target?.below === undefined;
  // What the call does is worse than that our files are among it: guards that judge it have the first word.
  if (is === "holds") {
    const seen = explain({ ...effect, what: `${effect.what}. Below ${path} is also ${what}` });
    const reason = effect.instead === undefined ? `${seen} ${WHAT_NOW}` : seen;
    return { ...(verdict === "deny" && isCertain ? deny(reason) : ask(reason)), incidental: true };
  }
  return verdict === "deny" && isCertain
    ? deny(`${path} is ${what}: no tool of an agent may write there. ${WHAT_NOW}`)
    : ask(`${path} is ${what}, which decides what hooks do. ${WHAT_NOW}`);
}

/** What would make guards less strict, or end the daemon that runs them. */
function onGuard(effect: Effect, surroundings: Surroundings): HookOutput | undefined {
  const { target, severity, kind } = effect;
  if (target?.type === "guard" && severity !== "ordinary")
    return severity === "destructive" ? deny(explain(effect)) : ask(explain(effect));
  if (kind === "process" && target?.type === "process" && target.name === daemonProcess(surroundings))
    return deny(`\`${shown(effect.words)}\` ends the daemon that runs hooks. ${WHAT_NOW}`);
  return undefined;
}

/** Programs that take over a process that runs. */
const ATTACHES = /^(?:gdb|lldb|reptyr|criu|cpulimit)$/;

function isWrite({ kind }: Effect): boolean {
  return kind !== "read" && kind !== "send" && kind !== "unknown";
}

function protectedEffects(
  cwd: string,
  surroundings: Surroundings,
  also: readonly string[],
  links: Links,
): ProtectedEffects {
  const { home, project } = surroundings;
  const rules = protections(surroundings, also);
  return new ProtectedEffects(
    new ProtectedPaths(rules, { home, cwd, folders: foldersBetween(project, cwd) }, links),
    rules,
    home,
    project,
  );
}

/** The project's root, the folder of the call, and those between them. */
function foldersBetween(root: string, cwd: string): string[] {
  const way = relative(root, cwd);
  if (way.startsWith("..") || isAbsolute(way)) return [root, cwd];
  const folders = [root];
  for (const part of way.split(/[\\/]/)) if (part !== "") folders.push(resolve(folders.at(-1)!, part));
  return folders;
}

function daemonProcess({ state }: Surroundings): string | undefined {
  try {
    return String(parseObject(readFileSync(join(state, "daemon/lock"), "utf8"))?.["pid"]);
  } catch {
    return undefined; // none is running
  }
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
