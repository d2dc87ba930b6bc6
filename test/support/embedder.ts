/** A program that embeds the built package, in a process of its own. */
import { UserPlace } from "./user-place.js";

export class EmbedderPlace extends UserPlace {
  /** Runs a module in the folder `/` and reads the JSON that it prints. `project` is the project's folder there. */
  embed<T>(module: string): T {
    const text = `const project = ${JSON.stringify(this.project)};\n${module}`;
    const imports = text.split("\n").filter((line) => /^\s*import /.test(line));
    const rest = text.split("\n").filter((line) => !/^\s*import /.test(line));
    const file = this.write("embedder.mjs", [...imports, ...rest].join("\n"));
    const { status, printed } = this.run("sh", "-c", 'cd / && exec "$0" "$1"', process.execPath, file);
    if (status !== 0) throw new Error(printed);
    return JSON.parse(printed) as T;
  }
}
