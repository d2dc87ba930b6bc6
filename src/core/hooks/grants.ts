/**
 * What hooks may reach beyond what their own file says: the person's grants, and the project whose programs no hook
 * picks up by accident. Whoever may not answer "allow" needs a grant as well.
 */
import { mayAllow } from "./admission.js";
import type { Level } from "./hook.js";

export interface Reach {
  /** The project's root. Programs in it are run only by hooks that name their path. */
  readonly root?: string;
  /** The folder that hooks were loaded for. */
  readonly cwd?: string;
  /** Hosts that http hooks may call although they are in a private network, or although a project asks for them. */
  readonly allowHosts: readonly string[];
  /** Variables that hooks of a project may get although their names look like those of secrets. */
  readonly grantEnv: readonly string[];
}

export const NO_GRANTS: Reach = { allowHosts: [], grantEnv: [] };

/** Of a plan. Its settings hold only what files of the person or of an admin may set. */
export function reachOf({ root, settings }: { root: string; settings: Readonly<Record<string, unknown>> }): Reach {
  return { root, allowHosts: texts(settings["allowHosts"]), grantEnv: texts(settings["grantEnv"]) };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function needsGrant(level: Level): boolean {
  return !mayAllow(level);
}

/** Names that hold secrets by the look of them; even with our prefix they must be listed to be passed. */
export const SECRET_NAME =
  /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|CRED|COOKIE|AUTH|_PASS|_PWD|_PAT|_DSN|DATABASE_URL|CONNECTION_STRING)S?(_|$)/i;

/** Whether a hook that asks for this variable of the agent's environment gets it. */
export function mayGetVariable(name: string, level: Level, { grantEnv }: Reach): boolean {
  return !needsGrant(level) || !SECRET_NAME.test(name) || grantEnv.includes(name);
}
