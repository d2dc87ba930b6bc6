export { errorAddress, errorPrefix, isSameError, simpleCommand, verbOf } from "./commands.js";
export { fitLines, memoryLine, quoted, short } from "./format.js";
export { factOf, isFromElsewhere, observe } from "./observe.js";
export { ruleAddress, rulesIn } from "./rules.js";
export { cosineOf, LOW, rarity, scoreOf, searchWords, sessionScoreOf, type WeightedWord, weigh } from "./score.js";
export { isUnused, isUsed, namesOf, useFactor } from "./use.js";
export { promptWords, queryWords, shareOf, wordsOf } from "./words.js";
