import type { JsonObject } from "../../core/text/json.js";

/** One agent writes, another one reviews, until the reviewer approves. */
export const review: JsonObject = {
  agents: {
    coder: {
      description: "Does the task, and what the reviewer asks for.",
      profile: "__active__",
      persistSession: true,
      stages: {
        implement: {
          promptTemplate:
            "{{input}}\n\nDo this task in the current directory. Another agent reviews it afterwards. End with a summary of what you changed and how you checked it.",
        },
        revise: {
          promptTemplate:
            "The reviewer says:\n\n{{previousOutput}}\n\nFix what is justified. Say why you leave the rest. End with a summary of what you changed.",
        },
      },
      entryStage: "implement",
    },
    reviewer: {
      description: "Looks for mistakes; changes nothing.",
      profile: "codex",
      persistSession: true,
      promptTemplate:
        "Review the work of another agent. Change no file.\n\nThe task:\n{{input}}\n\nIts summary:\n{{previousOutput}}\n{{#if modifiedFiles}}\nChanged files:\n{{modifiedFiles}}\n{{/if}}\nRead the changes and run the tests. Report mistakes with file and line. If nothing has to be changed, end with [APPROVED].",
    },
  },
  templates: {
    review: {
      description: "One agent does the task, another one reviews it until it is approved.",
      agents: ["coder", "reviewer"],
      transitions: [
        { from: "coder", to: "reviewer", condition: { type: "always" } },
        {
          from: "reviewer",
          to: "coder:revise",
          condition: { type: "convergence", marker: "[APPROVED]", maxIterations: 3 },
        },
      ],
      entryAgent: "coder",
      maxTotalSteps: 8,
    },
  },
};
