/** Restricts a project's or plugin's own guards. They can only tighten: a broken guard must not fail open. */
import { type Finding, finding } from "../../core/errors.js";
import type { HookSpec } from "../../core/hooks/hook.js";
import type { Scope } from "../contract.js";

const CONTRACTS = ["onFailure", "onTimeout"] as const;

/** For any dialect: removes a fail-open contract from a guard. Stricter ones stay. */
export function tightenGuard(hook: HookSpec, scope: Scope, file: string): { hook: HookSpec; findings: Finding[] } {
  const open = CONTRACTS.filter((key) => hook.guard && hook[key] === "allow");
  const findings = open.map((key) => {
    const which = hook.id === "" ? `a guard for ${hook.event}` : `the guard "${hook.id}"`;
    return finding("CONFIG_SCOPE", `\`${key}: "allow"\` of ${which} is ignored in a ${scope} file`, { file });
  });
  const kept = Object.entries(hook).filter(([key]) => !open.some((dropped) => dropped === key));
  return { hook: open.length === 0 ? hook : (Object.fromEntries(kept) as unknown as HookSpec), findings };
}
