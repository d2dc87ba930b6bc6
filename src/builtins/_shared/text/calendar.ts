/** Days and hours in the user's time zone. */

/** `2026-11-15` */
export function dayOf(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `Sun 08:05` */
export function timeOf(ms: number): string {
  const date = new Date(ms);
  return `${DAYS[date.getDay()]} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

function two(part: number): string {
  return String(part).padStart(2, "0");
}
