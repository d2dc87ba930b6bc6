/** Spoiled command lines: an answer within the limits, never a throw or a hang. */
import { it } from "vitest";
import { analyseCommand } from "../../src/effects/analyse.js";
import { readCommand, readPowerShellCommand } from "../../src/effects/shell/read-command.js";
import { generate } from "../effects/differential/generate.js";
import { OTHER_COMMANDS, SIMPLE_COMMANDS } from "../effects/rewrites/destructive-commands.js";
import { REWRITES } from "../effects/rewrites/kinds.js";
import { HARD_TEXTS, mutateBytes } from "./mutate.js";
import type { Random } from "./random.js";
import { fuzz } from "./runs.js";

const WHERE = { cwd: "/home/dev/project", project: "/home/dev/project", home: "/home/dev", platform: "linux" };
const PIECES: readonly string[] = [
  ..."( ) { } [ ] [[ ]] (( )) ; ;; & && | || |& < > << <<- <<< >& &> ` ' \" $ $( $(( ${ <( >( $' \\ ! # ~ * ? = += @ : % , -".split(
    " ",
  ),
  ..."if then elif else fi for in do done while until case esac function select coproc time".split(" "),
  ...'sudo env xargs find -exec {} \\; sh -c bash eval source . cd rm -rf / git -c alias.x= trap read set -- "$@" $1 $x ${x:-y} ${x//a/b} ${!x}'.split(
    " ",
  ),
  "\n",
  " ",
  "\t",
  "EOF",
  "<<'EOF'\n",
  "\nEOF\n",
];

function line(random: Random): string {
  const command = random.pick([...SIMPLE_COMMANDS, ...OTHER_COMMANDS]);
  switch (random.int(4)) {
    case 0:
      return random.pick(REWRITES).write(command, (most) => random.int(most));
    case 1:
      return generate(random);
    case 2:
      return Array.from({ length: 1 + random.int(40) }, () => random.pick(PIECES)).join(random.pick(["", " ", " "]));
    default:
      return `${command}${random.pick(PIECES)}${random.pick(HARD_TEXTS)}${random.pick(PIECES)}${command}`;
  }
}

it("T8 any text gets an answer as a command line", { timeout: 3_600_000 }, () =>
  fuzz({
    name: "shell",
    share: 0.02,
    make: (random) => mutateBytes(random, Buffer.from(line(random))),
    check(input) {
      const text = input.toString("utf8");
      const { invocations, unclear } = readCommand(text, WHERE);
      for (const { words, name, args } of invocations)
        if ([words, name.text, ...args.map((word) => word.text)].some((one) => typeof one !== "string"))
          throw new Error("a word is no text");
      if (invocations.length > 500 && unclear.length === 0) throw new Error("beyond the limits, and nothing unclear");
      analyseCommand(text, WHERE);
      readPowerShellCommand(text, WHERE);
    },
  }),
);
