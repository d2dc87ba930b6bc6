/** Package registries. Unpublishing and ownership changes affect every user; publishing is everyday work. */
import type { Cli } from "../../services/cli.js";
import { serviceProgram } from "../../services/judge.js";

const TAKES_BACK = ["risky", "removes a published package that others depend on"] as const;
const HANDS_OVER = ["risky", "changes who may publish a package"] as const;
const INSTEAD = "see what is published (`npm view`), publish a fixed version, and ask the user to withdraw the old one";

const registry = (names: readonly string[], rules: Cli["rules"]): Cli => ({
  names,
  where: "in a package registry",
  depth: 2,
  rules: { ...rules, "*": "ordinary" },
  instead: INSTEAD,
});

export default serviceProgram([
  registry(["npm", "pnpm", "yarn", "bun", "cnpm", "tnpm"], {
    "unpublish --force|-f": ["destructive", "removes a package and all its versions from the registry"],
    "unpublish|deprecate|undeprecate": TAKES_BACK,
    "npm unpublish|deprecate": TAKES_BACK,
    "owner|author add|rm|remove": HANDS_OVER,
    "npm owner|access": HANDS_OVER,
    "access grant|revoke|edit": HANDS_OVER,
    "team rm|destroy": HANDS_OVER,
    "token revoke|delete|rm": ["risky", "revokes a registry token"],
    "org rm": HANDS_OVER,
    "dist-tag|dist-tags rm|add|set": ["risky", "changes which version people get"],
    "access set status=public": HANDS_OVER,
    "access public|2fa-not-required": HANDS_OVER,
    "npm tag": ["risky", "changes which version users install"],
  }),
  registry(
    [
      "cargo",
      "gem",
      "pio",
      "wapm",
      "hex",
      "jsr",
      "paket",
      "vsce",
      "ovsx",
      "lerna",
      "nuget",
      "dotnet",
      "pod",
      "luarocks",
      "conan",
    ],
    {
      "* --undo": "ordinary",
      "yank|unpublish|unyank": TAKES_BACK,
      "pkg unpublish": TAKES_BACK,
      "owner --add|-a|--remove|-r": HANDS_OVER,
      "owner add|remove": HANDS_OVER,
      "trunk delete|deprecate|add-owner|remove-owner": TAKES_BACK,
      "nuget delete": TAKES_BACK,
      "delete *": TAKES_BACK,
      "hex.publish --revert": TAKES_BACK,
    },
  ),
  registry(["mix"], {
    "hex.publish --revert": TAKES_BACK,
    "hex.retire": TAKES_BACK,
    "hex.owner add|remove|transfer": HANDS_OVER,
  }),
  registry(["crane", "gcrane", "skopeo", "regctl", "oras", "cosign", "hub-tool"], {
    "delete|clean": ["risky", "deletes images that others may use"],
    "tag * *": ["risky", "changes which image people get by a name"],
    "tag|image|repo|manifest|blob|registry rm|delete": ["risky", "deletes images that others may use"],
  }),
]);
