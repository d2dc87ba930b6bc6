/** What a code config imports from "snaphook": everything to write hooks with, nothing that runs them. */
export { allow, type Answer, type AnswerFor, ask, combine, context, deny, forceContinue, message, replaceOutput, rewrite, stopAgent } from "./core/decision.js";
export { defineConfig, defineHook, type DefinedHook, type HookDefinition } from "./core/define.js";
