/** Collects loaded sources in order, with their allowed hooks and findings. */

import { type Finding, finding } from "../../core/errors.js";
import { mayAllow, mayRun } from "../../core/hooks/admission.js";
import type { HookSpec, SourceRef } from "../../core/hooks/hook.js";
import type { Scope } from "../contract.js";
import { isCode } from "../discover/discover.js";
import { tightenGuard } from "../trust/restrict-project-guard.js";
import type { LoadedHook, LoadedSource } from "./assemble.js";

const RANK: Readonly<Record<Scope, number>> = { managed: 0, user: 2000, project: 3000, plugin: 4000 };

export type SourceHead = Omit<SourceRef, "level" | "rank"> & { readonly path: string; readonly scope: Scope };

export class Collected {
  readonly findings: Finding[] = [];
  readonly settings: Record<string, unknown> = {};
  readonly #loaded: LoadedSource[] = [];
  readonly #byFlag: readonly string[];

  /** `byFlag`: dialects enabled by a flag. */
  constructor(byFlag: readonly string[] = []) {
    this.#byFlag = byFlag;
  }

  add({ scope, ...head }: SourceHead, hooks: readonly LoadedHook[], promptOnly = false): void {
    const level = promptOnly ? "prompt-only" : scope;
    const source: SourceRef = { ...head, level, rank: RANK[scope] + this.#loaded.length };
    const allowed = promptOnly ? hooks.filter(({ hook }) => this.#isPrompt(hook, head.path)) : hooks;
    const kept = mayAllow(level) ? allowed : allowed.map((one) => this.#tightened(one, scope, head.path));
    this.#loaded.push({ source, hooks: kept });
    const refused = kept.filter(({ state }) => !mayRun(state) || state === "missing-guard").length;
    if (refused === 0 || isCode(head.path)) return; // already reported for code
    const count = `${refused} hook${refused === 1 ? "" : "s"}`;
    const why = `${count} of this file will not run: it is ${source.state}${this.#howToReview(source)}`;
    this.findings.push(finding("SOURCE_UNTRUSTED", why, { file: head.path }));
  }

  /** An administrator may allow only managed hooks. */
  get sources(): readonly LoadedSource[] {
    if (this.settings["managedOnly"] !== true) return this.#loaded;
    return this.#loaded.map(({ source, hooks }) =>
      source.level === "managed"
        ? { source, hooks }
        : { source: { ...source, state: "excluded" }, hooks: hooks.map((one) => ({ ...one, state: "excluded" })) },
    );
  }

  #tightened(one: LoadedHook, scope: Scope, file: string): LoadedHook {
    const { hook, findings } = tightenGuard(one.hook, scope, file);
    this.findings.push(...findings);
    return { ...one, hook };
  }

  #isPrompt({ id, event, run }: HookSpec, file: string): boolean {
    if (run.type === "prompt") return true;
    const what = `the ${run.type} hook ${id === "" ? `for ${event}` : `"${id}"`} is dropped`;
    this.findings.push(finding("PROMPT_ONLY", `${what}: only prompt hooks are allowed in this file`, { file }));
    return false;
  }

  /** Files of a dialect that a flag enabled are found again only with the same flag. */
  #howToReview({ dialect }: SourceRef): string {
    return this.#byFlag.includes(dialect) ? `; review it with \`snaphook trust --dialect ${dialect}\`` : "";
  }
}
