/** Recognises that the user is about to start something larger than a task (BI-O26). */
import { intentHook } from "./_shared/text/intent.js";

export default intentHook({
  name: "initiative-intent",
  summary: "Tells the model when a prompt is about starting something larger than a task.",
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
  hint: "The user may be about to start something larger. Ask for the goal and the deadline, and offer to create a project before you work on parts.",
});
