import type { JsonObject } from "../../core/text/json.js";

/** One agent runs the tests and fixes what fails until all pass. */
export const testUntilGreen: JsonObject = {
  agents: {
    fixer: {
      description: "Runs the tests and fixes what fails.",
      profile: "__active__",
      persistSession: true,
      stages: {
        first: {
          promptTemplate:
            "{{input}}\n\nRun the tests of this project. If some fail, find the cause of one, fix it and run them again. Never weaken or skip a test. End with [GREEN] only if you saw all of them pass in a run after your last change; otherwise end with what still fails.",
        },
        again: {
          promptTemplate:
            "Some tests still fail. Continue with the next cause. End with [GREEN] only if you saw all of them pass in a run after your last change; otherwise end with what still fails.",
        },
      },
      entryStage: "first",
    },
  },
  templates: {
    "test-until-green": {
      description: "One agent fixes failing tests until all of them pass.",
      agents: ["fixer"],
      transitions: [
        { from: "fixer", to: "fixer:again", condition: { type: "convergence", marker: "[GREEN]", maxIterations: 6 } },
      ],
      entryAgent: "fixer",
      maxTotalSteps: 8,
    },
  },
};
