/** Cursor also runs the hooks in Claude Code's settings, with payloads of its own shape. */
import type { Sender } from "../contract.js";

const isCursor: Sender = (payload) => typeof payload["cursor_version"] === "string";

export default isCursor;
