// The agent: a loop over what its model wants to do, with hooks at each point. The model here is a script.

/** Plays the model's calls and returns everything the model got to read. */
export async function runAgent({ hooks, tools, calls }) {
  const read = [];
  const session = { session_id: "example", cwd: process.cwd() };
  const start = await hooks.fire("SessionStart", { ...session, source: "startup" });
  if (start.context !== undefined) read.push(start.context);
  for (const { name, input } of calls) {
    const call = { ...session, tool_name: name, tool_input: input };
    const before = await hooks.fire("PreToolUse", call);
    // There is no person to ask here, so a question is answered with no.
    if (before.verdict === "deny" || before.verdict === "ask") {
      read.push(`${name} was denied: ${before.reason}`);
      continue;
    }
    const output = tools[name](before.input ?? input);
    const after = await hooks.fire("PostToolUse", { ...call, tool_output: output });
    read.push(String(after.output?.value ?? output));
    if (after.context !== undefined) read.push(after.context);
  }
  await hooks.fire("SessionEnd", { ...session, reason: "done" });
  return read;
}
