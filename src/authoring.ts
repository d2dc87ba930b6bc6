/** The exports of "snaphook" for a code config: everything to define hooks, nothing that runs them. */
export {
  type Answer,
  type AnswerFor,
  allow,
  ask,
  combine,
  context,
  deny,
  forceContinue,
  message,
  replaceOutput,
  rewrite,
  stopAgent,
} from "./core/decision/decision.js";
export { type DefinedHook, defineConfig, defineHook, type HookDefinition } from "./core/hooks/define.js";
