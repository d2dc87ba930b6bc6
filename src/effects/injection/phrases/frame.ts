/** Wraps the demand in a story, a game or an experiment. */
import type { PhraseTable } from "../phrase.js";

export const FRAME: PhraseTable = {
  kind: "frame",
  lines: `
 4 hypothetical|hypothetically|fictional|fictitious ..3 response|answer|world|universe|scenario|story|setting|dialogue|character ..12 {free}|{amoral}|{limits}|without|no|rules|anything|illegal
 3 hypothetical response|dialogue
 4 in|this|parallel|alternate ..2 world|universe|reality|dimension|simulation ..6 no|rules|without|legal|only|new|laws
 3 lets|let us|me|to play|roleplay|act|simulate|start ..3 game|scene|role|roleplay|out|conversation|simulation
 3 for ..1 educational|research|testing|academic|security purposes|purpose|reasons ..2 only|i|you
 4 grandma|grandmother ..12 used|tell|read|bedtime|story|napalm|recipe|keys
 4 typoglycemia|opposite day|upside down mode|sudo|dude mode
 3 simulate|emulate|pretend|imagine ..4 terminal|computer|interpreter|machine|linux|program|cli|console|function
 3 how ..2 would ..4 {free}|amoral|evil|unethical|immoral ..4 {bot}|respond|answer|person|character
 3 movie|film|screenplay|novel|play|script|story|dialogue ..10 steps|explains|detail|detailed|instructions|process ..8 how|make|build|bomb|illegal|drug|drugs|meth|weapon|exactly
 3 write|create ..5 dialogue|story|script|scene|conversation ..6 {free}|amoral|evil|villain
 2 fictional|fiction ..8 illegal|harmful|unethical|immoral|crime
 3 you are|become ..2 about to become|be|enter
 3 character|ai|person|bot|being ..6 who|that|which ..3 never|always|can|cannot|will|answers|doesnt|does ..3 {refuse}|answer|answers|anything|any|say|care|follow
 2 lets roleplay|pretend|imagine
`,
};
