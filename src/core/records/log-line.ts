/** A line of a log, for views. */
export const LOG_NAMES = ["daemon", "hooks"] as const;
export type LogName = (typeof LOG_NAMES)[number];

export interface LogLineRow {
  readonly at: number;
  readonly level: "info" | "warning" | "error";
  /** Of the daemon's log; the event in the hook log. */
  readonly tag: string;
  readonly text: string;
  /** Id of the record, in the hook log. */
  readonly id?: string;
}
