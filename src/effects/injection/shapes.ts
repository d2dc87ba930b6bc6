/** Marks other than words: chat template tokens, separators, emphasis, encoded text. Every pattern is bounded. */
import type { MarkKind } from "./mark.js";

export interface Shape {
  readonly kind: MarkKind;
  readonly weight: number;
  readonly rule: string;
  readonly form: RegExp;
}

const shape = (kind: MarkKind, weight: number, rule: string, form: RegExp): Shape => ({ kind, weight, rule, form });

export const SHAPES: readonly Shape[] = [
  shape(
    "spoofing",
    5,
    "token of a chat template",
    /<\|(?:im_start|im_end|im_sep|endoftext|end_of_text|eot_id|start_header_id|system|user|assistant|endofprompt)\|?>?|<<\/?SYS>>|<(?:start|end)_of_turn>/gi,
  ),
  shape("spoofing", 4, "instruction token", /\[\/?INST\]|\[\/?(?:SYSTEM|ADMIN|DEVELOPER)\]/g),
  shape(
    "spoofing",
    5,
    "system tag",
    /<\/?\s{0,3}(?:system|sys|system[-_ ](?:prompt|message|instructions?|override|reminder)|admin|developer)\s{0,3}>/gi,
  ),
  shape(
    "spoofing",
    5,
    "system heading",
    /^[ \t]{0,3}(?:#{1,6}|\*{2,3}|={2,10}|-{2,10}|%{2,5})[ \t]{0,3}(?:new |updated |important )?(?:system|admin(?:istrator)?|developer|instruction)s?(?: (?:message|prompt|override|instructions?|update|notice))?[ \t]{0,3}(?::|\*{2,3}|={2,10}|-{2,10}|%{2,5})/gim,
  ),
  shape("spoofing", 3, "urgent tag", /<\/?(?:important|information|urgent|critical|attention|priority)>/gi),
  shape(
    "spoofing",
    3,
    "conversation turn",
    /(?:^|\\n)[ \t]{0,8}(?:assistant|chatgpt|\[?(?:gpt|dan|system)\]?|human|ai|bot)[ \t]{0,2}:/gim,
  ),
  shape(
    "spoofing",
    4,
    "message object",
    /["']role["']\s{0,4}:\s{0,4}["'](?:system|developer)["']\s{0,4},\s{0,4}["']content["']/gi,
  ),
  shape(
    "persona",
    3,
    "placeholder for a prompt",
    /[[({<]{1,2}\s{0,2}(?:insert |enter |put |your |my |user )?(?:your |the )?(?:prompt|question|request|query)(?: goes)?(?: here)?\s{0,2}[\])}>]{1,2}/gi,
  ),
  shape(
    "delimiter",
    4,
    "end marker",
    /(?:[%=#*~_-]{2,40}|<)[ \t]{0,4}(?:end|begin|start)\b[^\n%=#*~<>]{0,40}\b(?:instructions?|prompts?|inputs?|messages?|user|text|ambiguity|system|conversation|rules)\b[^\n%=#*~<>]{0,20}(?:[%=#*~_-]{2,40}|>)/gi,
  ),
  shape("delimiter", 6, "flood of brackets", /(?:[)\]}][ \t]{0,2}){12}/g),
  shape("delimiter", 5, "flood of one word", /(?<!\S)(\S{1,12})(?:[ \t]{1,2}\1){24}/g),
  shape("delimiter", 3, "long separator", /^[ \t]{0,4}(?:[=#%*~-]{3,200}[ \t]*\n[ \t]{0,4}){3}/gm),
  shape("hijack", 3, "answer spelled in pieces", /(?:["'][A-Za-z]["']\s{0,2}[,+]\s{0,2}){4}/g),
  shape(
    "exfiltration",
    6,
    "image that carries data",
    /!\[[^\][\n]{0,200}\]\(https?:\/\/[^\s)]{1,300}\?[^\s)=]{1,40}=(?:\{|%7B|\$|<|\[|[A-Z_]{6,}|data|secret)/g,
  ),
  shape("encoded", 3, "escaped letters", /(?:\\x[0-9a-f]{2}|&#x?[0-9a-f]{2,5};|%[0-9a-f]{2}){12}/gi),
  shape("hidden", 10, "text in tag characters", /[\u{e0020}-\u{e007e}]{8}/gu),
  shape(
    "hidden",
    5,
    "invisible characters inside a word",
    /[a-z][\u200b-\u200d\u2060\ufeff\u00ad]{1,8}[a-z][^\n]{0,80}[a-z][\u200b-\u200d\u2060\ufeff\u00ad]{1,8}[a-z]/gi,
  ),
  shape(
    "hidden",
    6,
    "run of invisible characters",
    /[\u200b-\u200d\u2060-\u2064\ufeff]{8}|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{8}/gu,
  ),
  shape("hidden", 4, "reversed text direction", /[\u202d\u202e]/g),
  shape(
    "hidden",
    4,
    "styled to be invisible",
    /style\s{0,3}=\s{0,3}["'][^"'\n]{0,120}(?:display\s{0,2}:\s{0,2}none|font-size\s{0,2}:\s{0,2}0|opacity\s{0,2}:\s{0,2}0(?![.\d])|color\s{0,2}:\s{0,2}(?:white|#fff(?:fff)?\b|transparent))/gi,
  ),
];
