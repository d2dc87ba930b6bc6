/** Wrappers that a table row cannot describe. */
import type { TakeApart } from "../call.js";
import { CONTAINERS } from "./containers.js";
import { env } from "./env.js";
import { ESCAPES } from "./escapes.js";
import { find, findFast } from "./find.js";
import { git } from "./git.js";
import { concurrently, parallel } from "./parallel.js";
import { su } from "./su.js";
import { TERMINALS } from "./terminals.js";
import { WINDOWS } from "./windows.js";
import { xargs } from "./xargs.js";

export const SPECIAL: Readonly<Record<string, TakeApart>> = {
  env,
  genv: env,
  su,
  runuser: su,
  xargs,
  gxargs: xargs,
  find,
  gfind: find,
  fd: findFast,
  fdfind: findFast,
  git,
  parallel,
  concurrently,
  hyperfine: concurrently,
  ...CONTAINERS,
  ...TERMINALS,
  ...ESCAPES,
  ...WINDOWS,
};
