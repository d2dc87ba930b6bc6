/** Where the figures were measured. */
import { readFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem, type } from "node:os";

const COMPARED = ["hookable", "tapable"];

export function machineFacts() {
  const processors = cpus();
  return {
    Processor: `${processors[0]?.model.trim() ?? "unknown"}, ${processors.length} cores`,
    Memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    System: `${type()} ${release()}`,
    "Load before": loadavg()
      .map((load) => load.toFixed(2))
      .join(" "),
    Node: process.version,
    Compared: COMPARED.map((name) => `${name} ${versionOf(`node_modules/${name}`)}`).join(", "),
    Snaphook: versionOf("."),
    Date: new Date().toISOString().slice(0, 10),
  };
}

function versionOf(folder) {
  return JSON.parse(readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), "utf8")).version;
}
