/** The event that all in-process figures fire, and the observer that watches them. */
export const PAYLOAD = {
  session_id: "bench",
  cwd: "/tmp",
  tool_name: "Bash",
  tool_use_id: "toolu_bench",
  tool_input: { command: "git status", description: "Show the state of the working tree" },
};

/** Counts, so that what it is told cannot be optimised away. */
export function oneObserver(hooks) {
  const seen = { count: 0 };
  hooks.observe(() => {
    seen.count++;
  });
  return seen;
}
