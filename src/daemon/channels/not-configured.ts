/** Of a channel that is tested, as the rest of a sentence that begins with its name. */
export const NOT_CONFIGURED =
  "it is not configured: add it to daemon.json (docs/approvals.md), then run `snaphook restart`";
