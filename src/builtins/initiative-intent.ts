/** Hears that somebody is about to begin something larger than a task (BI-O26). */
import { intentHook } from "./_shared/text/intent.js";

export default intentHook({
  name: "initiative-intent",
  summary: "Tells the model when a prompt speaks of beginning something larger than a task.",
  phrases: [
    "start a project",
    "start a new project",
    "new project",
    "new initiative",
    "side project",
    "i want to build",
    "i want to launch",
    "i want to start",
    "we want to build",
    "we want to launch",
    "planning to launch",
    "my goal is",
    "our goal is",
    "kick off",
    "neues projekt",
    "ich will ein projekt",
  ],
  hint: "The user may be about to begin something larger. Ask what shall be reached and by when, and offer to make a project of it before you work on parts.",
});
