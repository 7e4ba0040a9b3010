/**
 * A line chart over days. The chart library is loaded with the first chart. The colours are those of the page, in light and in dark mode.
 */
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { useStore } from '../api/store';
import { theme } from './theme';
import { spanWithZero, ticksInShort } from './ticks';

export interface ChartPoint {
  /** The time of the point in seconds since 1970. */
  readonly at: number;
  /** The value as a floating-point number, which is precise enough for a chart. */
  readonly value: number;
}

export interface LineChartProps {
  readonly points: readonly ChartPoint[];
  /** A sentence about the content of the chart, for screen readers. */
  readonly label: string;
  /** Whether the line has steps, as for a balance, which stays the same until the next entry. */
  readonly isStepped?: boolean;
  /** Whether the axis begins at zero, so that heights can be compared. Only then is the area below the line filled. */
  readonly isFromZero?: boolean;
  readonly height?: number;
}

/** Returns the colours of an element in the current mode, light or dark: in the computed style, `light-dark()` is already resolved. */
const coloursOf = (element: HTMLElement): { readonly ink: string; readonly rule: string; readonly line: string } => {
  const { color, borderTopColor, caretColor } = getComputedStyle(element);
  return { ink: color, rule: borderTopColor, line: caretColor };
};

/** Returns the colour `rgb(1, 2, 3)` with this opacity. */
const faint = (colour: string, alpha: number): string => colour.replace(/^rgb\((.*)\)$/, `rgba($1, ${alpha})`);

export const LineChart = ({ points, label, isStepped = false, isFromZero = false, height = 220 }: LineChartProps) => {
  const holder = useRef<HTMLDivElement>(null);
  const chosen = useStore(theme);
  useEffect(() => {
    const { current: element } = holder;
    if (element === null || points.length === 0) return undefined;
    let chart: uPlot | undefined;
    let isGone = false;
    const draw = async (): Promise<void> => {
      const { uPlot: Plot } = await import('./line-chart-drawing');
      if (isGone) return;
      chart?.destroy();
      const { ink, rule, line } = coloursOf(element);
      const axis = {
        stroke: ink,
        grid: { stroke: rule, width: 1 },
        ticks: { show: false },
        font: '12px Arial, sans-serif',
      };
      const { stepped } = Plot.paths;
      chart = new Plot(
        {
          width: element.clientWidth,
          height,
          padding: [10, 22, 0, 0],
          legend: { show: false },
          cursor: { y: false, points: { size: 7 } },
          tzDate: (seconds) => Plot.tzDate(new Date(seconds * 1000), 'UTC'),
          ...(isFromZero
            ? {
                scales: {
                  y: { range: (_: unknown, low: number | null, high: number | null) => spanWithZero(low, high) },
                },
              }
            : {}),
          axes: [
            { ...axis, grid: { show: false }, space: 70, values: (_, splits) => daysAt(splits) },
            {
              ...axis,
              size: axisSize(element.clientWidth),
              values: (_, splits) => ticksInShort(splits),
            },
          ],
          series: [
            {},
            {
              stroke: line,
              width: 1.75,
              ...(isFromZero ? { fill: faint(line, 0.08) } : {}),
              points: { show: points.length < 3 },
              ...(isStepped && stepped !== undefined ? { paths: stepped({ align: 1 }) } : {}),
            },
          ],
        },
        [points.map(({ at }) => at), points.map(({ value }) => value)],
        element,
      );
    };
    void draw();
    const resized = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = (): void => void draw();
    scheme.addEventListener('change', redraw);
    return () => {
      isGone = true;
      resized.disconnect();
      scheme.removeEventListener('change', redraw);
      chart?.destroy();
    };
  }, [points, isStepped, isFromZero, height, chosen]);
  return <div ref={holder} class="chart" role="img" aria-label={label} style={{ minHeight: `${height}px` }} />;
};

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const manyMonthsSeconds = 300 * 86_400;

const daysAt = (splits: readonly number[]): string[] => {
  const isLong = (splits.at(-1) ?? 0) - (splits[0] ?? 0) > manyMonthsSeconds;
  return splits.map((seconds) => (isLong ? monthAndYear : dayAndMonth).format(new Date(seconds * 1000)));
};

const axisSize = (width: number): number => (width < 480 ? 58 : 78);
