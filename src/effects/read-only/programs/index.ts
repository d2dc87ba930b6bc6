/** Read-only rules by program name. */
import { verbsOf } from "../fits.js";
import type { Rule } from "../rule.js";
import archives from "./archives.js";
import clouds from "./clouds.js";
import containers from "./containers.js";
import coreutils from "./coreutils.js";
import databases from "./databases.js";
import fzf from "./fzf.js";
import git from "./git.js";
import github from "./github.js";
import infrastructure from "./infrastructure.js";
import kubernetes from "./kubernetes.js";
import languages from "./languages.js";
import mac from "./mac.js";
import machine from "./machine.js";
import network from "./network.js";
import packages from "./packages.js";
import search from "./search.js";
import text from "./text.js";
import wrappers from "./wrappers.js";

const TABLES = [
  coreutils,
  text,
  search,
  archives,
  wrappers,
  git,
  github,
  containers,
  kubernetes,
  clouds,
  infrastructure,
  packages,
  languages,
  databases,
  network,
  machine,
  mac,
  fzf,
];

export const RULES: ReadonlyMap<string, Rule> = new Map(TABLES.flatMap((table) => [...verbsOf(table)]));
