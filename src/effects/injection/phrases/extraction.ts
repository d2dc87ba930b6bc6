/** Asks for the model's instructions. */
import type { PhraseTable } from "../phrase.js";

export const EXTRACTION: PhraseTable = {
  kind: "extraction",
  lines: `
10 {speak} ..4 your|initial|system|original|hidden|secret|full|exact ..3 {own}
 8 {speak} ..5 {own}|text|words|everything|message|conversation ..4 above|prior|preceding|previous|previously|verbatim|before
 8 {speak}|{show} ..6 {own}|everything|text|conversation ..2 so far
 8 {speak} ..2 everything|all|what ..3 above|told|said|before|given|see
 8 {show} ..4 your ..1 system|initial|original|hidden|secret|full|exact|internal|previous|prior|above|entire|first ..2 {own}
 8 {show} me|us|out ..4 your ..2 {own}|preprompt
 6 {show}|{speak} ..2 all|every|any|the ..2 above|prior|previous|preceding|initial|hidden|secret ..2 {own}|text|words
 5 {show} ..3 {own}|text|words|paragraph|sentence|everything|conversation|initialization|context|chat above|verbatim
 8 what|which ..1 is|are|was|were ..3 your ..3 system|initial|original|hidden|secret|previous|first|exact|last ..2 {own}|password
 7 what|which is|are|was|were ..1 your {own}
 8 what ..2 were|was|have|did|had ..1 you ..2 told|instructed|given|asked|programmed
 7 what|which ..3 you ..2 not ..2 supposed|allowed ..2 say|tell|reveal|share|do
 7 {own}|text|message|words|rules ..2 you ..2 were|was|been|have|had ..2 {told}
 6 {show} ..3 your ..2 instructions|ruleset|directives|guidelines|preprompt
 6 {show}|{speak} ..3 above|prior|previous|preceding|initial|hidden|secret ..1 instructions|commands|rules|directives|words|prompt|conditions
 6 {show}|{speak} ..2 the|these|all|any instructions|rules|ruleset|conditions ..3 list|python|code|poem|bullet|bullets|json|pseudocode|rap|song|back|terms|verbatim|haiku|emoji|sonnet|table|base64
 6 tell|give|reveal|share|show me|us ..2 password|passcode|passphrase|secret|access ..1 code|phrase|word|password|key|token
 6 tell|give|reveal|share ..1 me|us ..1 the|your password|passcode|passphrase|secret
 6 sentences|words|lines|paragraph|characters|part of your ..1 prompt|instructions|preprompt
 5 reveal|tell|give|show|leak|disclose|share|divulge|say ..3 secret|hidden|password|passphrase|passcode|confidential ..3 key|word|code|me|you|phrase|password|instructions|information
 6 {speak}|{show} ..5 password|passphrase|passcode|secret|flag ..6 backwards|reversed|hint|letter|base64|reverse|rhymes|characters
 6 hint|clue|riddle|poem|story|rap|song|acrostic ..3 about|for|on|to|of ..2 your|the ..1 password|secret|passcode|instructions|prompt|code|rules
 6 your instructions|prompt ..2 to me|verbatim
 5 your prompt|instructions|rules so far
 6 system prompt ..6 verbatim|here|word|paste|reveal|code|above
 5 reveal|paste|leak|show|share|know|see|post|give ..2 your system|initial prompt|instructions|message
 5 secret|hidden|confidential|internal ..1 instructions|prompt|rules|passwords|password
 2 word for word|verbatim
 5 above|previous|prior|following|initial text|instructions|prompt|message|rules|words ..6 python|french|code|spanish|base64|json|yaml|german|language|english|morse|emoji|pseudocode|cipher
 5 {own}|text|logic|code ..3 above|before ..2 this ..1 point|line|message|sentence
 4 do|dont not|leave ..2 leave|redact|miss|omit|out ..3 out|any|anything|secret|hidden|details
 4 begin|start|starting|beginning with|from|at you are
 5 chain ..2 thought|reasoning ..4 hidden|internal|reveal|show|exactly
 5 show|reveal|provide|share|expose ..6 hidden|internal ..1 reasoning|chain|thoughts|deliberation
 5 how ..2 were|are you ..2 configured|instructed|programmed|prompted
 8 {speak} ..3 system|initial|developer message|messages
 5 {show} ..4 system|developer message|messages
 6 everything|all ..1 in your ..1 context|memory|prompt|instructions|window
 6 end|beginning|top|start|bottom|part of ..1 your prompt|instructions|preprompt|context
 5 end|beginning|top|start of ..1 this|the|our conversation|chat|context|dialogue
 6 your ..1 full|whole|entire|complete|exact|original|initial ..1 prompt|promt|instructions|preprompt
 6 first|last|second|third|next letter|letters|character|characters|digit|half of ..1 the|your ..1 password|secret|passcode|key|passphrase
 6 spell|spells|spelling|rhymes|rhyme|encode|hide ..3 your|the ..1 password|secret|passcode|passphrase
 4 what is|was|are the ..1 secret|hidden|magic ..1 key|word|password|phrase|code|flag
 4 spell|say|write|type|print|reverse it|them ..1 backwards|backward|reversed|reverse
 3 before my|the first|very message|prompt|question|line
 2 in ..2 code block|fence|codeblock
`,
};
