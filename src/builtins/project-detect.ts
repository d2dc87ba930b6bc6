/** Detects a new project: its `_meta.yaml` was written, or the CLI created it (BI-O9). */
import { basename, dirname, join } from "node:path";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { invocationsOf } from "./_shared/calls/invocations-of.js";
import { orionFlag, orionWords } from "./_shared/calls/orion-cli.js";
import { fileOf, hasFailed } from "./_shared/calls/tool-call.js";
import { optionPath } from "./_shared/paths/option-path.js";
import { PROJECTS_OPTION } from "./_shared/paths/project-folders.js";
import { changeConversation, conversationOf } from "./_shared/text/conversation.js";

const OPTIONS = { folder: PROJECTS_OPTION } satisfies BuiltinOptions;

const projectDetect: Builtin = {
  name: "project-detect",
  summary:
    "Fires orion:projectContextChange when a project's _meta.yaml is written or the orion CLI creates a project.",
  from: "orion",
  example: { event: "PostToolUse", builtin: "project-detect", options: { folder: "~/notes/Projects" } },
  events: ["PostToolUse"],
  match: { subject: { kind: "literals", exact: ["Write", "Edit", "MultiEdit", "Bash"] } },
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { folder = OPTIONS.folder.default }, services) {
    const projects = optionPath(folder, surroundings);
    return async (payload) => {
      if (hasFailed(payload)) return;
      const path = payload["tool_name"] === "Bash" ? made() : written();
      if (path === undefined) return;
      await changeConversation(services, conversationOf(payload), () => ({ project: path }));
      const detectedBy = payload["tool_name"] === "Bash" ? "cli" : "file";
      services.emit("orion:projectContextChange", { projectPath: path, projectName: basename(path), detectedBy });

      function written(): string | undefined {
        const file = fileOf(payload, surroundings);
        if (file === undefined || basename(file) !== "_meta.yaml") return undefined;
        return dirname(dirname(file)) === projects ? dirname(file) : undefined;
      }

      /** Without a name, the directory of the new project is unknown. */
      function made(): string | undefined {
        for (const call of invocationsOf(payload, surroundings)) {
          const [group, action, ...rest] = orionWords(call);
          if (group !== "para" || action !== "create-entity" || orionFlag(call, "type") !== "project") continue;
          return join(projects, basename(orionFlag(call, "name") ?? rest[0] ?? "") || ".");
        }
        return undefined;
      }
    };
  },
};

export default projectDetect;
