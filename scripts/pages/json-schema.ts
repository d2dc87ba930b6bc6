/** The JSON schema of the native format, for editors. It names the events; the loader knows more spellings of them. */
import { z } from "zod";
import { EVENT_NAMES, EVENTS } from "../../src/core/events/events.js";
import { configSchema, type KeyFacts } from "../../src/sources/dialects/native/schema.js";

type Json = Record<string, unknown>;

const ENTRIES = { $ref: "#/definitions/entries" };

export function schemaText(): string {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, {
    target: "draft-7",
    override: ({ jsonSchema }) => tellScopes(jsonSchema as Json),
  }) as Json;
  const byEvent = ((schema["properties"] as Json)["hooks"] as { anyOf: Json[] }).anyOf[0]!;
  const entries = byEvent["additionalProperties"];
  byEvent["additionalProperties"] = ENTRIES;
  byEvent["properties"] = Object.fromEntries(
    EVENT_NAMES.map((name) => [name, { description: EVENTS[name].summary, allOf: [ENTRIES] }]),
  );
  const text = {
    $schema,
    title: "Snaphook hooks file",
    description: "Hooks of a project or a person: hooks.json, hooks.jsonc or hooks.yaml.",
    ...schema,
    definitions: { entries },
  };
  return `${JSON.stringify(text, null, 2)}\n`;
}

/** Validators know no key "scopes": what it means is said in words. */
function tellScopes(schema: Json): void {
  const { scopes } = schema as Partial<KeyFacts>;
  delete schema["scopes"];
  if (scopes !== undefined && !scopes.includes("project")) {
    schema["description"] = `${String(schema["description"])} Not in a project's files.`;
  }
}
