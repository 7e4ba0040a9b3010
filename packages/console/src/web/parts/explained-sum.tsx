/** A sum with its terms, such as held − settled − released = left. The parts of a hold are one, on its page and above the list of holds. */
import type { ComponentChildren } from 'preact';
import type { Schemas } from '../api/client';
import { isZero, sumOf } from './amount';
import { Money } from './money';

type Hold = NonNullable<Schemas['Transaction']['hold']>;
/** A term without a sign explains the term before it and is not added. */
type Term = readonly [sign: string, name: string, amount: ComponentChildren];

export const ExplainedSum = ({ label, terms }: { readonly label: string; readonly terms: readonly Term[] }) => (
  <dl class="explained" aria-label={label}>
    {terms.map(([sign, name, amount]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {sign === '' ? null : <span class="sign">{sign}</span>}
          {amount}
        </dd>
      </div>
    ))}
  </dl>
);

/** The parts of one hold, or of several together. */
export const SumOfHolds = ({ label, of: holds }: { readonly label: string; readonly of: readonly Hold[] }) => {
  const sum = (part: (hold: Hold) => string): string => sumOf(holds.map(part));
  const unlessZero = (name: string, amount: string): readonly Term[] =>
    isZero(amount) ? [] : [['', name, <Money of={amount} />]];
  return (
    <ExplainedSum
      label={label}
      terms={[
        ['', 'Held', <Money of={sum((hold) => hold.amount)} currency />],
        ...unlessZero(
          'of which added later',
          sum((hold) => hold.extended_amount),
        ),
        ['−', 'Settled', <Money of={sum((hold) => hold.settled_amount)} />],
        // The settled part of a hold is never more than its amount. So its settlements add up to this part and the excess.
        ...unlessZero(
          'and beyond the hold',
          sum((hold) => hold.excess_amount),
        ),
        ['−', 'Released', <Money of={sum((hold) => hold.released_amount)} />],
        ['=', 'Left', <Money of={sum((hold) => hold.remaining_amount)} />],
      ]}
    />
  );
};
