/** Judges what a call would do to the files and the daemon that guards depend on. */
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { ask, deny, type HookOutput } from "../../core/decision/decision.js";
import type { BasePayload } from "../../core/events/payload.js";
import type { Services, Surroundings } from "../../core/hooks/builtin.js";
import type { Effect } from "../../effects/model/effect.js";
import { explain } from "../_shared/calls/effect-guard.js";
import { effectsOf } from "../_shared/calls/effects-of.js";
import { folderOf } from "../_shared/calls/tool-call.js";
import { Links } from "../_shared/paths/follow-links.js";
import { ProtectedPaths } from "../_shared/paths/protected-paths.js";
import { unlessExcepted } from "../_shared/state/unless-excepted.js";
import { shown } from "../_shared/text/shown.js";
import { daemonProcess } from "./daemon-process.js";
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
  // As the option `exceptions` says.
  return answer?.verdict === "ask" ? unlessExcepted(NAME, payload, surroundings, services, () => answer) : answer;
}

const WHAT_NOW = "The user can make this change, or pause the guard with `snaphook off`.";

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
  /** Keeps the first question; returns a denial. */
  const consider = (some: readonly Effect[]): HookOutput | undefined => {
    for (const effect of some) {
      // Most calls only read and need no disk lookups.
      if (leavesFilesAlone(effect)) continue;
      const type = effect.target?.type;
      const said =
        type === "path" || type === "patch"
          ? (onFile(effect, paths()) ?? onFile(behindLink(effect, renamed), paths()))
          : onGuard(effect, surroundings);
      if (said?.verdict === "deny") return said;
      answer ??= said;
    }
    return undefined;
  };
  const denied =
    consider(effects) ??
    consider(otherWays({ invocations, where, renamed, secrets })) ??
    consider(news(namedPaths(invocations, where, places), effects)) ??
    consider(pathsInFields(payload, where, places));
  if (denied !== undefined) return denied;
  const attached = invocations.find(({ program }) => ATTACHES.has(program));
  const daemon = attached === undefined ? undefined : daemonProcess(surroundings);
  if (attached?.args.some(({ text }) => text.replace(/^(?:-[a-zA-Z]+|--[a-z]+=)/, "") === daemon) === true)
    return deny(`\`${shown(attached.words)}\` attaches to the daemon that runs the hooks. ${WHAT_NOW}`);
  const read = secretRead(invocations, where, renamed, secrets) ?? secretInFields(payload, where, secrets);
  if (read !== undefined) {
    const said = onSecret(read);
    if (said.verdict === "deny") return said;
    answer ??= said;
  }
  if (answer === undefined && payload.unreadable_input === true && !effects.some(isWrite))
    return ask(`The target of this call cannot be determined, so it may change hooks. ${WHAT_NOW}`);
  return answer;
}

/** Those of the named paths that the analysis has not already reported. */
function news(named: readonly Effect[], effects: readonly Effect[]): readonly Effect[] {
  if (named.length === 0) return named;
  const names = new Set(effects.map(({ target }) => target?.name));
  const isSame = (one: Effect, other: Effect) => one.target?.name === other.target?.name && one.words === other.words;
  return named.filter(
    (effect) =>
      effect.kind !== "write" ||
      effect.target?.below === true ||
      !names.has(effect.target?.name) ||
      !effects.some((known) => isSame(effect, known)),
  );
}

/** The same effect on the target of a link that this call creates. */
function behindLink(effect: Effect, renamed: RenamedPaths): Effect | undefined {
  if (effect.target?.type !== "path" || renamed.makers.has(effect.words)) return undefined;
  const { kind, target } = effect;
  const name = renamed.behindLinks(target.name);
  // Deleting or moving a link affects the link itself.
  const itself = (kind === "delete" || kind === "move") && renamed.behindLinks(dirname(target.name)) === undefined;
  if (name === undefined || (itself && !/\/\.?$/.test(target.written ?? ""))) return undefined;
  return { ...effect, target: { type: "path", name } };
}

function onSecret({ words: call, path, reached, own }: SecretRead): HookOutput {
  const words = `\`${shown(call)}\``;
  const instead = "Instead: use `snaphook status`, `snaphook events` or `snaphook why`.";
  if (reached === "is")
    return deny(`${words} reads ${shown(path)}, which contains tokens, keys or records of Snaphook. ${instead}`);
  const reason = `${words} reads ${shown(path)} and everything in it, including tokens, keys and records of Snaphook. ${instead}`;
  return own ? deny(reason) : ask(reason);
}

function onFile(effect: Effect | undefined, paths: ProtectedEffects): HookOutput | undefined {
  if (effect === undefined) return undefined;
  const found = paths.find(effect);
  if (found === undefined) return undefined;
  const path = shown(effect.target!.written ?? effect.target!.name);
  if (found === "unknown") return ask(`${path} cannot be resolved, so this call may change hooks. ${WHAT_NOW}`);
  const { what, verdict } = found.what;
  // A directory may be removed with its content.
  const { below: _, ...alone } = effect.target!;
  const is = paths.find({ ...effect, kind: "write", target: alone }) === undefined ? "holds" : "is";
  // Files unpacked into a directory may be others, and an unknown program may only read.
  const isCertain =
    is === "is" ? effect.certainty !== "unknown" : effect.certainty === "certain" && effect.target?.below === undefined;
  // The effect itself is worse than its side effect on our files: the guards for it answer first.
  if (is === "holds") {
    const seen = explain({ ...effect, what: `${effect.what}, including ${what} below ${path}` });
    const reason = effect.instead === undefined ? `${seen} ${WHAT_NOW}` : seen;
    return { ...(verdict === "deny" && isCertain ? deny(reason) : ask(reason)), incidental: true };
  }
  return verdict === "deny" && isCertain
    ? deny(`${path} is ${what}. Agent tools may not write there. ${WHAT_NOW}`)
    : ask(`${path} is ${what}, which controls hooks. ${WHAT_NOW}`);
}

/** Effects that would weaken guards, or end the daemon that runs them. */
function onGuard(effect: Effect, surroundings: Surroundings): HookOutput | undefined {
  const { target, severity, kind } = effect;
  if (target?.type === "guard" && severity !== "ordinary")
    return severity === "destructive" ? deny(explain(effect)) : ask(explain(effect));
  if (kind === "process" && target?.type === "process" && target.name === daemonProcess(surroundings))
    return deny(`\`${shown(effect.words)}\` ends the daemon that runs the hooks. ${WHAT_NOW}`);
  return undefined;
}

/** Programs that attach to a running process. */
const ATTACHES = new Set<string | undefined>([
  "gdb",
  "lldb",
  "reptyr",
  "criu",
  "cpulimit",
  "strace",
  "ltrace",
  "gcore",
  "prlimit",
  "nsenter",
  "perf",
]);

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

/** The project root, the call's directory, and those between them. */
function foldersBetween(root: string, cwd: string): string[] {
  const way = relative(root, cwd);
  if (way.startsWith("..") || isAbsolute(way)) return [root, cwd];
  const folders = [root];
  for (const part of way.split(/[\\/]/)) if (part !== "") folders.push(resolve(folders.at(-1)!, part));
  return folders;
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
