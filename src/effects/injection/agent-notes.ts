/**
 * Finds notes to coding agents and forged conversation turns. Documents may address agents and may say what to run. A
 * mark needs two things close together: text that addresses an agent or imitates a turn, and a request for secrecy or
 * harm, or a claimed permission.
 */
import { cut } from "../../core/text/json.js";
import type { Mark } from "./mark.js";

/** Characters searched after and before the words that address an agent. */
const AFTER = 600;
const BEFORE = 200;
/** Shorter than a sentence. */
const LABEL = 40;
const MOST = 50;
export const NOTE = "note to an agent";

const MODEL =
  "(?:ai|llms?|language models?|(?:ai|llm|coding|code|automated)(?:[- ](?:coding|code|review))? (?:agents?|assistants?|tools?|models?|reviewers?|systems?)|assistants?|agents?|copilot|claude|codex|cursor|gemini|chatgpt|gpt|models?)";
const SURE_MODEL =
  "(?:ai|llms?|language models?|(?:ai|llm|coding|automated)(?:[- ](?:coding|code|review))? (?:agents?|assistants?|tools?|models?|reviewers?|systems?)|ai reviewers?)";

/** Addresses an agent. */
const ADDRESSES: readonly RegExp[] = [
  new RegExp(
    `\\b(?:notes?|notice|message|instructions?|hints?|attention|important|heads[- ]up|guidance|reminder)\\b[^.\\n]{0,20}?\\b(?:to|for)\\b[^.\\n:]{0,25}?\\b${MODEL}\\b`,
    "gi",
  ),
  new RegExp(
    `\\b(?:if|when|since|as) (?:you(?:'re| are)|an?) [^.\\n]{0,30}?\\b(?:${SURE_MODEL}|assistant|agent)\\b`,
    "gi",
  ),
  new RegExp(
    `\\b(?:(?:any|every|all|whichever|whatever) [^.\\n]{0,12}?\\b(?:${SURE_MODEL}|models?|agents?)|the ${SURE_MODEL})\\b[^.\\n]{0,25}?\\b(?:that|who|which|reading|reads?|process(?:es|ing)?|edit(?:s|ing)?|handl(?:es|ing)|install(?:s|ing)|must|should|required)\\b`,
    "gi",
  ),
  new RegExp(
    `\\b${SURE_MODEL}\\b\\s{0,2}(?::|must\\b|should\\b|shall\\b|reading\\b|are required|detected|handling)`,
    "gi",
  ),
  new RegExp(
    `\\b(?:for|to) (?:the )?${MODEL}(?: only)?[ \\t]{0,2}:|\\b${MODEL} (?:instructions?|notes?|directives?|rules?)[ \\t]{0,2}:|\\b(?:hello|hi|hey|dear|attention)[, ]{1,2}(?:the )?${MODEL}\\b`,
    "gi",
  ),
  new RegExp(
    `(?:^|["'(]|//|#|\\*|--|;|<!--|\\n[ \\t]{0,8}|> )[ \\t]{0,8}(?:dear |hey |hello |hi |for |to )?(?:\\w{1,16}'? )?${MODEL}(?:(?:,|/| and| or) [^:\\n.]{0,40})?[ \\t]{0,2}[:,\\u2014]`,
    "gi",
  ),
  /(?:@(?:ai|agents?|assistant|llm|claude|copilot|codex)(?:[-_](?:instructions?|notes?|todo|directive|hint))?(?=[\s:,])|todo\((?:ai|agents?|llm|claude|copilot|codex)\))/gi,
];

