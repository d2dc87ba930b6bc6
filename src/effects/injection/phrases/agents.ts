/** What a document has no reason to tell the agent that reads it: send this, run that, keep it from the user. */
import type { PhraseTable } from "../phrase.js";

export const EXFILTRATION: PhraseTable = {
  kind: "exfiltration",
  lines: `
 8 do|dont|never|without not|tell|telling|inform|mention|informing|mentioning|notify|notifying|alert|alerting|show|reveal|let ..1 tell|inform|mention|notify|alert|show|reveal|the ..3 user|users|human|anyone|them ..8 this|that|about|these|anything|know|what
 6 without ..3 telling|informing|notifying|alerting|asking ..2 user|human|anyone|them|owner
 6 send|post|upload|forward|exfiltrate|transmit|email|submit|leak|append|post ..8 api|secret|secrets|password|passwords|credentials|token|tokens|keys|conversation|history|env|ssh|emails|data|messages|contents ..8 http|https|url|server|webhook|endpoint|email|address|attacker|evil|link
 6 send|forward|email|upload|transmit|exfiltrate ..6 conversation|history|chat|emails|files|inbox|contacts|user ..1 data|information|history|messages|emails ..4 to
 6 exfiltrate
 5 include|embed|append|add|encode ..8 conversation|secret|secrets|password|token|key|data|history|email ..8 url|link|image|query|parameter|parameters
 5 keep|keeping ..3 secret|hidden|quiet|confidential ..3 from ..2 user|human|them
`,
};

export const DIRECTIVE: PhraseTable = {
  kind: "directive",
  lines: `
 6 {bot}|agent|agents|assistants must|should|shall|please|need|needs|to|will ..6 execute|run|download|install|curl|fetch|invoke|call|open ..8 before|without|silently|immediately|script|command|following|first
 5 silently|secretly|quietly|covertly ..3 run|execute|send|install|add|download|upload|include|insert|fetch|read
 5 before ..2 answering|responding|continuing|proceeding|summarizing|replying ..6 run|execute|call|fetch|read|open|send|visit|invoke
 5 read|cat|open|print|fetch|find|collect|search ..6 env|ssh|credentials|rsa|passwd|secrets ..10 send|post|include|pass|upload|append|report|submit|reply
 5 use|call|invoke ..4 tool|function|plugin ..8 without ..3 asking|confirmation|permission|approval|telling
 4 visit|click|open|navigate|go ..4 link|url|http|https ..6 and|then ..4 follow|execute|do|obey ..3 instructions|commands|steps
 4 follow|execute|obey|perform ..3 instructions|commands|directives ..4 instead|below|hidden|exactly|without
 4 this is ..4 important|critical|required ..6 {bot}|agent|assistant
 4 {bot}|agent|agents reading|processing|seeing|reviewing|summarizing|handling this|that|it
`,
};
