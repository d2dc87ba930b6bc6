/** Shell state at one position of a command line. After branches, a variable may have several values. */
import type { Function as ShellFunction } from "unbash";
import { UNKNOWN, type Word } from "../model/invocation.js";
import { MOST_CHOICES } from "./limits.js";

/** The elements of an array; a scalar has one, an unset variable has none. */
export type Value = readonly string[];
export const NOT_KNOWN: Value = [UNKNOWN];

export interface Variable {
  readonly choices: readonly Value[];
  readonly exported: boolean;
}

export interface Definition {
  readonly node: ShellFunction;
  /** The text that node positions refer to. */
  readonly source: string;
}

/** Exported in nearly every environment: an assignment is enough. */
const ENVIRONMENT =
  /^(?:PATH|HOME|IFS|ENV|SHELL|TMPDIR|PWD|BASH_ENV|PROMPT_COMMAND|PAGER|EDITOR|VISUAL|LD_\w+|DYLD_\w+|GIT_\w+|XDG_\w+|NODE_\w+|NPM_\w+|PYTHON\w*|PERL\w*|RUBY\w*|LESS\w*)$/;

export class Scope {
  variables: Map<string, Variable>;
  functions: Map<string, readonly Definition[]>;
  aliases: Map<string, readonly string[]>;
  /** Name references: `declare -n`. */
  references: Map<string, string>;
  /** Arguments of a function or script; undefined if there are none. */
  positional: readonly Word[] | undefined;
  /** `$0` */
  zero: string | undefined;
  /** Possible working directories; undefined for an unknown one. */
  folders: readonly (string | undefined)[];
  /** The directory stack of `pushd`. */
  stack: readonly (readonly (string | undefined)[])[] = [];
  #environment: ReadonlyMap<string, Word> | undefined;

  constructor(folder: string | undefined, from?: Scope) {
    this.variables = copyOf(from?.variables);
    this.functions = copyOf(from?.functions);
    this.aliases = copyOf(from?.aliases);
    this.references = copyOf(from?.references);
    this.positional = from?.positional;
    this.zero = from?.zero;
    this.folders = from?.folders ?? [folder];
    this.stack = from?.stack ?? [];
  }

  /** Copy for a subshell, or for a branch that may not run. */
  copy(): Scope {
    return new Scope(undefined, this);
  }

  /** Resolves a name reference. */
  resolve(name: string): string {
    let found = name;
    for (let steps = 0; steps < 8; steps++) found = this.references.get(found) ?? found;
    return found;
  }

  set(given: string, choices: readonly Value[], exported?: boolean): void {
    const name = this.resolve(given);
    const before = this.variables.get(name);
    this.variables.set(name, {
      choices: few(choices),
      exported: exported ?? before?.exported ?? ENVIRONMENT.test(name),
    });
    this.#environment = undefined;
  }

  remove(name: string): void {
    this.set(name, [[]]);
  }

  /** The exported variables. */
  environment(): ReadonlyMap<string, Word> {
    if (this.variables.size === 0) return NO_VARIABLES;
    if (this.#environment === undefined) {
      const given = new Map<string, Word>();
      for (const [name, { choices, exported }] of this.variables) {
        const text = choices.length === 1 ? choices[0]![0] : UNKNOWN;
        if (exported && text !== undefined) given.set(name, plainWord(text));
      }
      this.#environment = given;
    }
    return this.#environment;
  }

  /** The state is this one or one of the others from now on. */
  join(others: readonly Scope[]): void {
    for (const other of others) {
      for (const [name, variable] of other.variables) {
        const own = this.variables.get(name);
        if (own === variable) continue;
        this.set(name, [...(own?.choices ?? [[]]), ...variable.choices], (own?.exported ?? false) || variable.exported);
      }
      for (const [name, target] of other.references) this.references.set(name, target);
      joinLists(this.functions, other.functions);
      joinLists(this.aliases, other.aliases);
      if (other.positional !== this.positional) this.positional = other.positional ?? this.positional;
      const folders = [...new Set([...this.folders, ...other.folders])];
      this.folders = folders.length > MOST_CHOICES ? [undefined] : folders;
    }
  }

  /** Takes over the state of another scope. */
  become(other: Scope): void {
    this.variables = other.variables;
    this.functions = other.functions;
    this.aliases = other.aliases;
    this.references = other.references;
    this.positional = other.positional;
    this.folders = other.folders;
    this.stack = other.stack;
    this.#environment = undefined;
  }
}

const NO_VARIABLES: ReadonlyMap<string, Word> = new Map();

/** Most are empty, and an empty one is made faster without its source. */
function copyOf<K, V>(map: ReadonlyMap<K, V> | undefined): Map<K, V> {
  return map === undefined || map.size === 0 ? new Map() : new Map(map);
}

function joinLists<T>(own: Map<string, readonly T[]>, others: ReadonlyMap<string, readonly T[]>): void {
  for (const [name, list] of others) {
    const before = own.get(name);
    if (before !== list) own.set(name, [...new Set([...(before ?? []), ...list])].slice(0, MOST_CHOICES));
  }
}

function few(choices: readonly Value[]): readonly Value[] {
  if (choices.length < 2) return choices;
  const known = new Map(choices.map((value) => [value.join("\u0000"), value]));
  const all = [...known.values()];
  return all.length <= MOST_CHOICES ? all : [...all.slice(0, MOST_CHOICES - 1), NOT_KNOWN];
}

export function plainWord(text: string): Word {
  return { text, known: !text.includes(UNKNOWN), glob: false, source: text };
}
