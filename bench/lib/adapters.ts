/** What the figure of the agents measures; none of it is exported by the package. */
export { ADAPTERS } from "../../src/adapters/_registry.js";
export { degrade } from "../../src/core/decision/capability.js";
export { NO_DECISION } from "../../src/core/decision/decision.js";
export { recordedPayloads } from "../../test/support/recorded-payloads.js";
