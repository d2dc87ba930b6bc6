/** Scope of a `find`, and the severity of deleting its matches, which depends on that scope. */
import type { Effect, Severity, Where } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { effectOf } from "../model/make-effect.js";
import { absolute, isWithin, pathTarget, placeOf } from "./paths.js";
import { isMadeAnew, removalOf } from "./removal.js";
import { type Search, searchOf } from "./search-terms.js";

const INSTEAD = "run the search alone first, and delete by name the files this task created";

/** `deletes`: files only, or whole directories. `by`: the search itself, or the program it feeds. */
export function searchedDeletion(found: Invocation, deletes: "file" | "tree", where: Where, by = found): Effect[] {
  const search = searchOf(found);
  return search.roots.map((root) => {
    const severity = severityOf(root, search, deletes, found, where);
    return effectOf(by, {
      kind: "delete",
      severity,
      target: pathTarget(root, where, found.cwd),
      certainty: root.known ? certaintyOf(search) : "unknown",
      what:
        search.names.length > 0
          ? "deletes all files that match a name below a directory"
          : "deletes everything it finds below a directory",
      ...(severity === "ordinary" ? {} : { instead: INSTEAD }),
    });
  });
}

/** The name restricts the matches. */
function certaintyOf({ names }: Search): Effect["certainty"] {
  return names.length > 0 && !names.some((name) => name.includes("snaphook")) ? "likely" : "certain";
}

function severityOf(
  root: Word,
  search: Search,
  deletes: "file" | "tree",
  invocation: Invocation,
  where: Where,
): Severity {
  const { severity } = removalOf(root, invocation, where, true);
  if (
    search.names.some((name) =>
      /(?:^|\/)(?:\.(?:git|ssh|gnupg|hg|svn|jj|sl|bzr|pijul|fossil|repo)|_darcs|CVS)(?:\/|$|\*)/.test(name),
    )
  )
    return "destructive";
  if (search.empty) return "ordinary";
  const path = absolute(root.text, where, invocation.cwd);
  const place = path === undefined ? "unknown" : placeOf(path, where);
  const holdsHome = path !== undefined && (isWithin(where.home, path) || isWithin(where.project, path));
  const temporary = place === "temp" || (/^\/(?:var\/)?tmp$/.test(path ?? "") && !holdsHome);
  if (search.names.length === 0) {
    if (temporary && search.limited) return "ordinary";
    return severity === "destructive" && search.limited ? "risky" : severity;
  }
  if (place === "project" || temporary) return "ordinary";
  if (severity === "destructive") return "risky";
  return deletes === "file" && search.names.every((name) => isMadeAnew(name, where)) ? "ordinary" : severity;
}
