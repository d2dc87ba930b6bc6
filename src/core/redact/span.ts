/** A part of a text that is a secret, and what kind of secret it is. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** Looks for one sort of secret. Never throws; takes time in proportion to the text. */
export type Finder = (text: string) => Iterable<Span>;

/**
 * Spans that do not overlap, in order. Of two that do, the wider stays; as wide as each other, the one that was named
 * first. What is already redacted stays as it is.
 */
export function settle(spans: readonly Span[], taken: readonly Span[]): Span[] {
  const ordered = spans
    .map((span, order) => ({ ...span, order }))
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: (Span & { order: number })[] = [];
  let next = 0;
  for (const span of ordered) {
    while (next < taken.length && taken[next]!.end <= span.start) next++;
    if (next < taken.length && taken[next]!.start < span.end) continue;
    const last = kept.at(-1);
    if (last === undefined || last.end <= span.start) kept.push(span);
    else if (span.end <= last.end)
      kept[kept.length - 1] = span.order < last.order ? { ...last, kind: span.kind } : last;
    else kept[kept.length - 1] = { ...last, end: span.end };
  }
  return kept;
}
