// Reads the event on stdin and answers on stdout. No output means no opinion.
import { readFileSync } from "node:fs";

const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
if (/\bdeploy\b.*\bproduction\b/.test(tool_input.command)) {
  console.log(JSON.stringify({ decision: "deny", reason: "A person deploys to production. Deploy to staging." }));
}
