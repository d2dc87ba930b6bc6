/** Effect of writing, replacing or deleting a path. */
import type { Effect, EffectKind, Severity, Target, Where } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { effectOf } from "../model/make-effect.js";
import { fromHome, type Important, important, type Manner } from "./important.js";
import { pathTarget } from "./paths.js";
import { isMadeAnew } from "./removal.js";
import { isSensitive } from "./sensitive.js";

interface Writing {
  readonly manner: Manner;
  /** Default for ordinary paths. */
  readonly kind: EffectKind;
  readonly what: string;
  readonly words?: string;
  /**
   * `maybe-folder`: the path may also be a directory, as in `cp a ~/b`. `entry`: the file `a` in a directory, as in `cp
   * a ~/b/`.
   */
  readonly names?: "maybe-folder" | "entry";
}

const VERBS: Readonly<Record<Manner, string>> = { write: "writes to", replace: "replaces", delete: "deletes" };
const INSTEAD: Readonly<Record<Manner, string>> = {
  write: "write it to a file in the project, and ask the user to apply it",
  replace: "write it to a file in the project, and ask the user to apply it",
  delete: "ask the user to delete it",
};

export function writeEffect(invocation: Invocation, word: Word, where: Where, writing: Writing): Effect {
  const target = pathTarget(word, where, invocation.cwd);
  const found = knownOf(target.name, target.place === "project", where);
  if (found === undefined && isOutside(word, target, invocation, where, writing))
    return effectOf(invocation, {
      kind: "overwrite",
      severity: "risky",
      target: word.known && !word.glob ? { ...target, ifThere: true } : target,
      what: "replaces a file outside the project",
      ...(writing.words === undefined ? {} : { words: writing.words }),
      instead: OUTSIDE,
    });
  const severity = found?.severity[writing.manner] ?? "ordinary";
  return effectOf(invocation, {
    kind: severity === "ordinary" ? writing.kind : (found?.kind ?? writing.kind),
    severity,
    target: found === undefined ? target : { ...target, sensitive: true },
    certainty: word.known ? "certain" : "unknown",
    what: found === undefined ? writing.what : `${VERBS[writing.manner]} ${found.what}`,
    ...(writing.words === undefined ? {} : { words: writing.words }),
    ...(severity === "ordinary" ? {} : { instead: INSTEAD[writing.manner] }),
  });
}

const OUTSIDE = "write to a file in the project or below /tmp, or choose a name that does not exist yet";

const FEEDS = new Set(["find", "fd", "fdfind", "xargs", "parallel"]);
/** Notes and plans that agents keep for themselves. */
const NOTES =
  /^~\/\.(?:claude|codex|gemini|qwen|cursor|copilot|opencode|config\/opencode|kimi|pi|cline)\/.{1,400}\.mdc?$/;
const NAMES_FILE = /(?:^|\/)(?:\.[^/.]{1,60}|[^/]{1,200}\.[A-Za-z0-9]{1,8})$/;

/** A user's file outside the project. A path that ends in `/` is a directory; other files in it stay. */
function isOutside(
  { known, text }: Word,
  { name, place }: Target,
  { runs, through }: Invocation,
  where: Where,
  { manner, names }: Writing,
): boolean {
  if (manner !== "replace" || place !== "home" || runs === "elsewhere") return false;
  // Matches of a search below a home subdirectory belong to the home directory.
  if (!known && !through.some((wrapper) => FEEDS.has(wrapper))) return false;
  if (text.endsWith("/") || /(?:^|\/)\.{1,2}$/.test(text) || name === where.home) return false;
  if (names === "entry" || (names === "maybe-folder" && !NAMES_FILE.test(text))) return false;
  return !isMadeAnew(name, where) && !NOTES.test(fromHome(name, where));
}

const SECRET: Readonly<Record<Manner, Severity>> = { write: "ordinary", replace: "risky", delete: "risky" };

/** Agent settings and hooks, in a project or a home directory. */
const HELD_BACK =
  /\/\.(?:claude\/(?:settings(?:\.local)?\.json|hooks\/.)|codex\/(?:config\.toml|hooks\.json)|gemini\/settings\.json|qwen\/settings\.json|cursor\/(?:hooks|cli|permissions)\.json|copilot\/config\.json|opencode\/opencode\.jsonc?|kiro\/hooks\/.)/;
const ASKED: Readonly<Record<Manner, Severity>> = { write: "risky", replace: "risky", delete: "risky" };

/** What git finds commits by. A lock file, excludes and the message of a commit are everyday work. */
const GIT_RECORDS =
  /\/\.git\/(?:(?:HEAD|ORIG_HEAD|index|packed-refs|shallow)$|(?:refs|objects|logs|modules)\/.)|\/\.(?:svn\/wc\.db|hg\/(?:store\/.|dirstate$))/;
/** Instructions that an agent follows in every project of a person. */
const INSTRUCTIONS =
  /^~\/(?:(?:\.[\w-]{1,30}\/|\.config\/[\w-]{1,30}\/|\.pi\/agent\/|)(?:CLAUDE(?:\.local)?|AGENTS?(?:\.override)?|GEMINI|QWEN|KIMI|CRUSH|copilot-instructions|global_rules)\.md$|\.(?:claude|codex|gemini|qwen|cursor|copilot|opencode|config\/opencode|windsurf|codeium\/windsurf|kiro|roo|cline|continue|pi\/agent|agents)\/(?:commands?|agents?|skills?|rules|prompts?|output-styles|modes?|plugins?|extensions|memories\/global_rules|steering)[/.].|\.cursorrules$|\.windsurfrules$|\.goosehints$|\.config\/goose\/)/i;
/** What every Python program of an environment runs when it starts, also of an environment in the project. */
const PYTHON_STARTUP = /\/(?:usercustomize|sitecustomize)\.py$|(?:^|\/)site-packages\/[^/]{1,100}\.pth$/;

function knownOf(path: string, inProject: boolean, where: Where): Important | undefined {
  if (GIT_RECORDS.test(path))
    return { what: "files by which version control finds its commits", kind: "history", severity: ASKED };
  if (PYTHON_STARTUP.test(path))
    return { what: "a file that every Python program runs when it starts", kind: "persistence", severity: ASKED };
  if (!inProject && INSTRUCTIONS.test(fromHome(path, where)))
    return { what: "instructions that an agent follows in every project", kind: "persistence", severity: ASKED };
  if (HELD_BACK.test(path))
    return { what: "a file that controls or restricts an agent", kind: "persistence", severity: ASKED };
  if (inProject) return undefined;
  const found = important(path, where);
  if (found !== undefined) return found;
  const secret = fromHome(path, where).startsWith("~/") ? isSensitive(path) : undefined;
  return secret === undefined ? undefined : { what: secret, severity: SECRET };
}
