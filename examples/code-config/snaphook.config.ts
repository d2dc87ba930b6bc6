import { ask, defineConfig, defineHook, deny } from "snaphook";
import { isSecret, leavesProject } from "./paths.js";

export default defineConfig({
  hooks: [
    defineHook({
      id: "secrets",
      event: "PreToolUse",
      matcher: "Read|Write|Edit",
      guard: true,
      run({ tool_input, cwd = process.cwd() }) {
        const path = String(tool_input["file_path"] ?? "");
        if (isSecret(path)) return deny(`${path} holds secrets.`);
        return leavesProject(path, cwd) ? ask(`${path} is outside the project.`) : undefined;
      },
    }),
  ],
});
