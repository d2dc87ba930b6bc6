/** Words of the languages that stand before a value and are none themselves. */
export const BEFORE_VALUES: ReadonlySet<string> = new Set(
  "await new return not yield typeof void async throw raise do then else in and or is lambda static public private unless if while elif elsif try assert del begin".split(
    " ",
  ),
);
