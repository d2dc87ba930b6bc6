/** The description of the daemon's HTTP API, made from its routes and their schemas. */
import { z } from "zod";
import type { Route } from "../../src/daemon/http/route.js";
import { OTLP_ROUTES, PAGE_ONLY_ROUTES, ROUTES } from "../../src/daemon/http/routes.js";
import { errorSchema } from "../../src/daemon/http/schemas/daemon.js";
import { NAMED_SCHEMAS } from "../../src/daemon/http/schemas/named.js";

type Json = Record<string, unknown>;

const DESCRIPTION = [
  "For programs of the same user on the same machine. Every route takes a token.",
  "The hooks' token may post events and nothing else; the control token may do everything.",
  "Paths with servers of their own, and the scheme `page`, are for the local page: its port accepts only its own tokens.",
  "See api.md for how to call it.",
].join(" ");

const REF = "#/components/schemas/";

/** The JSON Schema of a schema: a reference if it has a name. */
type SchemaText = (schema: z.ZodType) => Json;

export function openApiText(): string {
  const routes = [...ROUTES, ...OTLP_ROUTES, ...PAGE_ONLY_ROUTES];
  const { named, textOf } = schemaTexts(
    routes.flatMap(({ params, body, reply }) => [params, body, reply]).filter((schema) => schema !== undefined),
  );
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, textOf) };
  }
  const file = {
    openapi: "3.1.0",
    info: { title: "Snaphook's daemon", version: "1", description: DESCRIPTION },
    servers: [
      { url: "http://127.0.0.1:{port}", variables: { port: { default: "0", description: "See `snaphook status`." } } },
    ],
    paths,
    components: {
      schemas: named,
      securitySchemes: {
        hooks: { type: "http", scheme: "bearer", description: "Posts events." },
        control: { type: "http", scheme: "bearer", description: "Does everything." },
        page: {
          type: "http",
          scheme: "bearer",
          description:
            "A token of the local page, on the port of the page only. Of the other paths it may use those that list it.",
        },
        ticket: { type: "http", scheme: "bearer", description: "A ticket of a card: answers its question, once." },
      },
    },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function schemaTexts(schemas: readonly z.ZodType[]): { named: Json; textOf: SchemaText } {
  const names = new Map(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, name]));
  const unnamed = [...new Set(schemas)].filter((schema) => !names.has(schema));
  const ids = new Map([...names, ...unnamed.map((schema, index) => [schema, `unnamed ${index}`] as const)]);
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of ids) registry.add(schema, { id });
  // `unrepresentable`: objects with any keys say themselves what they are.
  const made = z.toJSONSchema(registry, { uri: (id) => `${REF}${id}`, unrepresentable: "any" }).schemas;
  const text = (schema: z.ZodType): Json => {
    const { $schema: _, $id: __, ...rest } = made[ids.get(schema)!] as Json;
    return rest;
  };
  return {
    named: Object.fromEntries([...names].map(([schema, name]) => [name, text(schema)])),
    textOf: (schema) => (names.has(schema) ? { $ref: `${REF}${names.get(schema)}` } : text(schema)),
  };
}

function operation(route: Route, textOf: SchemaText): Json {
  return {
    operationId: operationId(route),
    summary: route.summary,
    security: securityOf(route),
    ...(isPageOnly(route) ? { servers: PAGE_SERVERS } : {}),
    ...(route.params === undefined ? {} : { parameters: parameters(route.path, textOf(route.params)) }),
    ...(route.accepts === undefined
      ? {}
      : { requestBody: { required: true, content: contents(route.accepts, route.body ? textOf(route.body) : {}) } }),
    responses: {
      200: {
        description: route.streams === undefined ? "Done." : "Lines, for as long as both sides like.",
        content: contents(route.streams ?? ["application/json"], textOf(route.reply)),
      },
      default: {
        description: "Refused. The code says why.",
        content: contents(["application/json"], textOf(errorSchema)),
      },
    },
  };
}

const PAGE_SERVERS = [
  { url: "http://localhost:{port}", variables: { port: { default: "0", description: "See `snaphook page`." } } },
];

const isPageOnly = ({ token }: Route) => token === "page" || token === "code";

/** A code is in the body, so it is no scheme. */
function securityOf({ token, page }: Route): Json[] {
  const tokens = token === "hooks" ? ["hooks", "control"] : token === "code" ? [] : [token];
  const all = page === undefined ? tokens : [...tokens, "page"];
  return [...new Set(all)].map((name) => ({ [name]: [] }));
}

/** `GET /v1/sessions/{id}` → `getV1SessionsId`. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

function parameters(path: string, { properties, required = [] }: Json): Json[] {
  return Object.entries(properties as Record<string, Json>).map(([name, { description, ...schema }]) => ({
    name,
    in: path.includes(`{${name}}`) ? "path" : "query",
    description,
    schema,
    required: (required as string[]).includes(name),
  }));
}

function contents(types: readonly string[], schema: Json): Json {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}
