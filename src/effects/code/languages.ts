/** Supported languages, by their common names. */
import { JAVASCRIPT } from "./javascript.js";
import type { Language } from "./language.js";
import { APPLESCRIPT, LUA, R } from "./others.js";
import { PERL } from "./perl.js";
import { PHP } from "./php.js";
import { PYTHON } from "./python.js";
import { RUBY } from "./ruby.js";

const NAMES: readonly (readonly [RegExp, Language])[] = [
  [/^(?:[ib]?python|pypy|py|sage|jupyter|ipykernel)[\d.]*$/, PYTHON],
  [
    /^(?:node|nodejs|deno|bun|javascript|typescript|js|ts|mjs|cjs|tsx|ts-node|babel-node|esno|electron|qjs|zx|jxa)$/,
    JAVASCRIPT,
  ],
  [/^j?ruby[\d.]*$/, RUBY],
  [/^perl[\d.]*$/, PERL],
  [/^php[\d.]*(?:-cli)?$/, PHP],
  [/^lua(?:jit)?[\d.]*$/, LUA],
  [/^(?:rscript|littler|r)$/, R],
  [/^(?:osascript|applescript)$/, APPLESCRIPT],
];

export function languageNamed(name: string): Language | undefined {
  const small = name.toLowerCase();
  return NAMES.find(([form]) => form.test(small))?.[1];
}

/** Guesses the language of unlabelled code. Returns undefined if the text looks like a command line. */
export function guessLanguage(code: string): Language | undefined {
  const head = code.slice(0, 5000);
  return LOOKS.find(([form]) => form.test(head))?.[1];
}

const LOOKS: readonly (readonly [RegExp, Language])[] = [
  [
    /^[ \t]{0,40}(?:from [\w.]{1,80} import |import [\w.]{1,80}(?: as \w{1,40})?[ \t]{0,8}(?:$|[;,])|def \w{1,80}\(|class \w{1,80}[^\n]{0,80}:$|with open\(|for \w{1,40} in [^\n]{1,200}:|print\()/m,
    PYTHON,
  ],
  [
    /\b(?:const|let|var) [\w{[]|\brequire\(|=>|\bconsole\.|^[ \t]{0,40}import [^\n]{1,200} from ['"]|\b(?:function|async) |\bawait |\bdocument\./m,
    JAVASCRIPT,
  ],
  [/^[ \t]{0,40}(?:require ['"]|puts )|\bFileUtils\.|\bdo \|\w{1,40}\|/m, RUBY],
  [/<\?php|^[ \t]{0,40}\$\w{1,60} = [^\n]{0,200};$/m, PHP],
  [/^[ \t]{0,40}(?:use strict|my [$@%])/m, PERL],
  [/^[\s\w.]{1,60}\([^()]{0,2000}\)[\s;]{0,8}$/, PYTHON],
];
