/** All repositories of the zoo. */
import type { ZooCase } from "../contract.js";
import { code } from "./code.js";
import { dialects } from "./dialects.js";
import { environment } from "./environment.js";
import { git } from "./git.js";
import { kinds } from "./kinds.js";
import { links } from "./links.js";
import { names } from "./names.js";
import { plugins } from "./plugins.js";
import { races } from "./races.js";
import { records } from "./records.js";
import { settings } from "./settings.js";
import { sizes } from "./sizes.js";

export const CASES: readonly ZooCase[] = [
  ...dialects,
  ...kinds,
  ...code,
  ...links,
  ...settings,
  ...environment,
  ...plugins,
  ...git,
  ...records,
  ...races,
  ...names,
  ...sizes,
];
