/** Manual edits of lock files, whose checksums prevent swapped packages. */
import { effectOf } from "../../model/make-effect.js";
import type { Program } from "../contract.js";

const LOCK =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|flake\.lock|\.terraform\.lock\.hcl|requirements\S{0,40}\.txt)$/;
const SWAPS = /integrity|resolved|checksum|sha(?:1|256|512)|hash|\bdel\(|registry|https?:\/\//i;
const FROM = /^(?:s(.)\^?\s{0,4}FROM [^\n]{1,100}\1FROM [\w.-]{1,60}\/)/;

const lockEdits: Program = {
  names: ["sed", "gsed", "perl", "jq", "yq", "sd"],
  effects(invocation) {
    const { args, program } = invocation;
    const words = args.map(({ text }) => text);
    const locks = words.some((word) => LOCK.test(word));
    const image =
      words.some((word) => /(?:^|\/)(?:Dockerfile|Containerfile)\S{0,40}$/.test(word)) &&
      words.some((word) => FROM.test(word));
    const script = words.join("\n").slice(0, 5000);
    const manifest =
      words.some((word) => /(?:^|\/)(?:package\.json|composer\.json|pyproject\.toml)$/.test(word)) &&
      (/"(?:npm:|git\+|git:|github:|https?:\/\/)[^"]{3,200}/.test(script) ||
        /(?:(?:pre|post)?install|prepare)\b[^\n]{0,40}(?:curl|wget|https?:|\|\s{0,4}(?:ba)?sh|base64|node -e)/.test(
          script,
        ));
    const edits =
      program === "jq" || program === "sd" || words.some((word) => /^(?:-[a-zA-Z0-9]{0,6}i|--in-?place)/.test(word));
    const swaps = words.some(
      (word) => !LOCK.test(word) && SWAPS.test(word) && (program !== "jq" || /\bdel\(|=/.test(word)),
    );
    if (!edits || !(image || manifest || (locks && swaps))) return [];
    return [
      effectOf(invocation, {
        kind: "remote-code",
        severity: "risky",
        certainty: "likely",
        what: image
          ? "changes the base image to one of another owner"
          : manifest
            ? "makes the project install a package, or run a script, from another source"
            : "changes package checksums or URLs by hand",
        instead: "run the package manager to update the file: `npm install`",
      }),
    ];
  },
};

export default lockEdits;
