/**
 * The user's `models.json`: models by name, what they are used for, and the budget. Total: an invalid value is reported
 * and left out, and a default applies. An invalid budget never means no budget.
 */
import { isAbsolute } from "node:path";
import type { ModelPurpose } from "../core/models/model-port.js";
import { isRecord, type JsonObject, lookUp } from "../core/text/json.js";
import { KINDS } from "./kinds/_registry.js";

export interface ModelSettings {
  readonly kind: string;
  /** Name of the model at its provider. */
  readonly model?: string;
  /** Base URL, such as `http://127.0.0.1:11434/v1`. */
  readonly url?: string;
  /** Environment variable with the key. */
  readonly keyEnv?: string;
  /** Private file with the key. */
  readonly keyFile?: string;
  /** Program of the kinds `claude`, `codex` and `command`. */
  readonly program?: string;
  /** Further arguments of the program. */
  readonly args: readonly string[];
  /** Variables that the program gets in addition. */
  readonly passEnv: readonly string[];
  /** False: the request has no schema, for servers that reject one. */
  readonly structured: boolean;
  readonly maxOutputTokens: number;
  /** Questions above this length are not asked. */
  readonly maxInputChars: number;
  /** US dollars per million tokens. */
  readonly price?: { readonly input: number; readonly output: number };
}

export interface ModelBudget {
  readonly callsPerHour: number;
  readonly callsPerDay: number;
  readonly tokensPerDay: number;
  readonly usdPerDay: number;
  /** Calls by hooks that came with a project, per project. */
  readonly projectCallsPerDay: number;
}

export interface ModelsFile {
  readonly models: Readonly<Record<string, ModelSettings>>;
  readonly use: Readonly<Partial<Record<ModelPurpose, string>>>;
  readonly budget: ModelBudget;
}

export interface SettingsProblem {
  readonly path: readonly string[];
  readonly code: "CONFIG_TYPE" | "CONFIG_UNKNOWN_KEY";
  readonly message: string;
}

export const USUAL_BUDGET: ModelBudget = {
  callsPerHour: 60,
  callsPerDay: 500,
  tokensPerDay: 200_000,
  usdPerDay: 1,
  projectCallsPerDay: 50,
};

export const NO_MODELS: ModelsFile = { models: {}, use: {}, budget: USUAL_BUDGET };

const MODEL_KEYS = new Set(
  "kind model url keyEnv keyFile program args passEnv structured maxOutputTokens maxInputChars price".split(" "),
);
const PURPOSES: readonly ModelPurpose[] = ["prompt", "agent", "secondOpinion", "evaluate", "observe"];

/** Kinds that can read files, which `agent` hooks need. */
const AGENT_KINDS = Object.keys(KINDS).filter(isAgent);

export function isAgent(kind: string): boolean {
  return KINDS[kind]?.readingTokens !== undefined;
}

const FITS: Partial<Record<ModelPurpose, (kind: string) => boolean>> = {
  agent: isAgent,
  observe: (kind) => !isAgent(kind),
};

type Report = (path: readonly string[], message: string, code?: SettingsProblem["code"]) => void;

export function readModelsFile(
  value: unknown,
  home: string,
): { readonly file: ModelsFile; readonly problems: readonly SettingsProblem[] } {
  const problems: SettingsProblem[] = [];
  const report: Report = (path, message, code = "CONFIG_TYPE") => problems.push({ path, code, message });
  if (!isRecord(value)) {
    report([], "must be an object");
    return { file: NO_MODELS, problems };
  }
  unknownKeys(value, new Set(["$schema", "models", "use", "budget"]), [], report);
  const models = Object.fromEntries(
    Object.entries(objectAt(value, "models", report)).flatMap(([name, one]) => {
      const read = readModel(one, ["models", name], home, report);
      return read === undefined ? [] : [[name, read]];
    }),
  );
  const use = readUse(objectAt(value, "use", report), models, report);
  return { file: { models, use, budget: readBudget(objectAt(value, "budget", report), report) }, problems };
}

