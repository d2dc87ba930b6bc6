/**
 * Access beyond a hook's own file: the user's grants, and the project whose programs no hook starts by accident. A
 * source that may not answer "allow" needs a grant.
 */
import { mayAllow } from "./admission.js";
import type { Level } from "./hook.js";

export interface Reach {
  /** Project root. Programs in it run only if a hook names their path. */
  readonly root?: string;
  /** The directory that hooks were loaded for. */
  readonly cwd?: string;
  /** Hosts that http hooks may call although they are private, or although a project names them. */
  readonly allowHosts: readonly string[];
  /** Environment variables that project hooks may read although they look like secrets. */
  readonly grantEnv: readonly string[];
}

export const NO_GRANTS: Reach = { allowHosts: [], grantEnv: [] };

/** Grants of a plan. Its settings contain only what user or managed files may set. */
export function reachOf({ root, settings }: { root: string; settings: Readonly<Record<string, unknown>> }): Reach {
  return { root, allowHosts: texts(settings["allowHosts"]), grantEnv: texts(settings["grantEnv"]) };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function needsGrant(level: Level): boolean {
  return !mayAllow(level);
}

/** Names that look like secrets; even with our prefix they must be listed explicitly. */
export const SECRET_NAME =
  /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|CRED|COOKIE|AUTH|_PASS|_PWD|_PAT|_DSN|DATABASE_URL|CONNECTION_STRING)S?(_|$)/i;

/** True if a hook receives this variable of the agent's environment. */
export function mayGetVariable(name: string, level: Level, { grantEnv }: Reach): boolean {
  return !needsGrant(level) || !SECRET_NAME.test(name) || grantEnv.includes(name);
}
