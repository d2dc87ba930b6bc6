// Reads the event on stdin and answers on stdout. Nothing printed is no opinion.
import { readFileSync } from "node:fs";

const { tool_input, today } = JSON.parse(readFileSync(0, "utf8"));
const day = today ?? new Date().toLocaleDateString("en", { weekday: "long" });
if (/\bdeploy\b/.test(tool_input.command) && day === "Friday") {
  console.log(JSON.stringify({ decision: "deny", reason: "No deployments on a Friday." }));
}
