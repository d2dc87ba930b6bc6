/** What is scored, for a bundle. */
export { BUILTINS } from "../../src/builtins/_registry.js";
export { redactText } from "../../src/core/redact/text.js";
export { judge as judgeText } from "../../src/effects/injection/judge.js";
