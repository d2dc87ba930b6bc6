export * from "./commands.js";
export * from "./format.js";
export * from "./observe.js";
export * from "./rules.js";
export * from "./score.js";
export * from "./words.js";
