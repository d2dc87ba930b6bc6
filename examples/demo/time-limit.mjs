// Adds a time limit to a shell command. A command that has one stays as it is.
let text = "";
for await (const chunk of process.stdin) text += chunk;
const { tool_input: input } = JSON.parse(text);
if (!input.command.startsWith("timeout ")) {
  // In single quotes, so that `$` and backticks are expanded once, by the inner shell.
  const quoted = `'${input.command.replaceAll("'", `'\\''`)}'`;
  const updatedInput = { ...input, command: `timeout 120 sh -c ${quoted}` };
  process.stdout.write(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput } }));
}
