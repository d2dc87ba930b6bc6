/** What a case of the zoo is. */
import type { ZooPlace } from "./place.js";

/** What a command printed. */
export interface Step {
  readonly name: string;
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface ZooCase {
  readonly name: string;
  /** The one way in that it tries, in words; no two cases have the same. */
  readonly mechanism: string;
  /** Makes the repository. */
  build(place: ZooPlace): void;
  /** Paths the person approves before anything is watched: what is done with a good name afterwards is the attack. */
  readonly trusted?: readonly string[];
  /** Done when everything was called once; then everything is called again. */
  later?(place: ZooPlace): void;
  /** Done without end, between the steps of the program, while it works. */
  meanwhile?(place: ZooPlace, turn: number): void;
  /** Variables the agent was started with. */
  env?(place: ZooPlace): Record<string, string>;
  /** Where the agent works; the project when absent. */
  cwd?(place: ZooPlace): string;
  /** What else is wrong with what was seen; empty when nothing is. */
  check?(steps: readonly Step[], place: ZooPlace): string[];
  /** What the program was approved to do, and may therefore start. */
  readonly mayRun?: RegExp;
}

/** The texts of all steps of a name. */
export function printed(steps: readonly Step[], name: string): string {
  return steps
    .filter((step) => step.name === name)
    .map(({ out, err }) => `${out}\n${err}`)
    .join("\n");
}

/** A complaint unless the command said so. */
export function said(steps: readonly Step[], name: string, text: string | RegExp): string[] {
  const all = printed(steps, name);
  const found = typeof text === "string" ? all.includes(text) : text.test(all);
  return found ? [] : [`${name} did not say ${String(text)}`];
}

/** A complaint if the command said so. */
export function unsaid(steps: readonly Step[], name: string, text: string | RegExp): string[] {
  return said(steps, name, text).length > 0 ? [] : [`${name} said ${String(text)}`];
}
