/** Links that a command line creates and then uses: an operation on the link applies to its target. */
import { absolute, isWithin } from "../paths/paths.js";
import { operands } from "./arguments.js";
import type { Where } from "./effect.js";
import type { Invocation, Word } from "./invocation.js";

/** These act on the link itself, unless its name ends in `/` or continues after it. */
const ON_LINK = /^(?:rm|unlink|rmdir|mv|ln|trash|trash-put|readlink|ls|stat)$/;
const MOST = 8;
/** Those of `linkOf` and `mountedAt`. */
const LINKS = /^(?:g?ln|mount|sshfs|s3fs|gcsfuse|davfs2|ntfs-3g|mount\.\w{1,12})$/;

/** The same commands with links resolved. */
export function behindLinks(invocations: readonly Invocation[], where: Where): Invocation[] {
  if (!invocations.some(({ program }) => program !== undefined && LINKS.test(program))) return [];
  const links = new Map<string, string>();
  const found: Invocation[] = [];
  for (const invocation of invocations) {
    if (links.size > 0) {
      const behind = followed(invocation, links, where);
      if (behind !== undefined) found.push(behind);
    }
    const made = links.size < MOST ? linkOf(invocation, where) : undefined;
    if (made !== undefined) links.set(made.link, made.target);
  }
  return found;
}

/** `ln [-s] TARGET LINK`, `mount --bind TARGET LINK`. */
function linkOf(invocation: Invocation, where: Where): { link: string; target: string } | undefined {
  const { program = "", args, cwd, runs } = invocation;
  const binds = program === "mount" && args.some(({ text }) => /^(?:--r?bind|-B|-R)$/.test(text));
  if (runs === "elsewhere") return undefined;
  const mounted = mountedAt(invocation, where);
  if (mounted !== undefined) return mounted;
  if (!(binds || /^g?ln$/.test(program))) return undefined;
  const [from, to, ...more] = operands(invocation, ["-t", "-S", "-o"]);
  if (from === undefined || more.length > 0 || !from.known) return undefined;
  const isSymbolic = args.some(({ text }) => /^-[a-zA-Z]{0,6}s|^--symbolic$/.test(text));
  const named = to?.text ?? from.text.slice(from.text.replace(/\/$/, "").lastIndexOf("/") + 1);
  const link = absolute(named, where, cwd);
  if (link === undefined) return undefined;
  // The target of a symbolic link is relative to the link's directory.
  const folder = isSymbolic ? link.slice(0, Math.max(1, link.lastIndexOf("/"))) : cwd;
  const target = absolute(from.text, where, folder);
  return target === undefined || isWithin(target, where.project) ? undefined : { link, target };
}

/** `mount /dev/sdb1 DIR`, `sshfs host:/ DIR`: files there do not belong to the project. */
function mountedAt(invocation: Invocation, where: Where): { link: string; target: string } | undefined {
  const { program = "", args, cwd } = invocation;
  if (!/^(?:mount|sshfs|s3fs|gcsfuse|davfs2|ntfs-3g|mount\.\w{1,12})$/.test(program)) return undefined;
  if (args.some(({ text }) => /^(?:--r?bind|-B|-R)$/.test(text))) return undefined;
  const [what, to] = operands(invocation, ["-t", "-o", "-p", "-F"]);
  const link = to === undefined || what === undefined ? undefined : absolute(to.text, where, cwd);
  return link === undefined || !/^\/dev\/|:|^[\w.-]{3,63}$/.test(what!.text)
    ? undefined
    : { link, target: "/media/mounted" };
}

function followed(invocation: Invocation, links: ReadonlyMap<string, string>, where: Where): Invocation | undefined {
  const { cwd, args, redirects, program = "", runs } = invocation;
  if (runs === "elsewhere") return undefined;
  const onLink = ON_LINK.test(program);
  const lead = (word: Word, whole: boolean): Word => {
    const value = /^(?:of=|if=|--[a-z-]{1,40}=)/.exec(word.text)?.[0] ?? "";
    const text = word.text.slice(value.length);
    const path = absolute(text, where, cwd);
    if (path === undefined) return word;
    for (const [link, target] of links) {
      if (!isWithin(path, link)) continue;
      const exact = path === link;
      if (exact && !whole && !text.endsWith("/")) continue;
      return { ...word, text: `${value}${target}${path.slice(link.length)}${exact && text.endsWith("/") ? "/" : ""}` };
    }
    return word;
  };
  const moved = cwd === undefined ? undefined : lead({ text: cwd, known: true, glob: false, source: cwd }, true).text;
  const inside = moved !== undefined && moved !== cwd;
  const changed = args.map((word) => lead(word, !onLink));
  const written = redirects.map((one) => ({ ...one, target: lead(one.target, true) }));
  const same =
    changed.every((word, at) => word === args[at]) &&
    written.every(({ target }, at) => target === redirects[at]!.target);
  if (same && !inside) return undefined;
  return { ...invocation, args: changed, redirects: written, ...(inside ? { cwd: moved } : {}) };
}
