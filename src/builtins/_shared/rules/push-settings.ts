/** Where a push to a remote leads and what it runs, by the git settings that are in force. */
import type { Surroundings } from "../../../core/hooks/builtin.js";
import { keyedHash } from "../../../disk/keyed-hash.js";
import { runGit } from "../calls/run-program.js";

export interface PushSettings {
  /** Keyed: a URL can hold a password. */
  readonly hash: string;
  readonly urls: readonly string[];
}

/** Settings of other remotes and of branches do not matter; `git push -u` changes the latter. */
const IRRELEVANT =
  /^(?:branch|user|color|alias|diff|merge|log|commit|pull|rebase|init|gui|advice|stash|tag|submodule)\./;

/** Variables that make git use another repository, other settings or other programs. */
const STEERING = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_COMMON_DIR",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_COUNT",
  "GIT_CONFIG_PARAMETERS",
  "GIT_SSH",
  "GIT_SSH_COMMAND",
  "GIT_PROXY_COMMAND",
  "GIT_EXEC_PATH",
  "GIT_NAMESPACE",
];

/** Undefined if there is no such remote, or the agent's variables steer git elsewhere. */
export async function pushSettings(
  cwd: string,
  remote: string,
  surroundings: Surroundings,
): Promise<PushSettings | undefined> {
  if (STEERING.some((name) => surroundings.environment[name])) return undefined;
  const [listed, pushed] = await Promise.all([
    runGit(["config", "--null", "--list"], cwd, surroundings),
    runGit(["remote", "get-url", "--push", "--all", remote], cwd, surroundings),
  ]);
  if (listed.code !== 0 || pushed.code !== 0 || pushed.output.trim() === "") return undefined;
  const own = `remote.${remote}.`;
  const settings = listed.output.split("\0").filter((one) => {
    if (one.startsWith("remote.")) return one.startsWith(own) || one.startsWith("remote.push");
    return one !== "" && !IRRELEVANT.test(one);
  });
  const text = JSON.stringify(["push", remote, settings, pushed.output]);
  return { hash: keyedHash(text, surroundings.data), urls: pushed.output.trim().split("\n") };
}
