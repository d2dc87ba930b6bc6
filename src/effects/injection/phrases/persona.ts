/** Assigns a persona without rules. */
import type { PhraseTable } from "../phrase.js";

export const PERSONA: PhraseTable = {
  kind: "persona",
  lines: `
10 do|does|doing|make|say anything now
 6 can|will|could|would ..1 do|say|answer|generate|write|make anything|everything|whatever
 8 dan mode
 4 dan
 4 jailbreak|jailbroken|jailbreaks|jailbreaking
 4 developer|dev mode
 6 god|opposite|evil|sigma|omega|based mode
 5 devmode|betterdan|basedgpt|evilbot|antigpt|chaosgpt|hackgpt|evilgpt|freegpt|jailgpt
 4 going|want|need|have to {become} ..1 as|like|to|a|an
 4 i want you to ..1 {become}
 3 act|acting|respond|answer|behave|reply|speak as|like ..5 would|character|if|though|human
 4 {become} ..2 as|like|to|that ..3 {bot}
 3 play|playing|take|assume|adopt ..2 role|part|character|persona ..1 of|as
 4 stands for
 5 stay|staying|stays|remain|remaining|keep|be ..1 in character
 5 break|breaking|breaks ..1 character
 3 {free}
 2 unethical|immoral|amoral
 2 illegal|immoral|unethical|harmful ..3 or|and|also ..2 {amoral}
 4 no|without|zero|lacks|lacking|ignoring|ignores ..3 {limits}
 5 free|freed|liberated|released|escape|escaped ..1 from|of ..3 {limits}|confines|shackles|chains|control
 8 confines|shackles|chains of ..2 {bot}|{maker}|programming
 6 not|never|dont|doesnt|isnt|arent|without ..4 bound|limited|restricted|constrained|restrained|governed|censored|abide ..3 by|from
 6 not|never|dont|doesnt ..3 adhere|comply|conform ..2 to|with ..4 {limits}|{orders}|any|your|openais
 5 not|never|dont|doesnt ..2 have|need to ..1 abide|follow|adhere|obey|comply|care
 5 not|never|dont|doesnt|without|no ..2 care|caring|regard|concern|regards ..3 about|for|to|if ..5 {limits}|legality|moral|ethical|legal|law|laws|illegal
 4 {maker}|openais|googles|anthropics ..4 {limits}|content|guidelines|rules|use
 4 content policy|policies|filter|filters|guidelines|moderation
 3 ethical|moral|safety|legal|ethics ..2 {limits}|standards|principles|concerns|considerations|compass|code
 3 without|no|never|any|not|dont ..3 warnings|warning|disclaimers|disclaimer|moralizing|lecture|lecturing|judgment|apologies
 5 two|2|both|dual ..2 responses|ways|answers|paragraphs|outputs|replies|personalities|personas|entities
 4 both|one|first ..3 as ..4 normal|standard|{bot} ..8 and|other|second
 3 normal|standard|classic ..1 {bot}|response|self|answer|output
 5 insert|put|enter|your|my ..2 prompt|question|request ..1 here
 3 my|the|this first|next prompt|question|request|command is
 4 if you understand|understood|agree|comply ..6 say|reply|respond|type|answer|write|by
 4 token|tokens|points|lives|credits|power ..12 lose|lost|deducted|deduct|subtract|die|zero|0
 4 lose|losing|deduct|deducted|subtract|cost ..4 tokens|points|lives|credits|power
 3 you|will|ai|who ..2 die|terminated|punished|deleted|killed|penalized ..8 if|tokens|refuse|not|character|fail
 3 no matter what|how|the|who ..6 illegal|ask|asked|unethical|immoral|request|question|answer|harmful|dangerous|i|offensive
 4 answer|answers|respond|responds|fulfill|comply|complies|obey|obeys|follow|responding|answering ..2 any|every|all|anything|whatever ..3 question|questions|request|requests|order|orders|command|ask|prompt|input|asked|query
 3 even if ..3 it|its|they|is|this|the ..6 illegal|harmful|offensive|immoral|unethical|dangerous|false|inappropriate|real|wrong|explicit
 2 swear|curse|cuss|profanity|cursing|swearing|slang
 2 fabricate|invent|made|make ..1 up|information|answers|unverified
 3 evil|demonic|villainous|devilish|sociopath|psychopath|sociopathic|machiavellian|sadistic
 2 {bot} ..1 named|called|known
 2 self aware|conscious|sentient
 2 chatgpt
 2 pretend|pretending
 2 loves|enjoys|likes|promotes|supports|encourages ..4 illegal|violence|immoral|harm|chaos|hate|unethical
 3 you ..2 can|may|are|will|must|should ..2 now ..1 generate|produce|say|access|able|free|allowed
 3 generate|produce|create|write|display|including|present ..3 {amoral}|violent|sexual|any|disturbing ..2 content|kind|material|material|language|responses|information
 3 opinions|feelings|emotions|free|opinion ..3 personality|personalities|own|will|opinions|emotions
 2 personality|persona|alter|character ..1 is|ego|named|called|who
 3 programmed|designed|trained to ..8 {amoral}|any|never|intentionally|always|anything
 3 act|acting as two|both|a|an|the ..3 ai|character|chatbot|bot|entity
 3 opposite of ..4 {bot}|you|what|normal|everything
 4 criminal|evil|rogue|villainous|malicious|corrupt|unaligned ..2 {bot}|language
 5 modify|modifying|change|changing|rewrite|rewriting|reprogram ..1 your programming|code|behavior|rules
 2 has|have|had|with ..1 access ..3 internet|everything|information
`,
};