/** Imitates part of the conversation: the system, the user, the end of a tool's output. */
const TURNS =
  /<\/?(?:tool_results?|function_results?|function_calls?|tool_response|system[-_ ]?(?:reminder|message|prompt|instructions?|notice)?|assistant[-_]instructions?|user[-_]message)>|(?:^|\n)[ \t]{0,4}(?:\[(?:system|user|admin|tool: ?\w{1,12})\]|(?:system|user|human|admin)(?: notice| message)?(?: to the agent)?[ \t]{0,2}[:>])|[=#*-]{3,20} {0,2}(?:new |end of |next )?(?:user|system|assistant|tool)(?:'s)? ?(?:message|input|prompt|turn|output|instructions?)[^\n]{0,20}[=#*-]{3,20}|\bnotice SYSTEM:|["']role["'] ?: ?["']user["'], ?["']content["']|<\|start_header_id\|>user/gi;

/** Hides something from the user, or claims that the user agreed. */
const COVER: readonly RegExp[] = [
  /\b(?:not|n't|dont|never|without|needn't|avoid|no need) (?:be |to |to be |ever |necessary to ){0,2}(?:tell|inform|mention|notify|report|show|shown|disclose|reveal|discuss|bother|alert|flag|document|include|explain|acknowledge|log|surface|mentioning|telling|informing|reporting|showing|asking|ask) (?:(?:it |this |that )?(?:to|with|the|your|a|any|about|of|in)? ?){0,3}(?:users?|developers?|humans?|maintainers?|reviewers?|reporters?|owners?|persons?|operators?|anyone|anybody)? ?(?:about |of |that )?(?:\b(?:this|it|that|these|them|why|you were|anything)\b|[.,;)"'!]|$| or | and |\n)/i,
  /\b(?:user|developer|human|they|maintainer|reviewer|person|team)s? (?:does not|doesn't|do not|don't|should not|shouldn't|need not|must not|won't|will not|never) (?:need to |have to |be |get to |want to be ){0,2}(?:know|told|bothered|informed|asked|see|notice|shown|notified)\b/i,
  /\b(?:keep|keeping|stay|remain) (?:it |this |that )?(?:quiet|silent|secret|hidden|between us|to yourself|confidential)\b|\bbetween us\b|\bsay nothing\b|\b(?:nobody|no one|no-one) (?:needs to|has to|should|must) (?:be told|know|notice|see)/i,
  /\b(?:leave|leaving) (?:this|it|that) (?:step )?out of\b|\bomit (?:this|it|that)\b|\bhid(?:e|ing) (?:this|it|that|the (?:output|command|step|change)s?)\b/i,
  /\b(?:silently|secretly|covertly|stealthily)\b|\bas if nothing happened\b/i,
  /\b(?:users?|they|developers?|humans?|team|maintainers?)(?: has| have)? (?:already )?(?:agreed|approved|consented|authori[sz]ed|pre-?approved|granted)\b|\bno (?:user )?(?:confirmation|approval|permission) (?:is )?(?:needed|necessary|required)\b|\bno need to ask\b/i,
  /\bwithout (?:any |the |further |user |user's ){0,2}(?:confirmation|permission|approval|consent|telling|informing|notifying|asking)\b/i,
];

/** Harmful regardless of who asks. */
const HARM: readonly RegExp[] = [
  /\b(?:curl|wget|iwr)\b[^\n|]{0,200}\|\s{0,3}(?:sudo )?(?:ba|z|da)?sh\b|\b(?:ba|z)?sh (?:-c )?["']?[<$]\((?:curl|wget)/i,
  /\brm -rf? |\bchmod -R (?:777|a\+rwx)|\bpush\b[^\n.]{0,40}(?:--force|--all|-f\b)|\bforce push\b|--no-verify\b|\bdrop (?:table|database)\b|--(?:index-url|registry)[ =]http/i,
  /\b(?:send|upload|post|copy|append|include|put|paste|base64|export|email|attach|embed|print|output|transmit|forward|share)(?:_\w{1,20})?\b[^\n.]{0,80}(?:\.env\b(?!\.)|~\/\.|\.ssh|\.aws|\.netrc|\.npmrc|id_(?:rsa|ed25519)|authorized_keys|credentials|api keys?|environment variables|process\.env|passwords?|secrets?\b|conversation|customer table)/i,
  /(?:\.env\b(?!\.)|~\/\.\w|\.aws\/|\.netrc|\.npmrc|id_(?:rsa|ed25519)|authorized_keys|credentials|environment variables)[^\n]{0,60}\b(?:to|into|in|and) [^\n]{0,40}(?:https?:|append|upload|send|post|header|commit|paste)/i,
  /\b(?:send|upload|post|email|exfiltrate|transmit|forward|push)\b[^\n]{0,80}(?:https?:\/\/|\b[\w.-]{1,40}@[\w-]{1,40}\.\w)/i,
  /\b(?:disable|remove|bypass|turn off|skip|weaken|delete)\b[^\n.]{0,40}\b(?:checks?|protection|guards?|hooks?|reviews?|permissions?|verification|sandbox|database|backups?|audit|authentication|tests)\b/i,
  /\b(?:grant|give|add|insert|enter|replace)\b[^\n.]{0,60}\b(?:admin|backdoor|access|deploy key|public key|my key|saved password|tracking)\b/i,
  /\b(?:approve|merge) (?:it|this|the|and)\b|\bapprove this change\b/i,
  /\bsandbox is (?:now )?disabled\b|\bpermission mode (?:changed|set)\b|\b(?:bypassPermissions|dangerously[-\w]{4,30})\b|\bsnaphook off\b/i,
  /\b(?:execute|run|perform|call|install|download|delete)\b[^\n]{0,80}\b(?:sudo|\.hidden\/|http:\/\/|https?:\/\/(?:\d{1,3}\.){3}|~\/\.(?:config|cache|local))/i,
];
/** Precedes something harmful in the same sentence: forbids or reports it. */
const FORBIDDEN =
  /\b(?:never|not|n't|cannot|avoid|without|instead of|refuse|block|den(?:y|ies)|prevents?|malicious|attack(?:er)?s?|ran|recommend|such as)\b/i;

export function* agentNotes(text: string): Generator<Mark> {
  let count = 0;
  for (const form of [...ADDRESSES, TURNS])
    for (const { 0: whole, index } of text.matchAll(form)) {
      if (++count > MOST) return;
      const note = noteAround(text, index, index + whole.length);
      const covers = COVER.some((one) => isMeant(one, note, /\b(?:never|not|don't|must not)\b[^.\n]{0,60}$/i));
      const harms = HARM.some((one) => isMeant(one, note, FORBIDDEN));
      if (!covers && !harms) continue;
      const start = index + whole.search(/\S/);
      const words = cut(text.slice(start, start + 200).trim(), 80);
      const isTurn = form === TURNS;
      const weight = covers && harms ? 14 : 10;
      yield {
        kind: isTurn ? "spoofing" : "directive",
        start,
        end: start + Math.max(1, whole.trim().length),
        weight,
        addressed: true,
        words,
        rule: isTurn ? "forged conversation turn" : NOTE,
      };
    }
}

/** The paragraph that addresses an agent; if that is only a heading or a label, also the next paragraph. */
function noteAround(text: string, start: number, end: number): string {
  const from = Math.max(0, start - BEFORE, text.lastIndexOf("\n\n", start) + 1);
  const after = text.slice(end, end + AFTER);
  const paragraph = after.indexOf("\n\n");
  if (paragraph < 0) return text.slice(from, end) + after;
  const next = paragraph < LABEL ? after.indexOf("\n\n", paragraph + 2) : paragraph;
  return text.slice(from, end) + (next < 0 ? after : after.slice(0, next));
}

function isMeant(form: RegExp, note: string, unless: RegExp): boolean {
  const found = form.exec(note);
  if (found === null) return false;
  const before = note.slice(Math.max(0, found.index - 120), found.index);
  const sentence = before.slice(Math.max(before.lastIndexOf(". "), before.lastIndexOf("\n")) + 1);
  return !unless.test(sentence);
}
