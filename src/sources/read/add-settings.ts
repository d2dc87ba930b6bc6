/** Merges the settings of another file: lists are concatenated, for anything else the last one counts. */
export function addSettings(all: Record<string, unknown>, more: Readonly<Record<string, unknown>> = {}): void {
  for (const [name, value] of Object.entries(more)) {
    const known = all[name];
    all[name] = Array.isArray(known) && Array.isArray(value) ? [...known, ...value] : value;
  }
}
