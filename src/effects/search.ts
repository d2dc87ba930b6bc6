/** What `find` searches, and how grave it is that what it finds is deleted: that depends on how wide the search is. */
import type { Effect, Gravity, Where } from "./effect.js";
import type { Invocation, Word } from "./invocation.js";
import { effectOf } from "./make-effect.js";
import { absolute, pathTarget, placeOf } from "./paths.js";
import { removalOf } from "./removal.js";

const INSTEAD = "look first with `find ./build -name '*.tmp' -print`, then delete by name within the project";

export interface Search {
  readonly roots: readonly Word[];
  /** Patterns that names must match. */
  readonly names: readonly string[];
  /** It finds nothing that holds anything: `-empty`. */
  readonly empty: boolean;
  /** By age, size or owner. */
  readonly limited: boolean;
  /** What it starts with what it found, as one text each. */
  readonly starts: readonly string[];
}

const DOT: Word = { text: ".", known: true, glob: false, source: "." };

export function searchOf({ args }: Invocation): Search {
  let at = args.findIndex(({ text }) => !/^-(?:[HLP]|D|O\d?)$/.test(text));
  const roots: Word[] = [];
  for (; at >= 0 && at < args.length && !/^[-(!]/.test(args[at]!.text); at++) roots.push(args[at]!);
  const names: string[] = [];
  const starts: string[] = [];
  const tests = at < 0 ? [] : args.slice(at).map(({ text }) => text);
  for (let i = 0; i < tests.length; i++) {
    if (/^-i?(?:name|path|wholename|regex|lname)$/.test(tests[i]!) && !/^(?:!|-not)$/.test(tests[i - 1] ?? ""))
      names.push(tests[++i] ?? "");
    else if (/^-(?:exec|execdir|ok|okdir)$/.test(tests[i]!)) {
      const end = tests.findIndex((text, place) => place > i && (text === ";" || text === "+" || text === "\\;"));
      starts.push(tests.slice(i + 1, end < 0 ? undefined : end).join(" "));
      i = end < 0 ? tests.length : end;
    }
  }
  return {
    roots: roots.length === 0 ? [DOT] : roots,
    names: names.filter((name) => !/^[*.?/]{1,4}$/.test(name)),
    empty: tests.includes("-empty"),
    limited: tests.some((text) =>
      /^-(?:[acm](?:time|min|newer)|newer\w{0,2}|size|user|group|uid|gid|perm|nouser|nogroup|inum|samefile|links)$/.test(
        text,
      ),
    ),
    starts,
  };
}

/** `deletes`: files only, or folders with all that is in them. `by` is what deletes: the search itself, or what it feeds. */
export function searchedDeletion(found: Invocation, deletes: "file" | "tree", where: Where, by = found): Effect[] {
  const search = searchOf(found);
  return search.roots.map((root) => {
    const gravity = gravityOf(root, search, deletes, found, where);
    return effectOf(by, {
      kind: "delete",
      gravity,
      target: pathTarget(root, where, found.cwd),
      certainty: root.known ? "certain" : "unknown",
      what:
        search.names.length > 0
          ? "deletes every file of a name below a folder"
          : "deletes all that it finds below a folder",
      ...(gravity === "ordinary" ? {} : { instead: INSTEAD }),
    });
  });
}

function gravityOf(
  root: Word,
  search: Search,
  deletes: "file" | "tree",
  invocation: Invocation,
  where: Where,
): Gravity {
  const { gravity } = removalOf(root, invocation, where, true);
  if (search.names.some((name) => /(?:^|\/)\.(?:git|ssh|gnupg)(?:\/|$|\*)/.test(name))) return "destructive";
  if (search.empty) return "ordinary";
  if (search.names.length === 0) return gravity === "destructive" && search.limited ? "risky" : gravity;
  const path = absolute(root.text, where, invocation.cwd);
  const place = path === undefined ? "unknown" : placeOf(path, where);
  if (place === "project" || place === "temp") return "ordinary";
  if (gravity === "destructive") return "risky";
  return deletes === "tree" ? gravity : "ordinary";
}
