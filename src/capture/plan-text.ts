/** CP-15: recognises a plan in text. */

/** Prefixes that agents put before a plan to implement. */
const EXECUTION_PREFIXES = ["Implement the following plan:", "Implement the plan:", "Execute the following plan:"];
const TITLE = /^[ \t]*(?:#{1,4}[ \t]+.*\bplan\b|\*\*[^*\n]*\bplan\b[^*\n]*\*\*|.{0,60}\bplan\b.{0,20}:[ \t]*$)/im;
const STEP = /^[ \t]*(?:\d{1,3}[.)][ \t]+\S|[-*][ \t]+\[[ xX]\][ \t]+\S|#{2,4}[ \t]+(?:step|phase)[ \t]+\d)/gim;
const FEWEST_STEPS = 2;

/** The plan that a prompt asks to implement. */
export function planInPrompt(prompt: string): string | undefined {
  const start = prompt.trimStart();
  const prefix = EXECUTION_PREFIXES.find((text) => start.toLowerCase().startsWith(text.toLowerCase()));
  return prefix === undefined ? undefined : start.slice(prefix.length).trim();
}

/** A heading and steps. In plan mode the steps are enough. */
export function isPlanText(text: string, planMode: boolean): boolean {
  const steps = text.match(STEP)?.length ?? 0;
  return steps >= FEWEST_STEPS && (planMode || TITLE.test(text));
}
