/** Times of day in which no channel sends anything. */

export interface QuietHours {
  /** `22:00`, in the machine's time zone. */
  readonly from: string;
  readonly to: string;
}

/** Also over midnight. By the clock on the wall, so a day of 23 or 25 hours needs nothing special. */
export function isQuiet({ from, to }: QuietHours, now: Date): boolean {
  const at = now.getHours() * 60 + now.getMinutes();
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return start <= end ? at >= start && at < end : at >= start || at < end;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}
