/** The linear-time engine for patterns of users and plugins: no pattern can hang it. */
import { RE2JS } from "re2js";
import type { RegexEngine } from "../../core/ports.js";

/** Cached: compiling is slow, and a pattern is compiled when it is checked and again when it is used. */
const compiled = new Map<string, (text: string) => boolean>();
const REMEMBERED = 1000;

export const linearRegex: RegexEngine = {
  compile(source) {
    const known = compiled.get(source);
    if (known !== undefined) return known;
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
    const test = (text: string) => pattern.matcher(text).find();
    if (compiled.size >= REMEMBERED) compiled.clear();
    compiled.set(source, test);
    return test;
  },
};
