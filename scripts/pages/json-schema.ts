/** The JSON schema of the native format, for editors. It knows the events by name; the loader knows more spellings. */
import { z } from "zod";
import { EVENT_NAMES, EVENTS } from "../../src/core/events.js";
import { configSchema, type KeyFacts } from "../../src/sources/dialects/native/schema.js";

type Json = Record<string, unknown>;

export function schemaText(): string {
  const schema = z.toJSONSchema(configSchema, {
    target: "draft-7",
    override: ({ jsonSchema }) => tell(jsonSchema as Json),
  }) as Json;
  const byEvent = ((schema["properties"] as Json)["hooks"] as { anyOf: Json[] }).anyOf[0]!;
  const { additionalProperties: groups } = byEvent;
  byEvent["properties"] = Object.fromEntries(
    EVENT_NAMES.map((name) => [name, { ...(groups as Json), description: EVENTS[name].summary }]),
  );
  const { $schema, ...rest } = schema;
  const head = {
    $schema,
    title: "Snaphook hooks file",
    description: "Hooks of a project or a person: hooks.json, hooks.jsonc or hooks.yaml.",
  };
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`;
}

/** Validators know no key "scopes": what it means is said in words. */
function tell(schema: Json): void {
  const { scopes } = schema as Partial<KeyFacts>;
  delete schema["scopes"];
  if (scopes !== undefined && !scopes.includes("project")) {
    schema["description"] = `${String(schema["description"])} Not in a project's files.`;
  }
}
