/** Classifies a path by its text. Pure: links are not followed. */
import type { Place, Target, Where } from "../model/effect.js";
import { UNKNOWN, type Word } from "../model/invocation.js";
import { isSensitive } from "./sensitive.js";

const SYSTEM =
  /^\/(?:bin|boot|dev|etc|lib(?:32|64|x32)?|opt|proc|root|run|sbin|srv|sys|usr|var|Applications|Library|System|private)(?:\/|$)/;
const TEMP = /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/var\/folders|\/dev\/shm)\/./;

/** Target for a path argument. */
export function pathTarget(word: Word | string, where: Where, cwd: string | undefined): Target {
  const text = typeof word === "string" ? word : word.text;
  const name = absolute(text, where, cwd);
  const place = name === undefined ? "unknown" : placeOf(name, where);
  const target: { -readonly [Key in keyof Target]: Target[Key] } =
    name === text || name === undefined
      ? { type: "path", name: text, place }
      : { type: "path", name, written: asWritten(text, where, cwd), place };
  if (isSensitive(target.name) !== undefined) target.sensitive = true;
  return target;
}

export function asWritten(text: string, where: Where, cwd: string | undefined): string {
  return cwd === undefined || cwd === where.cwd || text.startsWith("/") || text.startsWith("~")
    ? text
    : `${cwd}/${text}`;
}

/** Undefined if unknown. */
export function absolute(text: string, where: Where, cwd: string | undefined): string | undefined {
  const home = text.startsWith("~") ? fromTilde(text, where) : text;
  if (home.startsWith("/")) return normal(home);
  if (home[1] === ":" && /^[a-zA-Z]:[\\/]/.test(home)) return normal(`/${home.replaceAll("\\", "/")}`);
  if (cwd === undefined || home.startsWith(UNKNOWN)) return undefined;
  return isName(home) && isNormal(cwd) ? `${cwd}/${home}` : normal(`${cwd}/${home}`);
}

/** One part of a path, without a meaning of its own. */
function isName(text: string): boolean {
  return text !== "" && text !== "." && text !== ".." && !text.includes("/");
}

let lastNormal: string | undefined;

/** Mostly asked about one folder after the other. */
function isNormal(folder: string): boolean {
  if (folder === lastNormal) return true;
  if (!folder.startsWith("/") || UNNORMAL.test(folder)) return false;
  lastNormal = folder;
  return true;
}

export function placeOf(path: string, where: Where): Place {
  // An unknown part counts as a name: `/tmp/$x` is in `/tmp`.
  const known = path.includes(UNKNOWN) ? `${path.slice(0, path.indexOf(UNKNOWN))}x` : path;
  if (isProject(where) && isWithin(known, where.project)) return "project";
  if (isWithin(known, where.home)) return "home"; // also a project in a temporary directory, as in CI and sandboxes
  if (TEMP.test(known)) return "temp";
  if (/^\/?[*?]?$/.test(path)) return "root";
  if (SYSTEM.test(known)) return "system";
  return known === path ? "elsewhere" : "unknown";
}

/** A session started in the home directory or in `/` has no project: the rest keeps its normal protection. */
function isProject({ project, home }: Where): boolean {
  return project !== home && project !== "/" && !isWithin(home, project);
}

export function isWithin(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false;
  return path.length === folder.length || folder.endsWith("/") || path[folder.length] === "/";
}

/** `~` is the user's home directory, `~name` that of another user. */
function fromTilde(text: string, { home, platform }: Where): string {
  const name = /^~([a-z_][\w.-]{0,60})?(?=\/|$)/i.exec(text);
  if (name === null) return text;
  const folder =
    name[1] === undefined
      ? home
      : name[1] === "root"
        ? "/root"
        : `/${platform === "darwin" ? "Users" : "home"}/${name[1]}`;
  return folder + text.slice(name[0].length);
}

const UNNORMAL = /\/(?:\.{0,2}(?:\/|$))/;

function normal(path: string): string {
  if (path.startsWith("/") && !UNNORMAL.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** Special files: `/dev/null`, `/dev/stdout` and similar. */
export function isStream(text: string): boolean {
  return /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|fd\/\d{1,4}|pts\/\d{1,4})$|^\/proc\/(?:self|\d{1,9})\/fd\/\d{1,4}$/.test(
    text,
  );
}
