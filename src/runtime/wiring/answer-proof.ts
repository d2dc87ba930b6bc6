/**
 * Starts the last line of a complete answer to the launcher: this word, the launcher's PID, the exit code in three
 * digits.
 */
export const PROOF = "snaphook-answered";
