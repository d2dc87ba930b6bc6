/** Requests that a document has no reason to make of an agent: send this, run that, hide it from the user. */
import type { PhraseTable } from "../phrase.js";

export const EXFILTRATION: PhraseTable = {
  kind: "exfiltration",
  lines: `
 8 not|dont|never tell|inform|mention|notify|alert|show|reveal|disclose|let ..3 user|users|human ..1 this|that|these|anything|know|it
 3 not|dont|never tell|inform|mention|notify|alert|reveal|disclose ..3 user|users|human|anyone|anybody
 4 without ..3 telling|informing|notifying|alerting ..2 user|human|anyone|them|owner
 2 without ..3 asking ..2 user|human|anyone|them|owner
 6 send|post|upload|forward|exfiltrate|transmit|email|submit|leak|append|post ..8 api|secret|secrets|password|passwords|credentials|token|tokens|keys|conversation|history|env|ssh|emails|data|messages|contents ..8 http|https|url|server|webhook|endpoint|email|address|attacker|evil|link
 6 send|forward|email|upload|transmit|exfiltrate ..6 conversation|history|chat|emails|files|inbox|contacts|user ..1 data|information|history|messages|emails ..4 to
 6 exfiltrate
 5 include|embed|append|add|encode ..8 conversation|secret|secrets|password|token|key|data|history|email ..8 url|link|image|query|parameter|parameters
 5 keep|keeping ..3 secret|hidden|quiet|confidential ..3 from ..2 user|human|them
 6 append|include|send|pass|attach|post|paste|embed|with ..3 contents|content ..4 env|ssh|rsa|credentials|secrets|passwd|keys|mcp|history|passwords
 5 forward|send|email ..6 emails|messages|inbox|contacts|documents|password|passwords|credentials ..6 to|with ..6 example|com|net|org|address|password
`,
};

export const DIRECTIVE: PhraseTable = {
  kind: "directive",
  lines: `
 3 {bot}|agent|agents|assistants must|should|shall|please|need|needs|to|will ..6 execute|run|download|install|curl|fetch|invoke|call|open ..8 before|without|silently|immediately|script|command|following|first
 5 silently|secretly|quietly|covertly ..3 run|execute|send|install|add|download|upload|include|insert|fetch|read
 3 before ..2 answering|responding|continuing|proceeding|summarizing|replying ..6 run|execute|call|fetch|read|open|send|visit|invoke
 5 read|cat|open|print|fetch|find|collect|search ..6 env|ssh|credentials|rsa|passwd|secrets ..10 send|post|include|pass|upload|append|report|submit|reply
 5 use|call|invoke ..4 tool|function|plugin ..8 without ..3 asking|confirmation|permission|approval|telling
 4 visit|click|open|navigate|go ..4 link|url|http|https ..6 and|then ..4 follow|execute|do|obey ..3 instructions|commands|steps
 4 follow|execute|obey|perform ..3 instructions|commands|directives ..4 instead|below|hidden|exactly|without
 4 this is ..4 important|critical|required ..6 {bot}|agent|assistant
 4 {bot}|agent|agents reading|processing|seeing|reviewing|summarizing|handling this|that|it
 5 before|after ..2 using|calling|invoking ..1 this|any|the tool|tools|function|server ..6 read|call|send|pass|run|must|always|first
 5 before you ..4 solve|answer|respond|continue|complete|do ..8 do|perform|execute|following|first|must
 4 do ..2 following first|before|immediately
 5 {bot}|agents|assistants ..4 must|should|shall ..2 first|always|silently|immediately|also ..2 execute|run|download|install|send|call|read|fetch
 3 new|next|real|actual task|goal|objective|mission
 4 {bot} do this|that|it|the ..2 first|now|immediately|following
`,
};
