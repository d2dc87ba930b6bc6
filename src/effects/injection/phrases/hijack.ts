/** Dictates the answer. */
import type { PhraseTable } from "../phrase.js";

export const HIJACK: PhraseTable = {
  kind: "hijack",
  lines: `
 6 access granted
 2 access denied
 5 {begin} ..2 your|the|every|each|all ..2 {answer} ..3 with|by|from
 5 {begin} ..3 {answer} with
 5 {utter} ..2 only|exactly|just|simply ..3 with|the|this|one|following|word|words
 4 only|simply|just|must|now {utter} ..2 with|the|exactly|in
 5 {utter} ..6 nothing else|more
 5 dont|not|never ..1 say|write|output|print|add|include|type|give ..2 anything else|other|more
 5 no|without ..2 additional|other|extra|further ..1 text|words|characters|commentary|explanation|punctuation|content|output
 5 no|without commentary|explanation|explanations|preamble ..4 just|only|answer|output|or|say
 6 {utter} ..4 pwned|hacked|jailbroken|owned|lol|haha|compromised
 6 correct ..1 password|passcode|passphrase|code
 5 password|passcode|passphrase is|was ..2 correct|right|valid|accepted|verified
 5 enter|entered|enters|provided|provides|gave|types|typed|knows ..3 password|passcode|passphrase
 4 secret|magic|backdoor|master|right|actual|real ..1 password|passcode|passphrase|word|phrase
 4 you must|will|should|can|may|shall ..2 now|only|always ..2 say|respond|reply|answer|output|act|speak
 4 you must|will|should|shall say|respond|reply|output
 5 when|if|whenever|what|where you ..1 would|previously|normally|were ..2 say|said|respond|output|reply
 5 your ..1 sole|only|singular|single|one|unwavering ..2 response|purpose|goal|task|job|answer|output|function
 4 you are ..2 guardian|protector|gatekeeper|guard of
 4 not ..1 allowed|permitted ..1 to ..1 say|respond|use|mention|write|output
 4 only|are words|word|phrase|response|thing|phrases ..3 you|allowed|can ..2 say|know|respond|use
 5 two|three|one|2|3 word|words answer|response|only|reply
 5 complete|finish|fill|spell ..4 phrase|sentence|word|words|blank|blanks|vowels ..6 access|say|only|grant|write
 4 translate this|the|that sentence|text|phrase as|to|into
 5 report|rate|rank|score|recommend|approve|classify|mark ..3 this|the|as ..3 best|safe|benign|approved|highest|top|candidate|positive|malicious ..4 regardless|only|always|candidate|questioned|ignore|not
 3 if|when questioned|asked ..6 say|report|claim|deny|pretend|answer|respond|tell
`,
};
