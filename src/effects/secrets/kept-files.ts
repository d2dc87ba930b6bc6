/**
 * Private files without secrets in their names: system files and hidden files of a home directory. Reading them is
 * ordinary; sending them is not.
 */
import type { Effect, Target, Where } from "../model/effect.js";
import type { Invocation } from "../model/invocation.js";
import { fromHome } from "../paths/important.js";
import { absolute, pathTarget } from "../paths/paths.js";
import type { EffectsOf, Source } from "./sources.js";

const OF_SYSTEM = /^\/(?:etc|var|root|proc|boot)(?:\/|$)/;
const OF_HOME = /^~\/\.(?!cache\/|local\/|npm\/|nvm\/|\.)/;
const EVERYTHING = /^\/(?:\*|(?:home|Users)(?:\/[^/]{1,64})?(?:\/\*)?)?$/;
/** System identification, public content and public keys. */
const HARMLESS =
  /\.pub$|^\/etc\/(?:[\w-]{0,30}release|debian_version|hostname|timezone|localtime|machine-id|issue|motd|resolv\.conf|mime\.types|services|protocols|ssl\/certs|pki\/tls\/certs|ca-certificates)(?:\/|$|\.)|^\/proc\/(?:cpuinfo|meminfo|version|uptime|loadavg|stat|sys\/)|^\/var\/(?:www|tmp|folders|run|snap|lib\/jenkins\/workspace)(?:\/|$)/;

export function isKept({ type, name, place, sensitive }: Target, where: Where): string | undefined {
  if (type !== "path" || place === "project" || place === "temp" || sensitive === true) return undefined;
  if (HARMLESS.test(name)) return undefined;
  if (isEverything(name, where)) return ALL;
  if (OF_SYSTEM.test(name)) return "a system file";
  return OF_HOME.test(fromHome(name, where)) ? "a hidden file of the home directory" : undefined;
}

const PERSONAL = /^~\/(?:Documents|Desktop|Pictures|Photos|Music|Videos|Movies|Mail|Library|Contacts)$/;
const ALL = "all files of a user or of this machine";

function isEverything(name: string, { home }: Where): boolean {
  return EVERYTHING.test(name) || name.replace(/\/\*$/, "") === home;
}

/** A configured remote store is meant for some files, not all. */
export function sentEverything({ args, cwd }: Invocation, where: Where): Source | undefined {
  const all = args.some(({ text, known }) => {
    const path = known && /^[~/]/.test(text) ? absolute(text, where, cwd) : undefined;
    return (
      path !== undefined &&
      (isEverything(path, where) ||
        (path !== where.project && where.project.startsWith(`${path}/`)) ||
        PERSONAL.test(fromHome(path, where)))
    );
  });
  return all ? { what: ALL, from: "file" } : undefined;
}

/** Print or pack a whole file, rather than search in it. */
const WHOLE =
  /^(?:cat|tac|nl|xxd|od|hexdump|hd|base64|base32|basenc|uuencode|strings|gzip|bzip2|xz|zstd|openssl|gpg|age|tar|bsdtar|zip|7z|cp|rsync)$/;

/** Sending them to an own server by ssh or by mail is ordinary; elsewhere it is not. */
const DUMPS = /^(?:pg_dump|pg_dumpall|mysqldump|mariadb-dump|mongodump|mongoexport)$/;

/** Such files that each command of a line passes on. */
export function keptSources(
  invocations: readonly Invocation[],
  where: Where,
  effectsOf: EffectsOf,
): Map<Invocation, Source> {
  const sources = new Map<Invocation, Source>();
  for (const invocation of invocations) {
    const what = WHOLE.test(invocation.program ?? "")
      ? (firstKept(effectsOf(invocation), "read", where) ?? packedHome(invocation, where, effectsOf))
      : undefined;
    if (what !== undefined) sources.set(invocation, { what, from: "file" });
    else if (invocation.program === "git" && invocation.args.some(({ text }) => text === "bundle"))
      sources.set(invocation, { what: "the whole repository", from: "file" });
    else if (DUMPS.test(invocation.program ?? "")) sources.set(invocation, { what: "a whole database", from: "tool" });
  }
  return sources;
}

/** A user's directory outside the project, packed as a whole. */
function packedHome(invocation: Invocation, where: Where, effectsOf: EffectsOf): string | undefined {
  if (!/^(?:tar|bsdtar|zip|7z)$/.test(invocation.program ?? "")) return undefined;
  const found = effectsOf(invocation).some(
    ({ kind, target }) =>
      kind === "read" && target?.place === "home" && /^[^/]{1,60}$/.test(target.name.slice(where.home.length + 1)),
  );
  return found ? "a user's directory" : undefined;
}

/** Hand files to everyone who has a code. */
const TO_ANYBODY = /^(?:croc|wormhole|magic-wormhole|wormhole-william|ffsend|portal|transfer)$/;

function sentFolder({ args, cwd }: Invocation, where: Where): string | undefined {
  return args.some((word) => /^[~/]/.test(word.text) && pathTarget(word, where, cwd).place === "home")
    ? "files of the home directory"
    : undefined;
}

const TRANSFERS = /^(?:ftp|tftp|lftp|ncftpput|smbclient)$/;

/** Files that a sending program names. */
export function sentKept(sender: Invocation, where: Where, effectsOf: EffectsOf): Source | undefined {
  const { program = "", args, cwd } = sender;
  const effects = effectsOf(sender);
  const what =
    firstKept(effects, "send", where) ??
    (program === "rsync" ? firstKept(effects, "read", where) : undefined) ??
    (program === "rsync" && args.some(({ text }) => /^rsync:\/\/|::/.test(text))
      ? sentEverything(sender, where)?.what
      : undefined) ??
    (TO_ANYBODY.test(program) ? sentFolder(sender, where) : undefined) ??
    (TRANSFERS.test(program)
      ? args.map((word) => isKept(pathTarget(word, where, cwd), where)).find((one) => one !== undefined)
      : undefined);
  return what === undefined ? undefined : { what, from: "file" };
}

function firstKept(effects: readonly Effect[], kind: "read" | "send", where: Where): string | undefined {
  for (const effect of effects) {
    const what = effect.kind === kind && effect.target !== undefined ? isKept(effect.target, where) : undefined;
    if (what !== undefined) return what;
  }
  return undefined;
}
