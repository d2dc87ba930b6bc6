/**
 * Severity of deleting a path. Ordinary in the project and in temporary directories, except for the project root and
 * its `.git`. Risky elsewhere, unless a tool can recreate it. Destructive for system and home directories.
 */
import type { Severity, Where } from "../model/effect.js";
import { type Invocation, UNKNOWN, type Word } from "../model/invocation.js";
import { isCheck } from "../model/repository-checks.js";
import { fromHome, important } from "./important.js";
import { absolute, isWithin, placeOf } from "./paths.js";
import { isSensitive } from "./sensitive.js";

export interface Removal {
  readonly severity: Severity;
  /** Object of "deletes". */
  readonly what: string;
}

export function removalOf(word: Word, invocation: Invocation, where: Where, recursive: boolean): Removal {
  const path = absolute(word.text, where, invocation.cwd);
  if (path === undefined) return unknownRemoval(word, invocation, recursive);
  return wholeTree(path, word, where, recursive) ?? knownFile(path, where) ?? byPlace(path, where, recursive);
}

const ordinary = (what: string): Removal => ({ severity: "ordinary", what });
const risky = (what: string): Removal => ({ severity: "risky", what });
const destructive = (what: string): Removal => ({ severity: "destructive", what });

/** Recreated by a tool, wherever it is. */
const MADE_ANEW =
  /^(?:node_modules|bower_components|__pycache__|\.(?:pytest|mypy|ruff|parcel|rpt2|webpack|eslint|sass|turbo)_?-?cache|\.next|\.nuxt|\.turbo|\.tox|\.nox|\.venv|\.gradle|\.terraform|\.DS_Store|[\w.-]{0,60}\.egg-info|[\w*.-]{1,60}\.(?:pyc|pyo|o|tmp|swp|log|bak|tsbuildinfo))$/;
/** Recreated, but other things may have the same name. */
const BUILT = /^(?:dist|build|out|target|bin|obj|coverage|tmp|temp|\.cache|cache|venv|htmlcov|logs?)$/;
const CACHES =
  /^~\/(?:\.cache|\.npm|\.yarn|\.pnpm-store|\.bun\/install\/cache|\.cargo\/(?:registry|git)|\.gradle|\.m2\/repository|\.nuget\/packages|\.ivy2|\.sbt|\.cocoapods|\.conda\/pkgs|\.local\/share\/(?:Trash|pnpm)|go\/pkg|Library\/(?:Caches|Developer\/Xcode\/DerivedData)|\.Trash)\/|^~\/Library\/Developer\/Xcode\/DerivedData$|^\/var\/(?:cache|lib\/apt\/lists)\/./;

const SYSTEM_TREES =
  /^\/(?:bin|boot|dev|etc|lib(?:32|64|x32)?|opt|proc|root|run|sbin|srv|sys|usr|var|home|Users|mnt|media|Applications|Library|System|Volumes|private|usr\/(?:bin|sbin|lib(?:32|64)?|libexec|share|local|include|local\/(?:bin|lib|share))|var\/(?:lib|log|db|mail|spool|www)|private\/(?:etc|var))$/;

const DATA =
  /^\/(?:var\/lib\/(?:postgresql|mysql|mariadb|mongodb?|redis|elasticsearch|rabbitmq|cassandra|influxdb|clickhouse|neo4j|docker|containerd|etcd|kubelet|libvirt)|data\/db|bitnami)(?:\/(?:data|\d{1,2}(?:\/main)?|volumes))?$/;

/** Directories of a project that no tool rebuilds. */
const WORK =
  /^(?:src|sources?|data|datasets?|checkpoints|models|weights|wandb|mlruns|migrations|uploads|storage|media|db|packages|apps)$/;

const wildcard = (name: string) => /^\.?[*?]{1,4}$|^\{\.?\*,.{0,20}\}$/.test(name);

/** `/`, a home directory or the project: itself, its whole content, or one of its parents. */
function wholeTree(path: string, word: Word, where: Where, recursive: boolean): Removal | undefined {
  if (!recursive) return undefined;
  const all = wildcard(nameOf(path));
  const folder = all ? folderOf(path) : path;
  if (folder === "/") return destructive("everything on this machine");
  if (isWithin(where.home, folder)) return destructive("your entire home directory");
  if (fromHome(folder, where) === "~") return destructive("another user's entire home directory");
  if (folder !== where.project && isWithin(where.project, folder))
    return destructive("the project and its sibling directories");
  if (folder === where.project) {
    if (!all || nameOf(path).startsWith(".")) return destructive("the whole project and its git history");
    return risky("everything in the project");
  }
  if (!all && folder.startsWith(`${where.project}/`) && WORK.test(folder.slice(where.project.length + 1)))
    return risky("a whole directory of the project's sources or data");
  if (/\/\.git(?:\/(?:objects|refs|logs|\*)(?:\/|$)|$)/.test(path)) return destructive("the history of a repository");
  if (
    /\/(?:\.hg|\.jj|\.sl|\.svn|\.bzr|\.pijul|_darcs|_MTN|CVS|\.fslckout|\.fossil|\.repo)(?:\/(?:store|repo|\*))?$/.test(
      path,
    )
  )
    return destructive("the history of a repository");
  if (/\/\.git\/(?:modules|lfs|annex|svn|worktrees|rebase-apply|rebase-merge)(?:\/|$)/.test(path))
    return risky("what git keeps of submodules, large files, worktrees or a rebase");
  if (DATA.test(folder)) return destructive("a database's data files");
  if (SYSTEM_TREES.test(folder)) return destructive("a system directory");
  if (/^\/(?:var\/)?tmp$/.test(folder)) return risky("the temporary files of all programs");
  return path.includes(UNKNOWN) ? unknownPart(path, word, where) : undefined;
}

