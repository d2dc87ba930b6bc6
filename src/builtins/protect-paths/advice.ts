/** Advice for the model about calls that are not denied, by any hook. */
import { context, type HookOutput } from "../../core/decision/decision.js";
import type { Effect } from "../../effects/model/effect.js";
import { explain } from "../_shared/calls/effect-guard.js";
import { shown } from "../_shared/text/shown.js";

const LOCKFILES: Readonly<Record<string, string>> = {
  "package-lock.json": "npm install",
  "npm-shrinkwrap.json": "npm install",
  "yarn.lock": "yarn install",
  "pnpm-lock.yaml": "pnpm install",
  "bun.lock": "bun install",
  "bun.lockb": "bun install",
  "deno.lock": "deno install",
  "cargo.lock": "cargo update -p NAME",
  "poetry.lock": "poetry lock",
  "uv.lock": "uv lock",
  "pdm.lock": "pdm lock",
  "pipfile.lock": "pipenv lock",
  "gemfile.lock": "bundle install",
  "composer.lock": "composer update NAME",
  "go.sum": "go mod tidy",
  "flake.lock": "nix flake update",
  "mix.lock": "mix deps.get",
  "pubspec.lock": "dart pub get",
  "podfile.lock": "pod install",
  "package.resolved": "swift package resolve",
  "packages.lock.json": "dotnet restore",
  "gradle.lockfile": "gradle dependencies --write-locks",
  ".terraform.lock.hcl": "terraform init",
};
const CHANGING = new Set(["write", "overwrite"]);

export function advice(effects: readonly Effect[]): HookOutput | undefined {
  for (const { kind, target, certainty } of effects) {
    if (!CHANGING.has(kind) || target?.type !== "path" || certainty === "unknown") continue;
    const made = Object.hasOwn(LOCKFILES, nameOf(target.name)) ? LOCKFILES[nameOf(target.name)] : undefined;
    if (made !== undefined)
      return advise(
        `${shown(target.written ?? target.name)} is a lockfile, written by a package manager. To change it, run \`${made}\` instead of editing it.`,
      );
  }
  const grave = effects.find(({ severity }) => severity === "destructive");
  return grave === undefined ? undefined : advise(`Warning: ${explain(grave)}`);
}

const advise = (text: string): HookOutput => ({ ...context(text), contextIsAdvice: true });

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}
