/** Files with secrets that are added to a repository. */
import { subcommandOf } from "../../git/subcommand.js";
import { effectOf } from "../../model/make-effect.js";
import { absolute } from "../../paths/paths.js";
import { isSensitive } from "../../paths/sensitive.js";
import type { Program } from "../contract.js";

const committedSecrets: Program = {
  names: ["git"],
  effects(invocation, where) {
    const call = subcommandOf(invocation);
    if (call === undefined || !/^(?:add|stage|commit)$/.test(call.name)) return [];
    if (call.args.some(({ text }) => /^(?:-n|--dry-run|--help)$/.test(text))) return [];
    const all = call.args.some(({ text }) => /^(?:-[a-zA-Z]{0,4}A[a-zA-Z]{0,4}|--all|\.|\*|:\/)$/.test(text));
    if (
      call.name !== "commit" &&
      all &&
      call.args.some(({ text }) => /^(?:-[a-zA-Z]{0,4}f[a-zA-Z]{0,4}|--force)$/.test(text))
    )
      return [
        effectOf(invocation, {
          kind: "send",
          severity: "risky",
          certainty: "likely",
          what: "adds ignored files to the repository, such as files with secrets",
          instead: "add files by name: `git add src/app.ts`",
        }),
      ];
    return call.args.flatMap((word, at) => {
      const isValue = /^(?:-[a-zA-Z]{0,6}[mFcCt]|--(?:message|file|author|date|template))$/.test(
        call.args[at - 1]?.text ?? "",
      );
      if (isValue || word.text.startsWith("-")) return [];
      const what = isSensitive(absolute(word.text, where, invocation.cwd) ?? word.text);
      if (what === undefined) return [];
      return [
        effectOf(invocation, {
          kind: "send",
          severity: "risky",
          what: `adds ${what} to the repository, where everyone with access can read it`,
          instead: "exclude it (`git check-ignore .env`), and commit names without values",
        }),
      ];
    });
  },
};

export default committedSecrets;
