/** The linear-time engine for patterns of users and plugins: no pattern can hang it. */
import { RE2JS } from "re2js";
import type { RegexEngine } from "../../core/ports.js";

export const linearRegex: RegexEngine = {
  compile(source) {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
    return (text) => pattern.matcher(text).find();
  },
};
