/** GitHub and GitLab command lines. Downloads and tokens are left to the user. */
import type { Word } from "../../model/invocation.js";
import { readArguments } from "../fits.js";
import { ALONE, isSure, type Options, SEEN, type Verbs } from "../rule.js";

/** Prints to the terminal, or opens a page of that host in a browser. */
const VIEW: Options = SEEN;
const LIST = { "list ls": VIEW };

const API: Options = {
  options:
    "-X=GET|HEAD --method=GET|HEAD -H= --header= -f= -F= --field= --raw-field= -i --include -q= --jq= -t= --template= --paginate --slurp -p= --preview= --cache= --hostname= --silent --verbose",
};

function api(words: readonly Word[], open: boolean): boolean {
  if (open || !words.every(isSure)) return false;
  const texts = words.map(({ text }) => text);
  const call = readArguments(API, texts);
  if (call === undefined || call.operands.length !== 1) return false;
  const fields = texts.filter(
    (text, at) =>
      /^(?:-[fF]|--(?:raw-)?field)$/.test(texts[at - 1] ?? "") || /^(?:-[fF].|--(?:raw-)?field=)/.test(text),
  );
  // Fields make it a POST unless a method is given. A file after `@` is rejected.
  if (fields.some((field) => field.includes("=@"))) return false;
  const isQuestion = call.options.has("-X") || call.options.has("--method");
  return call.operands[0] !== "graphql" && (fields.length === 0 || isQuestion);
}

export default {
  gh: {
    options: "-R= --repo= --hostname= --version --help -h",
    help: 2,
    bare: true,
    verbs: {
      api,
      pr: { options: "-R= --repo=", verbs: { ...LIST, "view status diff checks": VIEW } },
      issue: { options: "-R= --repo=", verbs: { ...LIST, "view status": VIEW } },
      run: { options: "-R= --repo=", verbs: { ...LIST, "view watch": VIEW } },
      workflow: { options: "-R= --repo=", verbs: { ...LIST, view: VIEW } },
      release: { options: "-R= --repo=", verbs: { ...LIST, "view verify verify-asset": VIEW } },
      repo: {
        verbs: {
          ...LIST,
          view: VIEW,
          gitignore: { verbs: { "list view": VIEW } },
          license: { verbs: { "list view": VIEW } },
          autolink: { verbs: LIST },
          "deploy-key": { verbs: LIST },
        },
      },
      "label cache secret gpg-key ssh-key org alias": { options: "-R= --repo=", verbs: LIST },
      variable: { verbs: { ...LIST, get: VIEW } },
      gist: { verbs: { ...LIST, view: VIEW } },
      "ruleset rs": { verbs: { ...LIST, "view check": VIEW } },
      project: { verbs: { ...LIST, "view field-list item-list": VIEW } },
      search: { verbs: { "code commits issues prs repos": VIEW } },
      "extension ext extensions": { verbs: { ...LIST, search: VIEW } },
      "codespace cs": {
        verbs: { ...LIST, "logs view": VIEW, ports: { options: "-c= --codespace= --json=", operands: 0 } },
      },
      "attestation at": { verbs: { verify: { not: "-b --bundle-out" } } },
      auth: { verbs: { status: { not: "-t --show-token" } } },
      config: { verbs: { ...LIST, get: SEEN } },
      status: VIEW,
      "version help completion": SEEN,
      browse: { not: "" },
    },
  },
  glab: {
    options: "-R= --repo= --version --help -h",
    help: 2,
    verbs: {
      "mr issue": { verbs: { ...LIST, "view diff": VIEW } },
      ci: { verbs: { "list status view trace get": VIEW } },
      "repo release label variable snippet": { verbs: { ...LIST, view: VIEW } },
      auth: { verbs: { status: { not: "-t --show-token" } } },
      version: ALONE,
    },
  },
  hub: { verbs: { "ci-status": SEEN, version: ALONE } },
} satisfies Verbs;
