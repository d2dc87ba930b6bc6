/** Effects that a person approves for some days. The fields are the format on disk. */
import { isRecord } from "../../core/text/json.js";

export type EffectRule = PushRule | PathRule;

/** Pushes to a remote of the project, without force or deletion. */
export interface PushRule {
  readonly act: "push";
  /** Name of the remote. */
  readonly remote: string;
  /** Absent: every branch. */
  readonly branch?: string;
  /** Keyed hash of the git settings that say where a push leads and what it runs. Empty in a draft. */
  readonly settings: string;
}

/** `write`: creates or replaces a file. `delete`: removes the path with all that is in it. */
export interface PathRule {
  readonly act: "write" | "delete";
  /** Absolute, in the project. */
  readonly path: string;
  /** Every file below `path`. */
  readonly below?: true;
}

export function isEffectRule(value: unknown): value is EffectRule {
  if (!isRecord(value)) return false;
  const { act, remote, branch, settings, path, below } = value;
  if (act === "push") {
    const isBranch = branch === undefined || typeof branch === "string";
    return typeof remote === "string" && isBranch && typeof settings === "string" && settings !== "";
  }
  if (act !== "write" && act !== "delete") return false;
  return typeof path === "string" && path.startsWith("/") && (below === undefined || below === true);
}

/** Noun phrase for people. `to`: where the remote leads. */
export function ruleText(rule: EffectRule, project: string, to?: string): string {
  if (rule.act === "push") {
    const branch = rule.branch === undefined ? "" : `, branch \`${rule.branch}\``;
    return `\`git push\` to \`${rule.remote}\` of this project${to === undefined ? "" : ` (${to})`}${branch}, no force`;
  }
  const path = rule.path.slice(project.length + 1);
  if (rule.act === "delete") return `deletes \`${path}\``;
  return rule.below ? `writes below \`${path}/\`` : `writes \`${path}\``;
}
