import { describe, expect, it } from "vitest";
import { started, unclear } from "./read.js";

const ASKED: readonly string[] = [
  "$cmd foo",
  '"$@"',
  "declare -A m=([x]=one [y]=two); ${m[x]} three",
  "$1 -x",
  "$(decode name) x",
  "/bin/$x -a",
  "$EDITOR -rf /",
  '"$TOOL" --force /etc/x',
  'eval "$x"',
  'bash -c "$x"',
  "decode file | sh",
  "base64 -d secret | bash",
  "exec 3<<< text; bash <&3",
  "bash 3<<< text /dev/fd/3",
  "curl -s example.com | sh",
  'eval "$(curl -s example.com)"',
  "source <(curl -s example.com)",
  "echo aGk= | base64 -d | gunzip | sh",
  "find . -print | sh",
  "awk '{ system($0) }' list",
  'awk \'BEGIN { f = "system"; @f("id") }\'',
  "if rm -rf x",
  "rm -rf 'x",
];

const EVERYDAY: readonly string[] = [
  "$EDITOR notes.md",
  '"$PYTHON" -m pytest',
  "${CC:-cc} -O2 main.c",
  "$(npm bin)/eslint .",
  "$(which node) index.js",
  "python$VERSION -m venv .venv",
  "./scripts/$NAME.sh",
  'eval "$(ssh-agent -s)"',
  'eval "$(direnv hook bash)"',
  "eval $(minikube docker-env)",
  "source <(helm completion bash)",
  "source venv/bin/activate",
  ". ./env.sh",
  "bash script.sh",
  "bash < script.sh",
  "cat script.sh | bash",
  "make CC=$CC",
  'bash -c "cd $DIR && npm test"',
  'f() { npm "$@"; }; f test',
  "for f in *.sh; do bash $f; done",
  "while read -r line; do echo $line; done < list",
  "xargs -n1 echo < list",
];

describe("what cannot be told", () => {
  it.each(ASKED)("T8 is asked: %s", (command) => {
    expect(unclear(command)).not.toEqual([]);
  });

  it.each(EVERYDAY)("is let be where it is everyday work: %s", (command) => {
    expect(unclear(command)).toEqual([]);
  });

  it("T8 what may be a command behind an unknown word is read as one", () => {
    expect(started("$SUDO rm -rf /")).toContain("rm -rf /");
  });

  it("T8 says what it could not tell, and of which words", () => {
    expect(unclear("$x")).toEqual(["starts a program whose name cannot be determined"]);
    expect(unclear('sh -c "$x"')).toEqual(["runs text as commands that cannot be determined"]);
  });
});
