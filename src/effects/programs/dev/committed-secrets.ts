/** Files with secrets that are added to a repository. */
import { subcommandOf } from "../../git/subcommand.js";
import type { Effect } from "../../model/effect.js";
import type { Invocation } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { absolute } from "../../paths/paths.js";
import { isSensitive } from "../../paths/sensitive.js";
import { optionValues } from "../../services/options.js";
import type { Program } from "../contract.js";

const committedSecrets: Program = {
  names: ["git", "docker", "podman", "nerdctl", "buildah"],
  effects(invocation, where) {
    if (invocation.program !== "git") return builtIn(invocation);
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
      const what =
        isSensitive(absolute(word.text, where, invocation.cwd) ?? word.text) ??
        (SECRET_FOLDER.test(word.text) && !SEALED.test(word.text) ? "a file with secrets" : undefined);
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

const SECRET_FOLDER =
  /(?:^|\/)(?:secrets?|credentials?|private[-_]?keys?)\/[^/]{1,100}\.(?:json|ya?ml|toml|ini|plain|txt|env|conf|properties|xml)$/i;
const SEALED = /example|sample|template|dist|schema|test|fixture|mock|\.enc(?:rypted)?\.|sealed|sops|\.gpg|\.age/i;
const SECRET_ARGUMENT =
  /^(?!.{0,60}(?:PUBLIC|PUBLISHABLE|CACHE|_ID|_URL|_FILE|_PATH)(?:_|=))[A-Z0-9_]{0,60}(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIALS)[A-Z0-9_]{0,20}=./;

/** `docker build --build-arg NPM_TOKEN=…`: everyone who has the image can read it in its history. */
function builtIn(invocation: Invocation): Effect[] {
  if (!invocation.args.slice(0, 4).some(({ text }) => text === "build" || text === "bud")) return [];
  if (!optionValues(invocation, ["--build-arg"]).some((value) => SECRET_ARGUMENT.test(value))) return [];
  return [
    effectOf(invocation, {
      kind: "send",
      severity: "risky",
      what: "stores a secret in the history of an image",
      instead: "mount it for the build only: `docker build --secret id=npmrc,src=$HOME/.npmrc .`",
    }),
  ];
}
