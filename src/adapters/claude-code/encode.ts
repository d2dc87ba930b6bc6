export { encode } from "../_shared/claude/encode.js";
