import { existsSync } from "node:fs";
import { join } from "node:path";
import { readStop } from "../../../sources/discover/stop-file.js";
import type { Call } from "../../command.js";
import { stopText } from "../../output/off-text.js";
import { amount, paint } from "../../output/print.js";
import type { Page, Row } from "../page.js";
import type { Questions } from "../questions.js";

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
          item(`Questions${count}`, questionsText(questions), () => later(QUESTIONS)),
          item("Sessions", "what your agents did", () => later(SESSIONS)),
          item("Hooks", "what runs here", () => later(HOOKS)),
          item("Doctor", "problems and fixes", () => later(DOCTOR)),
        ],
        actions: isWired ? [] : [{ key: "s", word: "set up", line: ["setup"] }],
        hint: isWired ? hintOf(questions) : "No agent is wired yet: s finds your agents and wires them.",
      };
    },
  };
}

/** What a page shows is loaded with it: the first screen needs none of it. */
interface Later extends Pick<Page, "title" | "line" | "live"> {
  make(): Promise<Page>;
}

const QUESTIONS: Later = {
  title: "Questions",
  line: ["asks"],
  live: true,
  make: async () => (await import("./questions.js")).questionsPage(),
};
const SESSIONS: Later = {
  title: "Sessions",
  line: ["sessions"],
  make: async () => (await import("./sessions.js")).sessionsPage(),
};
const HOOKS: Later = { title: "Hooks", line: ["list"], make: async () => (await import("./hooks.js")).eventsPage() };
const DOCTOR: Later = {
  title: "Doctor",
  line: ["doctor"],
  make: async () => (await import("./doctor.js")).doctorPage(),
};

function later({ make, ...page }: Later): Page {
  return { ...page, load: async (lines) => (await make()).load(lines) };
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
