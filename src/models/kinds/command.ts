/** Any program that judges: the question on its stdin, the answer in its output. What it may do is the user's choice. */
import type { ModelKind } from "../contract.js";
import { noAnswer, notReached, programFailure } from "../failures.js";

const command: ModelKind = {
  overheadTokens: 4_000,
  readingTokens: 20_000,
  async ask({ settings, system, text, folder, signal }, transport) {
    if (settings.program === undefined) return noAnswer("it has no `program`");
    const ran = await transport.run({
      program: settings.program,
      args: settings.args,
      folder,
      stdin: `${system}\n\n${text}`,
      passEnv: settings.passEnv,
      signal,
    });
    if ("failure" in ran) return notReached(ran);
    if (ran.exitCode !== 0) return programFailure(settings.program, ran);
    return { ok: true, text: ran.stdout };
  },
};

export default command;
