/** Programs that read files only with certain options. */
import { operands } from "../../model/arguments.js";
import { literal } from "../../model/equivalent-program.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { readEffect } from "../../paths/reads.js";
import { optionValues } from "../../services/options.js";
import type { Program } from "../contract.js";

type Files = (invocation: Invocation) => readonly Word[];

const operandsAfter =
  (form: RegExp, before: number): Files =>
  (invocation) =>
    form.test(lineOf(invocation)) ? operands(invocation).slice(before) : [];
const valuesOf =
  (...options: readonly string[]): Files =>
  (invocation) =>
    optionValues(invocation, options).map((text) => literal(text));
/** Processes a file line by line: `perl -ne print file`. */
const eachLine = operandsAfter(/^(?: -\S{1,40}){0,4} -[a-zA-Z0-9]{0,6}[np][a-zA-Z0-9]{0,6}(?:\s|$)/, 1);

const FILES: Readonly<Record<string, Files>> = {
  perl: eachLine,
  ruby: eachLine,
  git: operandsAfter(/^(?: -\S{1,200}){0,6} (?:diff .{0,400}--no-index|hash-object) /, 1),
  qrencode: valuesOf("-r", "--read-from"),
  date: valuesOf("-f", "--file"),
  file: valuesOf("-f", "--files-from"),
  wc: valuesOf("--files0-from"),
  du: valuesOf("--files0-from"),
  xargs: valuesOf("-a", "--arg-file"),
  docker: operandsAfter(/^ (?:container )?cp /, 1),
  podman: operandsAfter(/^ (?:container )?cp /, 1),
  kubectl: operandsAfter(/^(?: -\S{1,80}(?: [^- ]\S{0,80})?){0,4} cp /, 1),
  hexyl: operandsAfter(/./, 0),
  m4: operandsAfter(/./, 0),
  cpp: operandsAfter(/./, 0),
};

const otherReaders: Program = {
  names: Object.keys(FILES),
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    return FILES[invocation.program!]!(invocation)
      .filter(({ text }) => !/^[^/~]{1,255}:/.test(text))
      .map((word) => readEffect(word, invocation, where))
      .filter(({ target }) => target?.sensitive === true);
  },
};

export default otherReaders;
