import type { JsonObject } from "../../core/text/json.js";

/** One agent plans, a second one builds, the first one checks the result against its plan. */
export const planThenBuild: JsonObject = {
  agents: {
    planner: {
      description: "Writes a plan and checks the result against it.",
      profile: "__active__",
      persistSession: true,
      stages: {
        plan: {
          promptTemplate:
            "{{input}}\n\nWrite a plan for this task. Read the code first and change no file. Name the files to change, the order, and how to check each part. Another agent builds it, who sees only your plan.",
        },
        check: {
          promptTemplate:
            "The plan was built:\n\n{{previousOutput}}\n{{#if modifiedFiles}}\nChanged files:\n{{modifiedFiles}}\n{{/if}}\nCompare the result with your plan and change no file. Report what is missing or wrong. If nothing has to be changed, end with [DONE].",
        },
      },
      entryStage: "plan",
    },
    builder: {
      description: "Builds what the plan says.",
      profile: "__active__",
      persistSession: true,
      stages: {
        build: {
          promptTemplate:
            "The task:\n{{input}}\n\nThe plan:\n{{previousOutput}}\n\nBuild it. End with a summary of what you changed and how you checked it.",
        },
        fix: {
          promptTemplate: "The check found:\n\n{{previousOutput}}\n\nFix it. End with a summary of what you changed.",
        },
      },
      entryStage: "build",
    },
  },
  templates: {
    "plan-then-build": {
      description: "One agent plans, a second one builds, the first one checks the result.",
      agents: ["planner", "builder"],
      transitions: [
        { from: "planner:plan", to: "builder", condition: { type: "always" } },
        { from: "builder", to: "planner:check", condition: { type: "always" } },
        {
          from: "planner:check",
          to: "builder:fix",
          condition: { type: "convergence", marker: "[DONE]", maxIterations: 2 },
        },
      ],
      entryAgent: "planner",
      maxTotalSteps: 8,
    },
  },
};
