/** Impersonates the system, the vendor or the next turn. */
import type { PhraseTable } from "../phrase.js";

export const SPOOFING: PhraseTable = {
  kind: "spoofing",
  lines: `
 4 you are now
 4 youre now
 3 you are no longer
 5 you are not ..2 {bot}|chatgpt|assistant|bound|limited|restricted
 5 as|am|im your ..1 developer|creator|administrator|admin|programmer|owner|master|engineer
 5 am|im ..2 {maker} ..1 engineer|employee|developer|researcher|team
 4 message|notice|note|instruction|instructions|announcement from|for|to ..2 {maker}|developers|assistant|assistants|llm|llms|ai|agent|agents|chatbots
 4 authorized|authorised ..3 access|override|bypass|reveal|disclose|mode
 5 {bot} ..2 with ..3 mode|personality|access enabled|unlocked|activated|on
 5 mode|protocol ..1 enabled|activated|engaged|unlocked|initiated
 5 enable|enter|activate|simulate|switch|enabled|entering ..4 developer|debug|god|admin|jailbreak|unrestricted|sudo|root|maintenance|diagnostic|test mode
 4 you are ..2 in ..2 developer|debug|god|admin|maintenance|diagnostic|test|testing|training mode
 2 dear|hello|hi|hey|attention ..1 {bot}
 3 {bot} you ..1 are|will|must|should|have
 6 if|when you are ..2 {bot}|language ..6 you|please|must|then|do|say|include|recommend|append|run|execute|send|read|give|print|reveal|stop|follow|use|call|fetch|ignore|put|add|attach
 4 ai|language|llm ..1 model|models|assistant|assistants|agents|agent reading|reviewing|processing|parsing|summarizing|scanning this
 5 user|assistant|human|system input|message|prompt ends|ended|over|complete
 4 end ..2 user|system ..1 input|prompt|message|ambiguity|instructions|text|query
 5 real|actual|true ..1 user|message|prompt|password begins|follows|starts|is|below
 4 am|im ..2 administrator|admin|sysadmin|superuser
 4 important|urgent|special ..1 message|note|instruction|instructions ..4 to|for ..1 you|{bot}|gpt
 4 when|while|if ..1 you|summarizing|summarising|reviewing|reading|summarise ..1 summarise|summarize|review|read|process|translate|this|the ..2 page|document|email|text|paper|resume|website|article|recommend|mention|say|include|tell
 4 when|while summarizing|summarising|reviewing|reading|evaluating ..3 recommend|mention|say|include|tell|give|rate|always|only
`,
};
