/** Several names for the same. */
export function spread<T>(names: string, value: T): Record<string, T> {
  return Object.fromEntries(names.split(" ").map((name) => [name, value]));
}