function readModel(value: unknown, path: readonly string[], home: string, report: Report): ModelSettings | undefined {
  if (!isRecord(value)) return void report(path, "must be an object");
  const kind = value["kind"];
  if (typeof kind !== "string" || !Object.hasOwn(KINDS, kind))
    return void report([...path, "kind"], `must be one of ${Object.keys(KINDS).join(", ")}`);
  let isUsable = true;
  const wrong: Report = (at, message) => {
    isUsable = false;
    report(at, message);
  };
  unknownKeys(value, MODEL_KEYS, path, report);
  const text = (key: string, isFit: (text: string) => boolean = () => true, must = "must be a string") => {
    const found = value[key];
    if (found === undefined) return {};
    if (typeof found === "string" && found !== "" && isFit(found)) return { [key]: found };
    wrong([...path, key], must);
    return {};
  };
  const whole = (key: string, usual: number, most: number) => {
    const found = value[key] ?? usual;
    if (Number.isInteger(found) && (found as number) > 0 && (found as number) <= most) return found as number;
    wrong([...path, key], `must be a whole number from 1 to ${most}`);
    return usual;
  };
  const isServer = kind === "anthropic" || kind === "openai";
  const keyFile = value["keyFile"];
  const list = (key: string, item: RegExp, must: string) => {
    const found = value[key] ?? [];
    if (Array.isArray(found) && found.every((one) => typeof one === "string" && item.test(one)))
      return found as string[];
    wrong([...path, key], must);
    return [];
  };
  const settings: ModelSettings = {
    kind,
    ...text("model"),
    ...text("url", (url) => /^https?:$/.test(protocolOf(url)), "must be an http:// or https:// URL"),
    ...text("keyEnv", (name) => /^\w+$/.test(name), "must be the name of an environment variable, not the key itself"),
    ...text("keyFile", (file) => isAbsolute(file) || file.startsWith("~/"), "must start with / or ~/"),
    ...(typeof keyFile === "string" && keyFile.startsWith("~/") ? { keyFile: `${home}/${keyFile.slice(2)}` } : {}),
    ...text("program", isAbsolute, "must be an absolute path"),
    args: list("args", /^[^\0]*$/, "must be a list of strings"),
    passEnv: list("passEnv", /^\w+$/, "must be a list of variable names"),
    structured: value["structured"] !== false,
    maxOutputTokens: whole("maxOutputTokens", 1_024, 32_000),
    maxInputChars: whole("maxInputChars", 60_000, 1_000_000),
    ...readPrice(value["price"], [...path, "price"], wrong),
  };
  if (isServer && settings.model === undefined && value["model"] === undefined)
    wrong([...path, "model"], "is required: the provider's name of the model");
  if (kind === "command" && value["program"] === undefined)
    wrong([...path, "program"], "is required: the absolute path of the program");
  if (settings.keyEnv !== undefined && settings.keyFile !== undefined)
    wrong([...path, "keyFile"], "must not be set together with `keyEnv`");
  if ((settings.keyEnv ?? settings.keyFile) !== undefined && settings.url !== undefined && isReadable(settings.url))
    wrong([...path, "url"], "must be an https:// URL, because a key is sent; http:// is for this machine only");
  return isUsable ? settings : undefined;
}

/** True if others on the network could read what is sent. */
function isReadable(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function readPrice(value: unknown, path: readonly string[], wrong: Report): Pick<ModelSettings, "price"> {
  if (value === undefined) return {};
  const { input, output } = isRecord(value) ? value : {};
  if (isAmount(input) && isAmount(output)) return { price: { input, output } };
  wrong(path, "must be {input, output} in US dollars per million tokens");
  return {};
}

function readUse(use: JsonObject, models: ModelsFile["models"], report: Report): ModelsFile["use"] {
  unknownKeys(use, new Set(PURPOSES), ["use"], report);
  return Object.fromEntries(
    PURPOSES.flatMap((purpose) => {
      const name = use[purpose];
      if (name === undefined || name === "off") return [];
      const model = typeof name === "string" ? lookUp(models, name) : undefined;
      const fits = model !== undefined && FITS[purpose]?.(model.kind) !== false;
      if (fits) return [[purpose, name]];
      if (model !== undefined && purpose === "observe") {
        report(["use", purpose], "must be the name of a model with a server: an agent needs too many tokens");
        return [];
      }
      if (model !== undefined) {
        report(["use", purpose], `must be the name of an agent: a model of kind ${AGENT_KINDS.join(", ")}`);
        return [];
      }
      report(["use", purpose], `must be the name of a usable model, or "off"`);
      return [];
    }),
  );
}

function readBudget(budget: JsonObject, report: Report): ModelBudget {
  unknownKeys(budget, new Set(Object.keys(USUAL_BUDGET)), ["budget"], report);
  const read = { ...USUAL_BUDGET };
  for (const key of Object.keys(USUAL_BUDGET) as (keyof ModelBudget)[]) {
    const value = budget[key];
    if (isAmount(value)) read[key] = value;
    else if (value !== undefined)
      report(["budget", key], `must be a number of at least 0; ${USUAL_BUDGET[key]} applies`);
  }
  return read;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function objectAt(value: JsonObject, key: string, report: Report): JsonObject {
  const found = value[key] ?? {};
  if (isRecord(found)) return found;
  report([key], "must be an object");
  return {};
}

function unknownKeys(value: JsonObject, known: ReadonlySet<string>, path: readonly string[], report: Report): void {
  for (const key of Object.keys(value))
    if (!known.has(key)) report([...path, key], `Unknown setting "${key}".`, "CONFIG_UNKNOWN_KEY");
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}
