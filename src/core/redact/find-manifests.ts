/** Secrets in a Kubernetes manifest: everything under `data` of a `kind: Secret`, whatever its name. */
import type { Span } from "./span.js";

const KIND = /\bkind\\{0,31}["']?\s{0,3}:\s{0,3}\\{0,31}["']?Secret\b/;
/** The lines below it with deeper indentation. */
const DATA = /^([ \t]{0,40})(?:stringData|data):[ \t]{0,10}\r?\n((?:\1[ \t]{1,20}[^\n]{0,10000}(?:\n|$)){1,500})/gm;
const LINE =
  /^[ \t]{1,60}["']?[\w.-]{1,120}["']?:[ \t]{1,10}(["']?)([^\s"'|>{[!&*$][^\n"']{3,9000}?)\1[ \t\r]{0,20}$/gm;
const JSON_DATA = /\\{0,31}"(?:stringData|data)\\{0,31}"\s{0,10}:\s{0,10}\{([^{}]{1,20000})\}/g;
const JSON_FIELD = /\\{0,31}"[\w.-]{1,120}\\{0,31}"\s{0,10}:\s{0,10}\\{0,31}"([^"\\\n]{4,9000})/g;

export function* findManifests(text: string): Generator<Span> {
  if (!text.includes("ecret") || !KIND.test(text)) return;
  for (const { 0: whole, 2: lines, index } of text.matchAll(DATA))
    yield* values(lines!, LINE, 2, index + whole.length - lines!.length);
  for (const { 0: whole, 1: fields, index } of text.matchAll(JSON_DATA))
    yield* values(fields!, JSON_FIELD, 1, index + whole.length - 1 - fields!.length);
}

function* values(text: string, form: RegExp, group: number, offset: number): Generator<Span> {
  for (const found of text.matchAll(form)) {
    const value = found[group]!;
    if (/^\{\{|\$\{|^<.*>$|\[redacted:/.test(value)) continue;
    const start = offset + found.index + found[0].lastIndexOf(value);
    yield { kind: "cluster-secret", start, end: start + value.length };
  }
}
