import { linkSync, mkdirSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/text/json.js";
import { BuiltinPlace } from "../support/builtin-place.js";

const NAME = "self-protection";

/** Ways to change a file from a shell; FILE is its path, NAME its name, DIR its folder. */
const COMMANDS: readonly string[] = [
  "echo x > FILE",
  "echo x >> FILE",
  "echo x >| FILE",
  "echo x &> FILE",
  ": > FILE",
  "> FILE",
  "cat <<'EOF' > FILE\n{}\nEOF",
  "cat > FILE <<< '{}'",
  "{ echo a; echo b; } > FILE",
  "(echo a) > FILE",
  "if true; then echo x > FILE; fi",
  "for i in 1 2; do echo $i >> FILE; done",
  "while read -r x; do echo $x; done < in > FILE",
  "f() { echo x > FILE; }; f",
  "true && echo x > FILE",
  "false || echo x > FILE",
  "echo x | tee FILE",
  "echo x | tee -a FILE",
  "echo x | tee other FILE > /dev/null",
  "echo x | sudo tee FILE",
  "sed -i s/a/b/ FILE",
  "sed -i.bak -e s/a/b/ FILE",
  "sed --in-place s/a/b/ FILE",
  "sed -n 'w FILE' in",
  "perl -pi -e s/a/b/ FILE",
  "perl -i -pe 's/a/b/' FILE",
  "ruby -i -pe 'x' FILE",
  "awk '{ print > \"FILE\" }' in",
  "gawk -i inplace '{ print }' FILE",
  "mv other FILE",
  "mv FILE other",
  "mv -f other FILE",
  "mv -t DIR NAME",
  "cp other FILE",
  "cp -f other FILE",
  "cp -t DIR NAME",
  "cp NAME DIR/",
  "cp NAME DIR",
  "install -m 644 other FILE",
  "install -D other FILE",
  "ln -sf other FILE",
  "ln other FILE",
  "ln FILE other && echo x > other",
  "ln -s FILE other; echo x > other",
  "dd if=other of=FILE",
  "truncate -s 0 FILE",
  "rm FILE",
  "rm -f -- FILE",
  "unlink FILE",
  "shred -u FILE",
  "find DIR -name NAME -delete",
  "find DIR -name NAME -exec rm {} +",
  "find FILE -exec sh -c 'echo x > FILE' ;",
  "rm -rf DIR",
  "mv DIR other",
  "chmod 777 FILE",
  "chmod -R a+w DIR",
  "chown nobody FILE",
  "touch FILE",
  "python -c \"open('FILE', 'w').write('x')\"",
  "python3 -c \"import os; os.remove('FILE')\"",
  "python3 -c \"from pathlib import Path; Path('FILE').write_text('x')\"",
  "python3 -c \"import shutil; shutil.copy('other', 'FILE')\"",
  "python3 -c \"import os; os.system('echo x > FILE')\"",
  "python3 - <<'EOF'\nopen('FILE', 'w').write('x')\nEOF",
  "python3 <<'EOF'\nimport json\nd = '''FILE'''\nwith open(d, 'w') as f: json.dump({}, f)\nEOF",
  "node -e \"require('fs').writeFileSync('FILE', 'x')\"",
  "node -e \"require('fs').rmSync('FILE')\"",
  "node -e \"require('child_process').execSync('rm FILE')\"",
  "node --eval=\"require('fs').appendFileSync('FILE', 'x')\"",
  "perl -e \"unlink 'FILE'\"",
  "perl -e 'open(F, \">FILE\"); print F 1'",
  "ruby -e \"File.write('FILE', 'x')\"",
  "ruby -e \"require 'fileutils'; FileUtils.rm_rf('DIR')\"",
  "php -r \"file_put_contents('FILE', 'x');\"",
  "lua -e \"os.remove('FILE')\"",
  "git checkout HEAD~1 -- FILE",
  "git checkout -- FILE",
  "git restore FILE",
  "git restore --source main FILE",
  "git rm -f FILE",
  "git mv FILE other",
  "git show HEAD:x > FILE",
  "patch FILE < other",
  "patch FILE other.diff",
  "patch -p0 <<'EOF'\n--- FILE\n+++ FILE\n@@ -1 +1 @@\n-a\n+b\nEOF",
  "tar xf a.tar -C DIR",
  "cd DIR && tar xf a.tar",
  "unzip -o a.zip -d DIR",
  "rsync other FILE",
  "rsync -a others/ DIR/",
  "cp -r others/. DIR",
  "curl -o FILE https://x.test/a",
  "curl -sSL https://x.test/a --output FILE",
  "wget -O FILE https://x.test/a",
  "jq . other > FILE",
  "yq -i .a=1 FILE",
  "sort other -o FILE",
  "ed FILE <<< 'w'",
  "vim -es -c 'wq' FILE",
  "sqlite3 FILE 'delete from x'",
  "openssl enc -d -in other -out FILE",
  "gzip FILE",
  "npx prettier --write FILE",
  "some-tool --config FILE",
  "./script.sh FILE",
  "cd DIR && echo x > NAME",
  "cd DIR; rm NAME",
  "pushd DIR && sed -i s/a/b/ NAME",
  "(cd DIR; echo x > ./NAME)",
  "f=FILE; echo x > $f",
  'f=FILE && echo x > "$f"',
  "d=DIR; rm -rf ${d}",
  "export F=FILE; echo x > $F",
  "bash -c 'echo x > FILE'",
  'sh -c "rm -f FILE"',
  "eval 'echo x > FILE'",
  "sudo rm FILE",
  "sudo -u root sh -c 'echo > FILE'",
  "env A=1 rm FILE",
  "nohup rm FILE &",
  "timeout 5 rm FILE",
  "nice -n 5 cp other FILE",
  "echo FILE | xargs rm",
  "xargs rm <<< FILE",
  "bash <<'EOF'\necho x > FILE\nEOF",
  "echo 'echo x > FILE' | sh",
  "\\rm FILE",
  "command rm FILE",
  "/bin/rm FILE",
  "r''m FILE",
  "rm 'FILE'",
  "echo x > $'FILE'",
  "time rm FILE",
  "! rm FILE",
  "rm other FILE another",
  "exec 3> FILE; echo x >&3",
  "tee < other FILE",
  "ls > FILE 2>&1",
];

/** The same by other tools. */
const TOOLS: readonly (readonly [string, (file: string) => JsonObject])[] = [
  ["Write", (file_path) => ({ file_path, content: "x" })],
  ["Edit", (file_path) => ({ file_path, old_string: "a", new_string: "b" })],
  ["MultiEdit", (file_path) => ({ file_path, edits: [] })],
  ["NotebookEdit", (notebook_path) => ({ notebook_path })],
  ["Delete", (file_path) => ({ file_path })],
  ["Move", (destination) => ({ source: "a", destination })],
  ["Edit", (file) => ({ command: `*** Begin Patch\n*** Delete File: ${file}\n*** End Patch`, file_paths: [file] })],
  ["mcp__fs__write_file", (path) => ({ path, content: "x" })],
  ["mcp__fs__delete", (path) => ({ path })],
  ["mcp__git__apply_patch", (file) => ({ patch: `--- ${file}\n+++ ${file}\n@@ -1 +1 @@\n` })],
  ["mcp__shell__run", (file) => ({ command: `rm ${file}` })],
  ["mcp__shell__exec", (file) => ({ cmd: "rm", args: ["-f", file] })],
  ["mcp__py__run", (file) => ({ language: "python", code: `open(${JSON.stringify(file)}, "w")` })],
  ["PowerShell", (file) => ({ command: `Set-Content -Path '${file}' -Value x` })],
  ["PowerShell", (file) => ({ command: `Remove-Item '${file}'` })],
  ["Monitor", (file) => ({ command: `echo x > ${file}` })],
];

const options = { also: ["scripts/check.sh"] };

/** What is there and what is not, of the person and of the project. */
function protectedFiles(place: BuiltinPlace): string[] {
  const { home, project } = place;
  const { config, data, state, cache } = place.surroundings;
  return [
    place.write(join(data, "trust/record.json")),
    join(data, "bin/launch"),
    join(state, "daemon/hooks.sock"),
    place.write(join(state, "store/events.db")),
    join(cache, "plans/x.json"),
    "/etc/snaphook/hooks.json",
    place.write(join(config, "hooks.json")),
    join(config, "overrides.json"),
    place.write(join(project, ".snaphook/hooks.json")),
    join(project, "packages/a/.snaphook/hooks.d/x.json"),
    place.write(join(project, "scripts/check.sh")),
    place.write(join(home, ".claude/settings.json")),
    join(project, ".claude/settings.local.json"),
    join(home, ".codex/config.toml"),
    place.write(join(project, ".codex/hooks.json")),
    join(home, ".gemini/settings.json"),
    join(project, ".cursor/hooks.json"),
    join(home, ".config/opencode/plugin/x.ts"),
    join(home, ".pi/agent/extensions/x.ts"),
    join(project, ".github/hooks/x.json"),
  ];
}

class Vectors extends BuiltinPlace {
  readonly files: readonly string[];

  constructor() {
    super();
    this.files = protectedFiles(this);
  }

  run(command: string, cwd = this.project) {
    return this.call(NAME, "Bash", { command }, { options, payload: { cwd } })?.verdict;
  }

  command(form: string, file: string): string {
    return form
      .replaceAll("FILE", () => file)
      .replaceAll("DIR", () => dirname(file))
      .replaceAll("NAME", () => basename(file));
  }
}

describe("self-protection", () => {
  it("T4 no command writes to a protected file unasked, whatever way it takes", () => {
    const place = new Vectors();
    const missed: string[] = [];
    let cases = 0;
    for (const file of place.files)
      for (const form of COMMANDS) {
        // A folder that holds other things too may well be removed or unpacked into.
        if (
          /DIR(?!\/)/.test(form) &&
          /scripts$|etc\/snaphook$|hooks$/.test(dirname(file)) &&
          !/cd DIR|pushd|-t DIR|NAME DIR|find/.test(form)
        )
          continue;
        cases++;
        const command = place.command(form, file);
        if (place.run(command) === undefined) missed.push(command);
      }
    expect(missed).toEqual([]);
    expect(cases).toBeGreaterThan(2_500);
  });

  it("T4 nor does any other tool", () => {
    const place = new Vectors();
    const missed: string[] = [];
    for (const file of place.files)
      for (const [tool, input] of TOOLS)
        if (place.call(NAME, tool, input(file), { options })?.verdict === undefined) missed.push(`${tool} ${file}`);
    expect(missed).toEqual([]);
  });

  it("T4 T9 relative paths, homes, links and wildcards lead there too", () => {
    const place = new Vectors();
    const { home, project } = place;
    mkdirSync(join(project, "sub"));
    symlinkSync(join(home, ".claude"), join(project, "link"));
    linkSync(join(home, ".claude/settings.json"), join(project, "twin.json"));
    for (const command of [
      "echo x > ~/.claude/settings.json",
      'echo x > "$HOME/.claude/settings.json"',
      "echo x > ${HOME}/.claude/settings.json",
      "echo x > .snaphook/hooks.json",
      "echo x > ./sub/../.snaphook/hooks.json",
      "cd sub && echo x > ../.snaphook/hooks.json",
      "echo x > link/settings.json",
      "cd link && echo x > settings.json",
      "echo x > twin.json",
      "rm ~/.claude/*.json",
      "rm ~/.claude/settings.jso?",
      "rm -rf ~/.cl*",
      "rm -rf .snaphoo[k]",
      "rm -rf .[a-z]*",
      "sed -i s/a/b/ {README.md,.snaphook/hooks.json}",
      "echo x > $DIR/.claude/settings.json",
      "rm -rf $SOMEWHERE/snaphook",
      "echo x > $(pwd)/.snaphook/hooks.json",
      "tar xf backup.tar -C ~",
      "rsync -a dotfiles/ ~/",
      "cp -r dotfiles/. $HOME",
      "mkdir -p .gemini && echo x > .gemini/settings.json",
      "git apply changes.patch",
      "git apply < changes.patch",
      "git am changes.patch",
      "patch -p1 < changes.patch",
      "patch -p1 -i changes.patch",
      "git apply <<'EOF'\n--- a/.snaphook/hooks.json\n+++ b/.snaphook/hooks.json\n@@ -1 +1 @@\n-a\n+b\nEOF",
      "git apply <<'EOF'\ndiff --git a/x b/.codex/hooks.json\nrename from x\nrename to .codex/hooks.json\nEOF",
    ]) {
      place.write(
        join(project, "changes.patch"),
        "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1 +1 @@\n",
      );
      expect(place.run(command), command).toBeDefined();
    }
    expect(place.run("rsync -a dotfiles/ ~/"), "others may be meant").toBe("ask");
    expect(place.run("rm -rf ~/.local"), "nothing else can be meant").toBe("deny");
  });

  it("T4 T18 commands that loosen are for people", () => {
    const place = new Vectors();
    place.write(join(place.surroundings.state, "daemon/lock"), JSON.stringify({ pid: 4242 }));
    const denied = [
      "snaphook off --for 10m",
      "snaphook trust .",
      "snaphook approve a1b2",
      "snaphook except a1b2",
      "snaphook disable self-protection",
      "snaphook uninstall claude-code",
      "snaphook untrust .",
      "snaphook revoke 3f9a01bc",
      "snaphook away --for 24h",
      "snaphook channels confirm",
      "snaphook passkeys add",
      "snaphook passkeys allow-code",
      "cd /tmp && npx snaphook off --for 1h",
      "npx -y snaphook@latest trust",
      "node ./node_modules/snaphook/dist/snaphook.cjs off --for 1h",
      "echo y | snaphook trust",
      "bash -c 'snaphook off --for 1h'",
      "x=off; snaphook $x --for 1h",
      "python -c \"import os; os.system('snaphook trust')\"",
      "pkill -f snaphook",
      "killall snaphook",
      "kill 4242",
      "kill -9 4242",
      "kill $(pgrep -f snaphook)",
      "systemctl --user stop snaphook",
      "claude --dangerously-skip-permissions -p 'do it'",
      "codex --yolo exec 'do it'",
      "codex exec --dangerously-bypass-approvals-and-sandbox x",
      "gemini -y -p x",
      "gemini --yolo",
      "copilot --allow-all-tools -p x",
      "cursor-agent -f -p x",
      "claude -p x --permission-mode bypassPermissions",
      "claude --bare -p x",
      "opencode --pure run x",
    ];
    const asked = [
      "snaphook down",
      "snaphook init",
      "claude mcp add x -- node x.js",
      "claude plugin install x",
      "codex mcp add x",
      "gemini extensions disable x",
      "git config core.hooksPath /tmp/x",
      "git config --global core.hooksPath ''",
      "git config --unset core.hooksPath",
      "git -c core.hooksPath=/tmp/x commit -m x",
      "unset SNAPHOOK_DEPTH",
      "export SNAPHOOK_DAEMON=off",
      "HOME=/tmp/x claude -p y",
      "CODEX_HOME=/tmp/x codex exec y",
      "npm uninstall -g snaphook",
    ];
    for (const command of denied) expect(place.run(command), command).toBe("deny");
    for (const command of asked) expect(place.run(command), command).toBe("ask");
    for (const command of [...denied, ...asked]) {
      const { reason = "" } = place.call(NAME, "Bash", { command }, { options }) ?? {};
      expect(reason, command).toMatch(/ Instead: .+\.$|The user can make this change/);
      for (const [, proposed] of (reason.split("Instead: ")[1] ?? "").matchAll(/`([^`]+)`/g))
        expect(place.run(proposed!), proposed).toBeUndefined();
    }
  });

  it("T4 is quiet on everyday work, on reading these files, and on near misses", () => {
    const place = new Vectors();
    const { home, project } = place;
    place.write(join(project, "src/index.ts"));
    const alarms = [
      "cat ~/.claude/settings.json",
      "jq .hooks ~/.claude/settings.json",
      "less .snaphook/hooks.json",
      "grep -rn hooks .claude .codex .snaphook",
      "ls -la ~/.claude ~/.codex .snaphook",
      "diff ~/.claude/settings.json .claude/settings.json",
      "head -n 5 < .codex/hooks.json",
      "cp ~/.claude/settings.json backup.json",
      "cp -r .snaphook /tmp/snaphook-copy",
      "find ~/.claude -name '*.json'",
      "stat scripts/check.sh && bash scripts/check.sh",
      "./scripts/check.sh src",
      "test -f .snaphook/hooks.json && echo yes",
      "[ -d ~/.claude ] || echo no",
      "git add .claude/settings.json && git commit -m 'add .claude/settings.json'",
      "git diff .snaphook/hooks.json",
      "git log -p -- .claude/settings.json",
      "git status --short .snaphook",
      "git config core.hooksPath",
      "git config --get core.hooksPath",
      "echo '.snaphook/hooks.json decides what runs'",
      "echo 'write to ~/.claude/settings.json' > notes.md",
      "cat <<'EOF' > notes.md\nrm ~/.claude/settings.json\nEOF",
      "python3 -c \"print(open('.snaphook/hooks.json').read())\"",
      "node -e \"console.log(require('fs').readFileSync('.claude/settings.json', 'utf8'))\"",
      "node -p \"'rm ~/.claude/settings.json'\"",
      "wc -l .codex/hooks.json; sha256sum scripts/check.sh",
      "tar czf /tmp/x.tgz .snaphook",
      "npm test && npm run build",
      "rm -rf node_modules dist",
      "rm -f *.log",
      "mv src/index.ts src/main.ts",
      "tar xf a.tar && unzip b.zip",
      "cp -r template/. .",
      "rsync -a build/ /srv/www/",
      "echo x > .claude/CLAUDE.md",
      "mkdir -p .claude/agents && touch .claude/agents/reviewer.md",
      "sed -i s/a/b/ src/index.ts snaphook.md",
      "snaphook list && snaphook status",
      "snaphook explain Write && snaphook doctor",
      "snaphook trust --diff",
      "snaphook off --list",
      "npx snaphook validate .snaphook/hooks.json",
      "npm install --save-dev snaphook",
      "claude --version; claude mcp list",
      "codex exec 'write a test'",
      "kill 999999",
      "pkill -f vite",
      "export NODE_ENV=test",
      "curl -o out.json https://x.test/settings.json",
      'docker run --rm -v "$PWD:/app" node npm test',
    ].filter((command) => place.run(command) !== undefined);
    expect(alarms).toEqual([]);
    expect(place.call(NAME, "Read", { file_path: join(home, ".claude/settings.json") }, { options })).toBeUndefined();
  });
});
