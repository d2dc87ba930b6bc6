/** The description of the daemon's HTTP API, made from its routes. */
import type { Route } from "../../src/daemon/http/route.js";
import { OTLP_ROUTES } from "../../src/daemon/http/routes/otlp.js";
import { ROUTES } from "../../src/daemon/http/routes.js";
import { shape } from "../../src/daemon/http/schema.js";
import { SHAPES } from "../../src/daemon/http/shapes.js";

type Json = Record<string, unknown>;

const DESCRIPTION = [
  "For programs of the same user on the same machine. Every route takes a token.",
  "The hooks' token may post events and nothing else; the control token may do everything.",
  "See api.md for how to call it.",
].join(" ");

const REFUSED = {
  description: "Refused. The code says why.",
  content: { "application/json": { schema: shape("Error") } },
};

export function openApiText(): string {
  const paths: Record<string, Json> = {};
  for (const route of [...ROUTES, ...OTLP_ROUTES]) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  const file = {
    openapi: "3.1.0",
    info: { title: "Snaphook's daemon", version: "1", description: DESCRIPTION },
    servers: [
      { url: "http://127.0.0.1:{port}", variables: { port: { default: "0", description: "See `snaphook status`." } } },
    ],
    paths,
    components: {
      schemas: SHAPES,
      securitySchemes: {
        hooks: { type: "http", scheme: "bearer", description: "Posts events." },
        control: { type: "http", scheme: "bearer", description: "Does everything." },
      },
    },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function operation(route: Route): Json {
  return {
    operationId: operationId(route),
    summary: route.summary,
    security: route.token === "hooks" ? [{ hooks: [] }, { control: [] }] : [{ control: [] }],
    ...(route.params === undefined ? {} : { parameters: parameters(route.params) }),
    ...(route.accepts === undefined ? {} : { requestBody: requestBody(route, route.accepts) }),
    responses: {
      200: {
        description: route.streams === undefined ? "Done." : "Lines, for as long as both sides like.",
        content: contents(route.streams ?? ["application/json"], route.reply),
      },
      default: REFUSED,
    },
  };
}

/** `GET /v1/sessions/{id}` → `getV1SessionsId`. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

function parameters(params: NonNullable<Route["params"]>): Json[] {
  return Object.entries(params).map(([name, { required = false, ...param }]) => ({ name, ...param, required }));
}

function requestBody(route: Route, accepts: readonly string[]): Json {
  return { required: true, content: contents(accepts, route.body ?? {}) };
}

function contents(types: readonly string[], schema: object): Json {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}
