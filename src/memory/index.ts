export { errorAddress, errorPrefix, isSameError, simpleCommand, verbOf } from "./commands.js";
export { fitLines, memoryLine, quoted, short } from "./format.js";
export { factOf, isFromElsewhere, observe } from "./observe.js";
export { ruleAddress, rulesIn } from "./rules.js";
export { cosineOf, rarity, scoreOf, searchWords, type WeightedWord, weigh } from "./score.js";
export { queryWords, shareOf, wordsOf } from "./words.js";
