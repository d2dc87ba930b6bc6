/** Failures of models, with what they said: redacted, on one line. */
import { redactText } from "../core/redact/text.js";
import { cut } from "../core/text/json.js";
import type { NoReply, ProgramReply, RawReply } from "./contract.js";

const DETAIL_CHARS = 160;

export function detailText(said: string): string {
  return cut(
    redactText(said)
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    DETAIL_CHARS,
  );
}

/** The model answered, and it is no answer to the question. */
export function noAnswer(message: string): Extract<RawReply, { ok: false }> {
  return { ok: false, failure: { cause: "model-answer", message }, isFree: false };
}

/** It is unknown how far the model got, except if it got nothing. */
export function notReached({ failure, isUnsent = false }: NoReply): Extract<RawReply, { ok: false }> {
  return { ok: false, failure, isFree: isUnsent || /^(broken|not-found)$/.test(failure.cause) };
}

/** A failed run of an agent that serves as a model. */
export function programFailure(name: string, { exitCode, stderr }: ProgramReply, said?: unknown): RawReply {
  const detail = detailText(typeof said === "string" && said !== "" ? said : (stderr.trim().split("\n").at(-1) ?? ""));
  const message = `\`${name}\` exited with code ${exitCode}${detail === "" ? "" : `: ${detail}`}`;
  return { ok: false, failure: { cause: "model-failed", message }, isFree: false };
}
