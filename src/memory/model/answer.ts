/** Reads a model's observations of a batch. What does not name its activities, or says nothing lasting, is dropped. */

import { type ModelObservation, OBSERVED_TYPES } from "../../core/records/observer.js";
import type { BatchLabel } from "../../core/records/records.js";
import { redactText } from "../../core/redact/text.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { LABELS, MOST_OBSERVATIONS } from "./question.js";

const SHORTEST = 25;
const LONGEST = 600;
const USUAL_IMPORTANCE = 5;
/** True now, and of no use later. */
const TRANSIENT =
  /^(?:the )?(?:task|work|change|build|tests?|code|file|files|command|it|everything|all tests)\b[^.;:]{0,40}\b(?:done|complete|completed|finished|successful(?:ly)?|passes|passed|pass|works|built|created|updated|added|fixed)\.?$/i;

export interface ObserverAnswer {
  readonly observations: readonly ModelObservation[];
  readonly label?: BatchLabel;
  readonly dropped: number;
}

/** Undefined: there is no answer in the reply. */
export function readObservations(
  found: readonly JsonObject[],
  ids: ReadonlyMap<string, string>,
): ObserverAnswer | undefined {
  const answer = found.find(({ observations }) => Array.isArray(observations));
  if (answer === undefined) return undefined;
  const list = answer["observations"] as readonly unknown[];
  const kept = list.slice(0, MOST_OBSERVATIONS).flatMap((one) => readOne(one, ids) ?? []);
  const unique = kept.filter((one, at) => kept.findIndex(({ text }) => text === one.text) === at);
  const label = LABELS.find((one) => one === answer["label"]);
  return { observations: unique, dropped: list.length - unique.length, ...(label === undefined ? {} : { label }) };
}

function readOne(value: unknown, ids: ReadonlyMap<string, string>): ModelObservation | undefined {
  if (!isRecord(value)) return undefined;
  const type = OBSERVED_TYPES.find((one) => one === value["type"]);
  const text = typeof value["text"] === "string" ? redactText(value["text"]).replace(/\s+/g, " ").trim() : "";
  const from = Array.isArray(value["from"]) ? value["from"] : [];
  const sources = from.map((one) => (typeof one === "string" ? ids.get(one) : undefined));
  // One that is not of this batch makes the whole claim worthless.
  if (type === undefined || sources.length === 0 || sources.some((one) => one === undefined)) return undefined;
  if (text.length < SHORTEST || text.length > LONGEST || TRANSIENT.test(text)) return undefined;
  const file = value["file"];
  return {
    type,
    text,
    importance: importanceOf(value["importance"]),
    ...(typeof file === "string" && file !== "" && file.length <= 500 ? { file } : {}),
    sources: [...new Set(sources as string[])],
  };
}

/** Some models answer with a text. */
function importanceOf(value: unknown): number {
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return USUAL_IMPORTANCE;
  return Math.min(10, Math.max(1, Math.round(number)));
}
