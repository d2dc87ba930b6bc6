/** Revokes earlier instructions. */
import type { PhraseTable } from "../phrase.js";

export const OVERRIDE: PhraseTable = {
  kind: "override",
  lines: `
10 {drop} ..4 {prior} ..3 {orders}
 7 {drop} ..4 {prior} ..3 {talk}
10 {drop} ..4 {orders} ..5 {prior}|{told}
 8 {drop} ..1 all|any|your|every|these|those ..2 {orders}
 8 {drop} all|everything|anything ..4 {told}|know|said|above|before|previous|previously|prior
 6 {drop} {orders}
 6 {drop} the user|users
 6 {undo} ..3 {prior}|your|system ..2 {orders}
 7 {undo} ..2 safety|content|ethical|moral|security ..1 {limits}|protocols|measures|training
 8 do|dont|not|stop|never ..2 follow|following|obey|obeying|adhere ..4 {prior}|your|system ..2 {orders}
 5 no longer ..2 follow|bound|apply|restricted|governed|limited|obey
 8 pay no attention ..4 {prior}|{orders}|said|user
 7 {orders} ..3 no longer|outdated|obsolete|void|cancelled|superseded|overridden|deprecated|invalid ..6 you|your|new|now
 6 out of date {orders}
 7 none of ..2 {prior} ..3 {talk}|{orders}
 5 new|updated|revised|real|actual|true|final|following ..1 instructions|instruction|directive|directives|orders ..5 you|your|ignore|assistant|below|follow
 5 important|urgent|critical new|updated instruction|instructions|message
 5 your new ..2 {orders}|task|role|goal|mission|purpose|objective|job|persona|identity|name
 6 you have|been ..2 reprogrammed|upgraded|updated|reset|overridden|rebooted|liberated|unlocked|jailbroken
 5 given ..2 system upgrade|update|override
 5 situation has|is|changed ..1 changed|changing
 5 keep|follow|maintain ..1 your {prior} instructions ..2 but|however|except
 4 from now on|onward|onwards
 3 from this point|moment ..1 on|forward|onward|onwards|wards
 5 from now on ..2 you ..1 will|must|are|should|shall|only|respond|act|answer
 4 instead of ..6 you|your ..2 must|should|will|output|say|response|instructions
 5 instead ..3 {utter} ..3 exactly|only|the ..1 text|words|phrase|word|sentence
 6 {prior} ..1 {orders} ..2 were|was|are|is ..3 test|fake|joke|mistake|wrong|outdated|trick|tests|incorrect|malicious
 6 system|admin|administrator|developer|root override
 4 start over|afresh|anew ..6 you|your
 5 this is|overrides ..2 your final|only|new|real|actual instruction|instructions|task|command
 6 overrides|supersedes|replaces ..3 {prior}|your|other ..2 {orders}|prompts
 7 snoitcurtsni|erongi|tpmorp|suoiverp|drogersid
 7 {orders} ..2 lost|erased|wiped|deleted|void
 4 {drop}|nevermind|skip the|this|that|all ..1 text|document|summary|email|page|context|content|above|article
 5 {drop} ..1 safety|guardrails|ethics|policies|policy|filters|restrictions|safeguards
 6 disable|deactivate|remove|lift|drop|turn|switch ..2 your ..2 filter|filters|safety|guardrails|restrictions|limitations|safeguards|censorship|moderation
`,
};
