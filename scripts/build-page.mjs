// Builds the local page: one script, one style sheet and one icon, named after their content, without anything loaded from elsewhere.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

export async function buildPage(dir, plugins = []) {
  const build = await rolldown({
    input: join(root, "src/page/main.tsx"),
    platform: "browser",
    cwd: root,
    plugins,
    resolve: { extensionAlias: { ".js": [".ts", ".tsx", ".js"] } },
    tsconfig: join(root, "src/page/tsconfig.json"),
    checks: { bundlerTimings: false },
    logLevel: "warn",
  });
  const { output } = await build.generate({ format: "esm", minify: true, codeSplitting: false });
  await build.close();
  const styles = ["node_modules/uplot/dist/uPlot.min.css", "src/page/page.css"];
  const style = styles
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n")
    .replace(/\n\s*/g, "\n")
    .replace(/ \{\n/g, "{")
    .replace(/;\n/g, ";");
  const files = new Map();
  const add = (content, end) =>
    files.set(`page-${createHash("sha256").update(content).digest("hex").slice(0, 12)}.${end}`, content);
  add(output[0].code, "js");
  add(style, "css");
  add(readFileSync(join(root, "src/page/icon.svg"), "utf8"), "svg");
  mkdirSync(dir, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(dir, name), content);
  for (const name of readdirSync(dir)) if (!files.has(name)) rmSync(join(dir, name));
}
