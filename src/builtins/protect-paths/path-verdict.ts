/** Verdict for a changed path, as written and with links resolved. */
import { isAbsolute } from "node:path";
import { compileGlob, type GlobTest } from "../../core/match/glob.js";
import { isWithin } from "../../effects/paths/paths.js";
import { isSensitive } from "../../effects/paths/sensitive.js";
import type { Answer } from "../_shared/calls/effect-guard.js";
import { foldPath } from "../_shared/paths/path-forms.js";

export interface PathOptions {
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly allow: readonly string[];
  readonly sensitive: Answer;
  readonly system: Answer;
}

export interface PathVerdict {
  readonly answer: Answer;
  /** Object of "writes to". */
  readonly what: string;
  readonly instead: string;
}

const PERSON = "tell the user what to change there";
const SECRET = "write names without values to `.env.example`, and ask the user to fill in the rest";
const FOLDERS =
  /^(?:\/private)?\/(?:etc|boot|efi|bin|sbin|lib(?:32|64|x32)?|usr(?!\/local\/)|sys|proc(?!\/self\/(?:root|cwd)\/)|system|library)(?:\/|$)|^\/(?:c:\/)?windows(?:\/|$)/;
/** Logs and state that change all the time. */
const OFTEN = /^(?:what was typed in a shell|the environment of a process)$/;

/** `forms`: all absolute paths it may mean. The strictest verdict counts; an allow must hold for each. */
export function pathVerdict(
  forms: readonly string[],
  places: { readonly home: string; readonly project: string },
  options: PathOptions,
): PathVerdict | undefined {
  const folded = [...new Set([...forms, ...forms.map(foldPath)])];
  const named = (globs: readonly string[]) => globs.find((glob) => folded.some(globTest(glob, places)));
  const denied = named(options.deny);
  if (denied !== undefined)
    return { answer: "deny", what: `a file that the rule \`${denied}\` protects`, instead: PERSON };
  const allowed = options.allow.map((glob) => globTest(glob, places));
  if (allowed.length > 0 && forms.every((form) => allowed.some((fits) => fits(form) || fits(foldPath(form)))))
    return undefined;
  const asked = named(options.ask);
  if (asked !== undefined) return { answer: "ask", what: `a file that the rule \`${asked}\` names`, instead: PERSON };
  const secret = folded.map((form) => isSensitive(form)).find((what) => what !== undefined && !OFTEN.test(what));
  if (secret !== undefined) return { answer: options.sensitive, what: secret, instead: SECRET };
  const isSystem = folded.some(
    (form) => FOLDERS.test(form) && !isWithin(form, foldPath(places.project)) && !isWithin(form, foldPath(places.home)),
  );
  return isSystem ? { answer: options.system, what: "a system directory", instead: PERSON } : undefined;
}

/** A glob is relative to the project, unless it starts with `/` or `~/`; one without `/` matches names at any depth. */
function globTest(glob: string, { home, project }: { readonly home: string; readonly project: string }): GlobTest {
  const [base, rest] = glob.startsWith("~/")
    ? [home, glob.slice(2)]
    : isAbsolute(glob) || !glob.includes("/")
      ? [undefined, glob]
      : [project, glob.replace(/^\.\//, "")];
  const asWritten = below(base, rest);
  const folded = below(base && foldPath(base), foldPath(rest));
  return (form) => asWritten(form) || folded(form);
}

/** Matches the glob against the path relative to the base, which may contain characters such as `[`. */
function below(base: string | undefined, glob: string): GlobTest {
  if (base === undefined) return compileGlob(glob, "path");
  const matches = compileGlob(`./${glob}`, "path");
  const prefix = base.endsWith("/") ? base : `${base}/`;
  return (form) => (form === base ? matches("") : form.startsWith(prefix) && matches(form.slice(prefix.length)));
}
