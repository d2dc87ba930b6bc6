import { claudeEvents } from "../_shared/claude/events.js";

export const CLAUDE_EVENTS = claudeEvents("Claude Code");
