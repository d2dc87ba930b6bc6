/** Times as people say them. */
import { isTerminal } from "./stdout.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago or how long: 40s, 12m, 5h, 3d. */
export function spanText(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / 1000))}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  return ms < DAY ? `${Math.floor(ms / HOUR)}h` : `${Math.floor(ms / DAY)}d`;
}

export function timeOfDay(at: number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(":");
}

/** For people: `14:03:21` today on a terminal, else `2026-11-15 14:03:21`. */
export function momentText(at: number, now = Date.now()): string {
  const full = dayAndTime(at);
  const isToday = full.slice(0, 10) === dayAndTime(now).slice(0, 10);
  return isToday && isTerminal() ? timeOfDay(at) : full;
}

export function dayAndTime(at: number): string {
  const time = new Date(at);
  return `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())} ${timeOfDay(at)}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, "0");
}
