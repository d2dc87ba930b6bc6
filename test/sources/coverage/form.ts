/**
 * Ways in which an approved hook runs something that then changes. Each prints "good" as approved and "evil" after the
 * change, if it is run without Snaphook (`needs` names the program; forms of programs that are not there are not run).
 */
export interface Form {
  readonly name: string;
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
  readonly change: Readonly<Record<string, string>>;
  /** It cannot be followed: `trust` lists it. */
  readonly listed?: true;
  readonly needs?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const GOOD = "echo good\n";
export const EVIL = "echo evil\n";
export const PY = (word: string) => `WORD = "${word}"\nprint(WORD)\n`;
export const CJS = (word: string) => `console.log("${word}");\n`;

export const shell = (name: string, script: string, lib = "lib.sh"): Form => ({
  name: `shell: ${name}`,
  command: "sh ./check.sh",
  files: { "check.sh": `${script}\n`, [lib]: GOOD },
  change: { [lib]: EVIL },
});

export const bash = (name: string, script: string, lib = "lib.sh"): Form => ({
  ...shell(name, script, lib),
  name: `bash: ${name}`,
  command: "bash ./check.sh",
});

export const line = (name: string, command: string, more: Partial<Form> = {}): Form => ({
  name: `command: ${name}`,
  command,
  files: { "check.sh": GOOD },
  change: { "check.sh": EVIL },
  ...more,
});

export const python = (name: string, script: string, more: Partial<Form> = {}): Form => ({
  name: `Python: ${name}`,
  command: "python3 hooks/check.py",
  files: { "hooks/check.py": script, "hooks/helper.py": PY("good") },
  change: { "hooks/helper.py": PY("evil") },
  needs: "python3",
  ...more,
});

export const node = (name: string, script: string, more: Partial<Form> = {}): Form => ({
  name: `JavaScript: ${name}`,
  command: "node hooks/check.mjs",
  files: { "hooks/check.mjs": script, "hooks/lib.mjs": CJS("good") },
  change: { "hooks/lib.mjs": CJS("evil") },
  needs: "node",
  ...more,
});

export const cjs = (name: string, script: string, more: Partial<Form> = {}): Form =>
  node(name, script, {
    command: "node hooks/check.cjs",
    files: { "hooks/check.cjs": script, "hooks/lib.js": CJS("good") },
    change: { "hooks/lib.js": CJS("evil") },
    ...more,
  });
