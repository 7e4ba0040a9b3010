/** Draws a link of the hash chain: a ring, the end of the event's hash, and a line to the row below. */
import type { Linked } from './chain';
import { shortHash } from './chain';

interface ChainCellProps {
  readonly of: Linked<{ readonly sequence: number; readonly hash: string }>;
}

export const ChainCell = ({ of: { row, below, hidden } }: ChainCellProps) => (
  <span class={`chain is-${below}`} title={row.hash}>
    <svg class="chain-mark" viewBox="0 0 16 44" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <rect x="4.500" y="3" width="7" height="12" rx="3.500" />
    </svg>
    <code>{shortHash(row.hash)}</code>
    {hidden === 0 ? null : (
      <span class="heard">
        {hidden} {hidden === 1 ? 'event' : 'events'} in between not shown
      </span>
    )}
  </span>
);
