/** A long list: only the rows on the screen are in the document. All rows have the same height. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

interface Props<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly label: string;
  readonly empty: ComponentChildren;
  readonly render: (row: Row) => ComponentChildren;
  /** The newest row is the first: what is looked at stays where it is when others come. */
  readonly growsAtStart?: boolean;
}

const MARGIN_ROWS = 12;

export function Rows<Row>({ rows, keyOf, label, empty, render, growsAtStart = false }: Props<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const view = useSignal({ top: 0, height: 800, row: 30 });
  const first = useRef<string | undefined>(undefined);
  useEffect(() => {
    const measure = () => {
      const element = box.current;
      if (element === null) return;
      const row = Number.parseFloat(getComputedStyle(element).getPropertyValue("--row")) || 30;
      view.value = { top: element.scrollTop, height: element.clientHeight, row };
    };
    const observer = new ResizeObserver(measure);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const before = first.current;
    first.current = rows[0] && keyOf(rows[0]);
    const element = box.current!;
    if (!growsAtStart || before === undefined || element.scrollTop === 0) return;
    const added = rows.findIndex((row) => keyOf(row) === before);
    if (added > 0) element.scrollTop += added * view.peek().row;
  }, [rows]);
  const { top, height, row } = view.value;
  const from = Math.max(0, Math.floor(top / row) - MARGIN_ROWS);
  const to = Math.min(rows.length, Math.ceil((top + height) / row) + MARGIN_ROWS);
  return (
    <div
      class="rows"
      ref={box}
      tabIndex={-1}
      onScroll={({ currentTarget }) => {
        view.value = { ...view.peek(), top: currentTarget.scrollTop };
      }}
    >
      {rows.length === 0 ? (
        <div class="empty">{empty}</div>
      ) : (
        <ul aria-label={label} style={{ height: `${rows.length * row}px` }}>
          {rows.slice(from, to).map((one, index) => (
            <li
              key={keyOf(one)}
              aria-setsize={rows.length}
              aria-posinset={from + index + 1}
              style={{ transform: `translateY(${(from + index) * row}px)` }}
            >
              {render(one)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
