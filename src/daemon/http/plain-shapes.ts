/** Values that many shapes hold. */
import { integer, type Schema, text } from "./schema.js";

export const ID: Schema = text({ pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$" });
export const TIME: Schema = integer({ minimum: 0, description: "Milliseconds since 1970." });
export const EVENT_NAME: Schema = text({ maxLength: 128, description: "Canonical, namespaced, or the agent's own." });
