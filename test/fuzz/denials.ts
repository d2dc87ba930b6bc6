/** How each agent is told "no", as its documents have it: whether an answer is one, whatever event it is for. */
import { isRecord, type JsonObject } from "../../src/core/text/json.js";

type IsDenial = (answer: JsonObject) => boolean;

const specific = (answer: JsonObject): JsonObject => {
  const { hookSpecificOutput: own } = answer;
  return isRecord(own) ? own : {};
};
const isText = (value: unknown) => typeof value === "string" && value !== "";
const refuses = (decision: unknown) => isRecord(decision) && decision["behavior"] === "deny";
const blocks: IsDenial = ({ decision, reason }) => decision === "block" && isText(reason);

const claude: IsDenial = (answer) =>
  blocks(answer) ||
  (specific(answer)["permissionDecision"] === "deny" && isText(specific(answer)["hookEventName"])) ||
  refuses(specific(answer)["decision"]);
const opencode: IsDenial = ({ deny }) => isText(deny);

export const DENIALS: Readonly<Record<string, IsDenial>> = {
  "claude-agent-sdk": claude,
  "claude-code": claude,
  cline: ({ cancel, errorMessage, overrideInput }) =>
    (cancel === true && isText(errorMessage)) || (isRecord(overrideInput) && isText(overrideInput["denied"])),
  codex: claude,
  copilot: (answer) => blocks(answer) || answer["permissionDecision"] === "deny" || refuses(answer),
  cursor: ({ permission, continue: goesOn, user_message: said }) =>
    (permission === "deny" || goesOn === false) && isText(said),
  gemini: ({ decision, reason }) => decision === "deny" && isText(reason),
  kilo: opencode,
  kimi: (answer) => specific(answer)["permissionDecision"] === "deny",
  opencode,
  pi: ({ block, action, cancel }) => block === true || action === "handled" || cancel === true,
  qwen: claude,
  "vscode-copilot": (answer) => claude(answer) || (answer["continue"] === false && isText(answer["stopReason"])),
};
