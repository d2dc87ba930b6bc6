import { existsSync } from "node:fs";
import { join } from "node:path";
import { readStop } from "../../../sources/discover/stop-file.js";
import type { Call } from "../../command.js";
import { stopText } from "../../output/off-text.js";
import { amount, paint } from "../../output/print.js";
import type { Page, Row } from "../page.js";
import type { Questions } from "../questions.js";
import { doctorPage } from "./doctor.js";
import { eventsPage } from "./hooks.js";
import { questionsPage } from "./questions.js";
import { sessionsPage } from "./sessions.js";

const COLUMN = 16;

/** Drawn before anything is known about questions; they come when the daemon has answered. */
export function homePage({ places }: Call, questions: Questions): Page {
  return {
    title: "Snaphook",
    line: ["status"],
    live: true,
    load() {
      const stop = readStop(places);
      const isWired = existsSync(join(places.data, "launch"));
      const item = (name: string, about: string, opens: () => Page): Row => ({
        text: `  ${name.padEnd(COLUMN)}${paint("grey", about)}`,
        opens,
      });
      const { pending } = questions;
      const count = pending === undefined ? "" : ` (${pending})`;
      return {
        rows: [
          ...(stop === undefined ? [] : [{ text: paint("red", stopText(stop)) }, { text: "" }]),
          item(`Questions${count}`, questionsText(questions), questionsPage),
          item("Sessions", "what your agents did", sessionsPage),
          item("Hooks", "what runs here", eventsPage),
          item("Doctor", "problems and fixes", doctorPage),
        ],
        actions: isWired ? [] : [{ key: "s", word: "set up", line: ["setup"] }],
        hint: isWired ? hintOf(questions) : "No agent is wired yet: s finds your agents and wires them.",
      };
    },
  };
}

function questionsText({ pending, waiting }: Questions): string {
  if (pending === undefined || waiting === 0) return "what agents ask you";
  return `${amount(waiting, "agent waits", "agents wait")} for you`;
}

function hintOf({ daemon, canAnswer }: Questions): string {
  if (daemon === "down") return "No daemon runs, so no question can reach you. `snaphook up --detach` starts one.";
  if (daemon === "unknown") return "";
  return canAnswer
    ? "The daemon runs. Agents wait for your answer as long as this menu is open."
    : "The daemon runs. Answers need a person in a terminal of their own.";
}
