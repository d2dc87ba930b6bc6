/** A range of text that is a secret, and its kind. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** Finds one kind of secret. Never throws; runs in linear time. */
export type Finder = (text: string) => Iterable<Span>;

/**
 * Non-overlapping spans, in order. Of two that overlap, the wider one stays, otherwise the first. Already redacted text
 * stays.
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
