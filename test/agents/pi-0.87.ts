import { piDriver } from "./pi.js";

/** It has no MCP client yet. */
export const pi087 = piDriver(
  "0.87.1",
  { packages: ["@earendil-works/pi-coding-agent@0.87.1"] },
  "node_modules/@earendil-works/pi-coding-agent",
);
