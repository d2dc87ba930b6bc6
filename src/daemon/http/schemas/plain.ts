/** Shared value schemas. */
import { z } from "zod";
import { isRecord, type JsonObject } from "../../../core/text/json.js";

export const text = (most: number) => z.string().max(most);
export const time = z.int().min(0).describe("Milliseconds since 1970.");
export const eventName = text(128).describe("Canonical, namespaced, or the agent's own.");
export const verdict = z.enum(["none", "allow", "ask", "deny"]);

/** The lists in our responses are readonly. */
export const list = <Item extends z.ZodType>(item: Item): z.ZodType<readonly z.output<Item>[]> => z.array(item);

/** An object with any keys. It is passed on, not copied. */
export const anyObject = <Type extends object = JsonObject>(description: string) =>
  z
    .custom<Type>(isRecord, {
      error: ({ input }) => (input === undefined ? "is missing" : "must be an object"),
    })
    .meta({ type: "object", description });

/** A whole number in a URL. */
export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(least).max(most));
