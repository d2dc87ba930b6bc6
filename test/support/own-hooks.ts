/** What became of hooks that a test has set up: the guard that stands everywhere is left out, where it had nothing to say. */
export function ownHooks<T extends { readonly id: string; readonly outcome?: string }>(hooks: readonly T[]): T[] {
  return hooks.filter(({ id, outcome }) => id !== "self-protection" || !(outcome === "none" || outcome === "skipped"));
}
