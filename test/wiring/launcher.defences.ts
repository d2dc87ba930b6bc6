import { checkDefences } from "../support/without-defence.js";

const script = "src/runtime/wiring/launcher-script.ts";

checkDefences({
  tests: ["test/wiring/launcher.test.ts"],
  defences: [
    {
      defence: "proof",
      file: script,
      find: `[0-9][0-9][0-9]) ;; *) return ;; esac`,
      replace: `*) ;; *) say "$out" 0 ;; esac`,
    },
    { defence: "outermost object", file: script, find: `":a",`, replace: `` },
    {
      defence: "whole copy",
      file: "src/cli/doctor/launcher.ts",
      find: "if (!isWhole(facts.program))",
      replace: "if (false)",
    },
  ],
});

const copy = "src/runtime/wiring/program-copy.ts";

checkDefences({
  tests: ["test/wiring/install-durable.test.ts"],
  defences: [
    { defence: "synced copy", file: copy, find: "    syncAll(copy);\n", replace: "" },
    {
      defence: "synced folders",
      file: copy,
      find: "for (const parent of [versions, dirname(versions)]) syncPath(parent);",
      replace: "",
    },
  ],
});