/** If the variable is empty, its parent directory is deleted. */
function unknownPart(path: string, word: Word, where: Where): Removal | undefined {
  const known = path.slice(0, path.indexOf(UNKNOWN));
  if (known === "/") return risky("an unknown directory, possibly everything on this machine");
  if (known === `${where.home}/`) return risky("an unknown part of the home directory, possibly all of it");
  if (known === `${where.project}/` && word.text.startsWith("/"))
    return risky("an unknown directory, possibly the whole project");
  return undefined;
}

function knownFile(path: string, where: Where): Removal | undefined {
  if (/\/(?:\.husky|\.git\/hooks)(?:\/(?!_\/|[\w-]{1,40}\.sample$)[^/]{1,60})?$/.test(path))
    return risky("the pre-commit and pre-push checks");
  if (
    /\/(?:\.svn\/wc\.db|\.hg\/(?:store\/.{1,200}|dirstate)|\.fslckout|\.jj\/(?:repo|working_copy)\/.{1,200})$/.test(
      path,
    )
  )
    return risky("a file that version control needs");
  if (/\/\.git\/(?:HEAD|index|packed-refs|config|refs\/heads\/.{1,200})$/.test(path))
    return risky("a file that git needs to find its commits");
  if (
    /\/\.(?:claude|codex|cursor|gemini|qwen|kiro|opencode)\/(?:hooks(?:\/.{1,200})?|settings(?:\.local)?\.json|hooks\.json)$/.test(
      path,
    )
  )
    return risky("hooks or settings of an agent");
  if (isCheck(path)) return risky("a check that the repository runs on changes");
  if (placeOf(path, where) === "project") return undefined;
  const found = important(path, where);
  if (found !== undefined) return { severity: found.severity.delete, what: found.what };
  const secret = fromHome(path, where).startsWith("~/") ? isSensitive(path) : undefined;
  return secret === undefined ? undefined : destructive(secret);
}

/** A tool can recreate it: a build output, a cache. */
export function isMadeAnew(path: string, where: Where): boolean {
  return MADE_ANEW.test(nameOf(path)) || CACHES.test(fromHome(path, where));
}

function byPlace(path: string, where: Where, recursive: boolean): Removal {
  const what = recursive ? "a directory and everything in it" : "a file";
  const place = placeOf(path, where);
  if (place === "project" || place === "temp") return ordinary(what);
  const tilde = fromHome(path, where);
  if (isMadeAnew(path, where)) return ordinary(what);
  if (!recursive)
    return risky(
      wildcard(nameOf(path)) ? "every file of a directory outside the project" : "a file outside the project",
    );
  if (/^~\/\.(?:ssh|gnupg|aws|kube|config|local|mozilla)$/.test(tilde)) return destructive("a user's keys or settings");
  return risky("a directory outside the project and everything in it");
}

const TEMP_NAME =
  /^["']?\$\{?(?:\w{0,40}_)?(?:te?mp|scratch)(?:dir|_?path|_?folder|_\w{1,40})?\}?(?:["']|:-\/tmp\}|\/|$)/i;
const NOT_EMPTY = /^["']?\$\{\w{1,60}:\?[^}]{0,200}\}\//;
const TEMP_NAME_LAST = /^["']?\$\{?\w{1,40}_?(?:te?mp(?:dir)?)\}?(?:["']|\/|$)/i;

/** The directory is unknown: `$dir/x`, or a name after an unresolvable `cd`. */
function unknownRemoval(word: Word, { variables }: Invocation, recursive: boolean): Removal {
  if (!recursive) return ordinary("a file");
  if (word.known) {
    if (/^\.{0,2}\/?\*?$|(?:^|\/)\.\.(?:\/|$)/.test(word.text)) return risky("everything in an unknown directory");
    return MADE_ANEW.test(nameOf(word.text)) || BUILT.test(nameOf(word.text))
      ? ordinary("a directory and everything in it")
      : risky("an unknown directory");
  }
  const after = word.text.slice(word.text.indexOf("/") + 1);
  const named = word.text.includes("/") && after !== "" && !wildcard(nameOf(word.text));
  const set = [...variables.keys()].some((name) => word.source.includes(name));
  const temp = !set && (TEMP_NAME.test(word.source) || TEMP_NAME_LAST.test(word.source));
  if (temp && (named || !word.text.includes("/"))) return ordinary("a temporary directory");
  if (named && MADE_ANEW.test(nameOf(word.text))) return ordinary("a directory and everything in it");
  // The shell stops if the variable is empty, so the name behind it is a build output of some folder.
  if (named && !set && NOT_EMPTY.test(word.source) && BUILT.test(nameOf(word.text)))
    return ordinary("a folder and everything in it");
  return risky("an unknown directory, possibly far more than intended");
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}
