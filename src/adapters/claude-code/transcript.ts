export { transcript } from "../_shared/claude/transcript.js";
