/** Files written by `awk` and `sed` scripts. `shell/wrappers/escapes.ts` covers the commands they run. */
import { awkPrograms, readAwkScript } from "../../code/awk-script.js";
import { endlessCode } from "../../code/endless-code.js";
import { isStandardStream } from "../../code/script-acts.js";
import { readSedScript, sedScripts } from "../../code/sed-script.js";
import { equivalentProgram, writing } from "../../model/equivalent-program.js";
import type { Program } from "../contract.js";

const SEDS = new Set(["sed", "gsed"]);

const textScripts: Program = {
  names: ["awk", "gawk", "mawk", "nawk", ...SEDS],
  effects: () => [],
  further({ args, cwd, through, runs, words, program }) {
    const acts = SEDS.has(program!)
      ? sedScripts(args).scripts.map(readSedScript)
      : awkPrograms(args).programs.map(readAwkScript);
    const written = new Map(acts.flatMap((one) => one?.writes ?? []).map((write) => [JSON.stringify(write), write]));
    const scripts = SEDS.has(program!) ? [] : awkPrograms(args).programs;
    const printed = scripts.some((script) => /\bin\s{1,8}ENVIRON\b/.test(script));
    const origin = { cwd, through, runs, words };
    const endless = scripts.map(endlessCode).find((one) => one !== undefined);
    return {
      ...(endless === undefined ? {} : { effects: [{ ...endless, words }] }),
      invocations: [
        ...(printed ? [equivalentProgram("printenv", [], origin)] : []),
        ...[...written.values()]
          .filter(({ file }) => !isStandardStream(file))
          .map(({ file, appends }) => writing(file, appends ? "write" : "overwrite", origin)),
      ],
      unclear: [],
    };
  },
};

export default textScripts;
