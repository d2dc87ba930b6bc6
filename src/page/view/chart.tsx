/** A chart of numbers over time, drawn by uPlot on a canvas. The same numbers are in a table below it. */
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";

export interface Line {
  readonly title: string;
  /** A color of `page.css`, without the dashes. */
  readonly color: "red" | "amber" | "green" | "accent" | "quiet";
  /** Null: there is none at this time. */
  readonly values: readonly (number | null)[];
}

interface Props {
  readonly label: string;
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  readonly timeText: (at: number) => string;
  /** Shorter, below the chart. */
  readonly axisText: (at: number) => string;
}

const HEIGHT = 170;

export function Chart({ label, times, lines, format, timeText, axisText }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current!;
    let plot = draw(element);
    const again = () => {
      plot.destroy();
      plot = draw(element);
    };
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", again);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      dark.removeEventListener("change", again);
      observer.disconnect();
      plot.destroy();
    };
  }, [times, lines]);
  const draw = (element: HTMLElement) => {
    const style = getComputedStyle(element);
    const color = (name: string) => resolved(element, `var(--${name})`);
    const font = `11px ${style.fontFamily}`;
    const axis = { stroke: color("quiet"), font, grid: { stroke: color("line"), width: 1 }, ticks: { show: false } };
    return new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        padding: [8, 24, 0, 0],
        scales: { y: { range: (_, __, most) => [0, Math.max(most * 1.1, 1)] } },
        axes: [
          { ...axis, space: 70, values: (_, at) => at.map((one) => axisText(one * 1_000)), size: 28 },
          { ...axis, size: 60, values: (_, found) => found.map(format) },
        ],
        series: [
          { label: "Time", value: (_, at) => (at === null ? "" : timeText(at * 1_000)) },
          ...lines.map((line) => ({
            label: line.title,
            stroke: color(line.color),
            width: 1.5,
            points: { show: true, size: 5 },
            value: (_: uPlot, value: number | null) => (value === null ? "" : format(value)),
          })),
        ],
        cursor: { drag: { x: false, y: false } },
      },
      [times.map((at) => at / 1_000), ...lines.map(({ values }) => [...values])],
      element,
    );
  };
  const textOf = (value: number | null = null) => (value === null ? "" : format(value));
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <div ref={box} class="chart" role="img" aria-label={`${label}, as a chart`} />
      <details>
        <summary>As a table</summary>
        <div class="scrolls">
          <table>
            <thead>
              <tr>
                <th>Time</th>
                {lines.map(({ title }) => (
                  <th key={title} class="number">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((at, index) => (
                <tr key={at}>
                  <td>{timeText(at)}</td>
                  {lines.map(({ title, values }) => (
                    <td key={title} class="number">
                      {textOf(values[index])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** A canvas does not know `light-dark()`. */
function resolved(element: HTMLElement, color: string): string {
  const probe = document.createElement("span");
  probe.style.color = color;
  element.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
