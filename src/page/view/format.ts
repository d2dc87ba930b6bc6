/** Times and durations. */

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

const weekday = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const hourOfDay = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

export function timeText(at: number): string {
  return clock.format(at);
}

/** With the day, unless it is today. */
export function momentText(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? timeText(at) : `${day.format(at)} ${timeText(at)}`;
}

/** `Mon 16`, or with the hour. */
export function dayText(at: number, withHour: boolean): string {
  return (withHour ? hourOfDay : weekday).format(at);
}

export function durationText(ms: number): string {
  if (ms < 1) return "<1 ms";
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `/home/ann/work/shop` → `shop`. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1) || path;
}

export function plural(count: number, one: string, more = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : more}`;
}
