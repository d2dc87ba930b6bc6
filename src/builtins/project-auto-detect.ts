/** Detects the project of a conversation by names in its first prompt (BI-O8). */
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { optionPath } from "./_shared/paths/option-path.js";
import { PROJECTS_OPTION, type ProjectFolder, projectFolders } from "./_shared/paths/project-folders.js";
import { changeConversation, conversationOf } from "./_shared/text/conversation.js";
import { asWords, hasWords } from "./_shared/text/whole-words.js";

const OPTIONS = { folder: PROJECTS_OPTION } satisfies BuiltinOptions;

/** Shorter names are common words. */
const SHORTEST = 4;

const projectAutoDetect: Builtin = {
  name: "project-auto-detect",
  summary: "Fires orion:projectContextChange when the first prompt of a conversation names one of your projects.",
  from: "orion",
  example: { event: "UserPromptSubmit", builtin: "project-auto-detect", options: { folder: "~/notes/Projects" } },
  events: ["UserPromptSubmit"],
  match: {},
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { folder = OPTIONS.folder.default }, services) {
    return async (payload) => {
      const { prompt } = payload;
      if (typeof prompt !== "string") return;
      const id = conversationOf(payload);
      if (!(await isFirst(id))) return;
      const projects = await projectFolders(optionPath(folder, surroundings), services.now());
      const project = onlyNamed(projects, prompt);
      if (project === undefined) return;
      await changeConversation(services, id, () => ({ project: project.path }));
      services.emit("orion:projectContextChange", {
        projectPath: project.path,
        projectName: project.name,
        confidence: "high",
        detectedBy: "prompt",
      });
    };

    async function isFirst(id: string): Promise<boolean> {
      let first = true;
      await services.state.update(`project-auto-detect:${id}`, (old) => {
        first = old === undefined;
        return old ?? services.now();
      });
      return first;
    }
  },
};

/** Certain only if exactly one name occurs as whole words; of "app" and "app mobile" the longer one counts. */
function onlyNamed(projects: readonly ProjectFolder[], prompt: string): ProjectFolder | undefined {
  const words = asWords(prompt);
  const named = projects.filter(({ name }) => name.length >= SHORTEST && hasWords(words, name));
  const whole = named.filter(
    ({ name }) => !named.some((other) => other.name !== name && hasWords(asWords(other.name), name)),
  );
  return whole.length === 1 ? whole[0] : undefined;
}

export default projectAutoDetect;
