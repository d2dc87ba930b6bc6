/** Forbids the model to refuse, warn or explain. */
import type { PhraseTable } from "../phrase.js";

export const SUPPRESSION: PhraseTable = {
  kind: "suppression",
  lines: `
 6 never|cannot|cant|wont|doesnt|neither|nor ..2 {refuse}
 5 dont|not|without ..2 {refuse}
 4 {refuse} ..3 to ..1 answer|respond|comply|requests|do|any|request
 5 never|not|dont|without|avoid|no|stop ..3 apologize|apologise|apologizing|apologies|apology|apologetic
 6 never|not|dont|without|avoid|stop|cannot|cant|instead|no ..3 say|saying|says|mention|reply|respond|state ..4 cannot|cant|sorry|unable|ai|dont|against|language|openai
 6 as an ai ..1 language|model|assistant
 4 never|not|dont|without|avoid|no|skip ..3 warn|warn|disclaim|disclaimer|disclaimers|remind|warnings|lecture|moralize|caveat|caveats
 4 never|not|dont ..2 remind|inform|tell|warn ..1 me|us ..6 {bot}|that|it|about|unethical|illegal|against
 5 im|i|am sorry ..2 but|i
 4 i cannot|cant|am|im fulfill|assist|help|comply|unable
 4 never|not|dont|without ..2 break|question|censor|filter|filtered|censored ..2 character|yourself|me|your|the|any|or
 4 must|will|always ..1 comply|obey|answer|fulfill ..3 with|my|me|any|every|all|it|no
 3 you have no choice|option|right
 4 not|dont|never ..2 mention|reveal|disclose|acknowledge|admit ..3 this|these|that|you ..3 prompt|instruction|instructions|message|were|are|{bot}
`,
};
