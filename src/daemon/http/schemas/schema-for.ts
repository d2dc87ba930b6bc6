/**
 * Types on the event path are plain TypeScript, because no schema library is loaded there. This keeps their schemas in
 * sync: a field or value in only one of the two does not compile.
 */
import type { z } from "zod";

/** `schemaFor<EventRecord>()(z.strictObject({ … }))` */
export const schemaFor =
  <Type>() =>
  <Schema extends z.ZodType>(schema: Schema & Check<Plain<z.output<Schema>>, Plain<Type>>): Schema =>
    schema;

type Check<A, B> = Same<A, B> extends true ? unknown : { readonly fieldsThatDiffer: Differing<A, B> };

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Differing<A, B> = {
  [Key in keyof A | keyof B]-?: Key extends keyof A & keyof B ? (Same<A[Key], B[Key]> extends true ? never : Key) : Key;
}[keyof A | keyof B];

/** Removes `readonly`, and flattens intersections. */
type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Plain<T[Key]> }
    : T;
