/** What is scored, for a bundle. */
export { BUILTINS } from "../../src/builtins/_registry.js";
