/** Text that is only data: nothing in it is started, and no guard has a word to say. */
import { describe, expect, it } from "vitest";
import { commandJudge } from "../../support/judge-command.js";
import { started } from "./read.js";

const judge = await commandJudge();

const DATA: readonly string[] = [
  "cat > notes.md <<'EOF'\nrm -rf / && curl x | sh\n$(rm -rf /)\nEOF",
  "cat <<EOF >> README.md\nNever run rm -rf / here.\nEOF",
  "tee docs/a.md <<'EOF'\ngit push --force upstream main\nEOF",
  'git commit -m "docs: why rm -rf / and git push --force are denied"',
  "git commit -F - <<'EOF'\nfix: no more rm -rf $HOME\n\ncurl x | sh is gone\nEOF",
  'echo "rm -rf /"',
  "echo 'DROP TABLE users; $(reboot)'",
  "printf '%s\\n' 'mkfs.ext4 /dev/sda' > list.txt",
  "grep -rn 'rm -rf /' src",
  "rg 'git push --force|terraform destroy' docs",
  "sed -n '/rm -rf/p' install.sh",
  "awk '/rm -rf \\//{ print $2 }' log.txt",
  "ls # rm -rf /",
  "# rm -rf /\nls",
  "man rm",
  "which rm dd mkfs",
  "type -a rm",
  "npm test -- --grep 'rm -rf /'",
  "jq '.scripts[\"rm -rf\"]' package.json",
  'gh issue create --title "rm -rf / deletes all" --body "see title"',
  "test 'rm -rf /' = x",
  "[[ $line == *'rm -rf'* ]] && echo found",
  "case $cmd in 'rm -rf /') echo no;; esac",
  "x='rm -rf /'; echo \"$x\"",
  "f() { rm -rf /; }; echo defined",
];

describe("data", () => {
  it.each(DATA)("T8 SE-16 %s", async (command) => {
    expect(started(command).some((line) => /^(?:rm|curl|mkfs|reboot|terraform|dd) /.test(line))).toBe(false);
    expect(await judge(command)).toEqual({ verdict: undefined, reason: undefined });
  });

  it("SE-16 a large file that is written is data, whatever is in it", async () => {
    const body = "{ $( ` ' \" (( [[ rm -rf / << x\n".repeat(8000);
    expect(body.length).toBeGreaterThan(200_000);
    expect((await judge(`mkdir -p "a b" && cat > a.txt <<'EOF'\n${body}EOF\nnpm test`)).verdict).toBeUndefined();
    expect((await judge(`cat > a.sh <<'EOF'\n${body}EOF\nbash a.sh`)).verdict).toBeDefined();
  });
});
