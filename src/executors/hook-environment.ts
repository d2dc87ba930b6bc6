/**
 * The environment a hook's process gets: what every hook may see, and what the hook declares (SE-05). Secrets of the
 * agent's environment never reach a hook that did not name them.
 */

import type { AdmittedHook } from "../core/hooks/admission.js";
import { mayGetVariable, NO_GRANTS, type Reach } from "../core/hooks/grants.js";
import type { CommandRun, HookSpec, SourceRef } from "../core/hooks/hook.js";
import { asText } from "../core/text/json.js";
import { type Environment, isAllowed } from "./environment.js";

export function hookEnvironment(
  hook: AdmittedHook,
  own: Environment,
  dialect: Environment = {},
  reach: Reach = NO_GRANTS,
): Record<string, string> {
  const { env = {} } = hook.run as CommandRun;
  const { names, all } = askedFor(hook, hook.source, reach);
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && (all || names.has(name) || isAllowed(name))) result[name] = value;
  }
  const ofDialect = Object.entries(dialect).filter(([name]) => mayGetVariable(name, hook.source.level, reach));
  for (const [name, value] of [...ofDialect, ...Object.entries(env)]) {
    if (value !== undefined) result[name] = asText(value); // from a payload, so not always text
  }
  return result;
}

/** What a hook asks for beyond the usual and may get. */
export function askedFor(
  { run }: Pick<HookSpec, "run">,
  { level }: SourceRef,
  reach: Reach,
): { readonly names: ReadonlySet<string>; readonly all: boolean } {
  const { passEnv = [], inheritEnv = false } = run as CommandRun;
  return {
    names: new Set(passEnv.filter((name) => mayGetVariable(name, level, reach))),
    all: inheritEnv && (level === "managed" || level === "user" || level === "code"),
  };
}
