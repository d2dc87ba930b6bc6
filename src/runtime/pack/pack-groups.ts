/** The order in which people see the built-in hooks: what most users want comes first. */
import { type Builtin, type BuiltinKind, kindOf } from "../../core/hooks/builtin.js";
import { RECOMMENDED } from "./recommended-hooks.js";

export interface PackGroup {
  readonly title: string;
  readonly members: readonly Builtin[];
}

const GROUP_OF_KIND: Readonly<Partial<Record<BuiltinKind, string>>> = {
  guard: "Other guards",
  approver: "Approvers and rewriters",
  rewriter: "Approvers and rewriters",
  context: "Context for the model",
};
const FIRST = ["Recommended", ...new Set(Object.values(GROUP_OF_KIND))];

/** Recommended, then by purpose. Recorders and prompts belong to the workflow of the system that they come from. */
export function packGroups(builtins: readonly Builtin[]): PackGroup[] {
  const titles = [...new Set([...FIRST, ...builtins.map(titleOf).sort()])];
  return titles
    .map((title) => ({ title, members: builtins.filter((one) => titleOf(one) === title).sort(ownFirst) }))
    .filter(({ members }) => members.length > 0);
}

function titleOf(builtin: Builtin): string {
  if (RECOMMENDED.some((name) => name === builtin.name)) return "Recommended";
  const { from = "Snaphook" } = builtin;
  return GROUP_OF_KIND[kindOf(builtin)] ?? `Workflow of ${from[0]!.toUpperCase()}${from.slice(1)}`;
}

function ownFirst(one: Builtin, other: Builtin): number {
  return Number(one.from !== undefined) - Number(other.from !== undefined);
}
