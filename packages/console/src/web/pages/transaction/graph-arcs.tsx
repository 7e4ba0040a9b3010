/** Draws the arcs on the left of the graph. Screen readers skip them, because the text beside them has the same content. */
import type { Arc } from './graph-layout';

/** Sizes in units of the drawing. 16 units are 1 rem, so that the drawing grows with the text. */
const rowHeight = 60;
const laneWidth = 15;
const dotAt = 10;
const round = 9;

interface GraphArcsProps {
  readonly arcs: readonly Arc[];
  readonly rows: number;
  /** The number of the row with the page's own transaction. */
  readonly here: number;
}

export const GraphArcs = ({ arcs, rows, here }: GraphArcsProps) => {
  const lanes = Math.max(0, ...arcs.map(({ lane }) => lane + 1));
  const width = lanes * laneWidth + 2 * dotAt + (lanes > 0 ? 8 : 0);
  const x = width - dotAt;
  const y = (row: number): number => (row + 0.5) * rowHeight;
  return (
    <svg
      class="arcs"
      viewBox={`0 0 ${width} ${rows * rowHeight}`}
      style={{ width: `${width / 16}rem`, height: `${(rows * rowHeight) / 16}rem` }}
      aria-hidden="true"
    >
      <path class="rail" d={`M${x} ${y(0)}V${y(rows - 1)}`} />
      {arcs.map((arc) => {
        const left = x - dotAt - 6 - arc.lane * laneWidth;
        const [start, end] = [y(arc.fromRow), y(arc.toRow)];
        const turn = start < end ? round : -round;
        const touchesHere = arc.fromRow === here || arc.toRow === here;
        return (
          <g key={`${arc.from} ${arc.to}`} class={`arc is-${arc.verb}${touchesHere ? ' is-near' : ''}`}>
            <path
              d={`M${x} ${start}H${left + round}Q${left} ${start} ${left} ${start + turn}V${end - turn}Q${left} ${end} ${left + round} ${end}H${x - 8}`}
            />
            <path class="tip" d={`M${x - 6} ${end}l-6 -3.6v7.2z`} />
          </g>
        );
      })}
      {Array.from({ length: rows }, (_, row) => (
        <circle key={row} class={row === here ? 'is-here' : ''} cx={x} cy={y(row)} r={row === here ? 6 : 4} />
      ))}
    </svg>
  );
};
