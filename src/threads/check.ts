/** Reads fields of one entity and collects findings with their place. */
import { type Finding, finding } from "../core/errors.js";
import { isRecord, type JsonObject } from "../core/text/json.js";
import { didYouMean } from "../core/text/suggest.js";
import type { FieldPath, PromptKind, RawEntity } from "./registry.js";

export class EntityCheck {
  readonly findings: Finding[] = [];
  readonly value: JsonObject;

  constructor(readonly entity: RawEntity) {
    this.value = isRecord(entity.value) ? entity.value : {};
    if (!isRecord(entity.value)) this.report([], `"${entity.name}" must be an object`);
    const { name } = this.value;
    if (name !== undefined && name !== entity.name)
      this.report(["name"], `\`name\` is ${JSON.stringify(name)}, but this is "${entity.name}"`);
  }

  get isSound(): boolean {
    return !this.findings.some(({ severity }) => severity === "error");
  }

  report(path: FieldPath, message: string): void {
    this.findings.push(finding("THREAD_TEMPLATE", message, this.entity.where(path)));
  }

  text(path: FieldPath, value: unknown): string | undefined {
    if (value === undefined) return undefined;
    if (typeof value === "string" && value.trim() !== "") return value;
    this.report(path, `\`${path.join(".")}\` must be a text that is not empty`);
    return undefined;
  }

  required(path: FieldPath, value: unknown): string {
    if (value === undefined) this.report(path, `\`${path.join(".")}\` is missing`);
    return this.text(path, value) ?? "";
  }

  positive(path: FieldPath, value: unknown, isWhole: boolean): number | undefined {
    if (value === undefined) return undefined;
    if (typeof value === "number" && value > 0 && (!isWhole || Number.isInteger(value)) && Number.isFinite(value))
      return value;
    this.report(path, `\`${path.join(".")}\` must be a positive ${isWhole ? "whole " : ""}number`);
    return undefined;
  }

  flag(path: FieldPath, value: unknown, usual: boolean): boolean {
    if (value !== undefined && typeof value !== "boolean")
      this.report(path, `\`${path.join(".")}\` must be true or false`);
    return typeof value === "boolean" ? value : usual;
  }

  /** A text, or `file:NAME` for the text of a file. */
  prompt(path: FieldPath, value: unknown, kind: PromptKind): string | undefined {
    const text = this.text(path, value);
    if (!text?.startsWith("file:")) return this.#possible(path, text);
    const found = this.entity.readPrompt(kind, text.slice("file:".length));
    if ("text" in found) return this.#possible(path, found.text);
    this.report(path, found.problem);
    return undefined;
  }

  /** A misspelt limit would be no limit. */
  keys(path: FieldPath, value: unknown, known: readonly string[]): void {
    const unknown = isRecord(value) ? Object.keys(value).filter((key) => !known.includes(key)) : [];
    for (const key of unknown) {
      const near = didYouMean(key, known);
      if (near !== "") this.report([...path, key], `unknown key "${key}".${near}`);
    }
  }

  /** Cortex's tools that start other threads and wait for them. */
  noServerTool(path: FieldPath, text: string): void {
    const tool = /\bthread_(?:split|wait)\b/.exec(text)?.[0];
    if (tool !== undefined)
      this.report(
        path,
        `agent "${this.entity.name}" is to call \`${tool}\`, a tool of Cortex's server: a thread of Snaphook neither splits nor waits for other threads`,
      );
  }

  #possible(path: FieldPath, text: string | undefined): string | undefined {
    if (text !== undefined) this.noServerTool(path, text);
    return text;
  }
}
