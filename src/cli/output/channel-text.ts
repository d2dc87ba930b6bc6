/** The state of a channel, in `status` and `channels`. */
import type { JsonObject } from "../../core/text/json.js";
import { oneLine } from "./print.js";
import { dayAndTime } from "./times.js";

export function channelText({ name, state, since, problem, waiting }: JsonObject): string {
  const when = dayAndTime(Number(since));
  const cards = Number(waiting) > 0 ? `, ${waiting} waiting to be sent` : "";
  if (state !== "down") return `${name}: ${state === "up" ? `works since ${when}` : "starting"}${cards}`;
  return `${name}: down since ${when}${cards}: ${oneLine(String(problem))}. It approves nothing; the terminal still works.`;
}
