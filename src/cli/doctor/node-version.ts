import { readFileSync } from "node:fs";
import { join } from "node:path";
import { finding } from "../../core/errors.js";
import { isNewer } from "../../core/text/compare-versions.js";
import { packageRoot } from "../../runtime/platform/paths.js";
import type { Check } from "./check.js";

export const nodeVersion: Check = {
  name: "Node version",
  run() {
    const about = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as {
      engines: { node: string };
    };
    const floor = about.engines.node.replace(/^>=/, "");
    const { node } = process.versions;
    if (!isNewer(`${floor}.0.0`, node)) return [];
    return [finding("NODE_TOO_OLD", `this is Node ${node}; ${floor} or later is needed`, { file: process.execPath })];
  },
};
