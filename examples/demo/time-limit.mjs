// Puts a time limit around a shell command. Run twice it changes nothing more.
let text = "";
for await (const chunk of process.stdin) text += chunk;
const { tool_input: input } = JSON.parse(text);
if (!input.command.startsWith("timeout ")) {
  const updatedInput = { ...input, command: `timeout 120 sh -c ${JSON.stringify(input.command)}` };
  process.stdout.write(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput } }));
}
