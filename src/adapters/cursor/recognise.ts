/** Cursor also runs the hooks in Claude Code's settings, with its own payload format. */
import type { Sender } from "../contract.js";

const isCursor: Sender = (payload) => typeof payload["cursor_version"] === "string";

export default isCursor;
