/** What keeps repositories of the zoo harmless, as changes that take it away. The cases of each must then fail. */
import type { Edit } from "../../support/edit-sources.js";

export interface Defence {
  readonly defence: string;
  /** Taken away together. */
  readonly edits: readonly Edit[];
  readonly cases: readonly string[];
}

export const edit = (file: string, find: string, replace: string): Edit => ({ file: `src/${file}.ts`, find, replace });

/** What is not approved may run. */
export const GATE = edit("core/hooks/admission", `return REFUSAL[state] === "";`, `return true;`);
export const CODE_GATE = [
  edit(
    "sources/code/load-code",
    `const approved = !record?.unsigned && record?.versions.some((version) => version.digest === digest) === true;`,
    `const approved = true;`,
  ),
  edit("sources/code/load-code", `    approved === undefined || approvals`, `    true || approvals`),
];
