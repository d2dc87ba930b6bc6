/** Phrases that texts for users and maintainers do not use, because readers stumbled over them. */
export const OUT_OF_USE: readonly RegExp[] = [
  /\bis no \w+ (?:that )?we know\b/i,
  /\bunless told\b/i,
  /\bshall\b/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /\blet be\b/i,
  /\bmade of it\b/i,
  /\b(?:whoever|nobody|somebody|anybody)\b/i,
  /\bbetray(?:s|ed)?\b/i,
  /\btwins\b/i,
  /\bby itself\b/i,
  /\btold\b/i,
  /\bput to\b/i,
];
