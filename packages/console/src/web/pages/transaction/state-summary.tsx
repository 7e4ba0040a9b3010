/** The state of a transaction: its amount, its remaining amount, and the reason if it failed or was voided. */
import type { Schemas } from '../../api/client';
import { difference, isZero, shareOf } from '../../parts/amount';
import { ExplainedSum, SumOfHolds } from '../../parts/explained-sum';
import { Moment } from '../../parts/labels';
import { Money } from '../../parts/money';

type Found = Schemas['Transaction'];
type Hold = NonNullable<Found['hold']>;

export const StateSummary = ({ transaction }: { readonly transaction: Found }) => {
  const { failure, void_reason: reason, hold, status, total_amount: total, reversed_amount: reversed } = transaction;
  return (
    <div class="stack">
      {failure === null ? null : (
        <p class="note is-bad">
          It was not posted: {failure.message} <code>{failure.code}</code>
        </p>
      )}
      {status === 'void' ? (
        <p class="note is-warn">It no longer counts{reason === null ? '.' : `: “${reason}”`}</p>
      ) : null}
      {hold !== null ? (
        <HoldSummary of={hold} />
      ) : isZero(reversed) ? (
        <p>
          <Money of={total} currency isLarge />
        </p>
      ) : (
        <ExplainedSum
          label="Parts of the transaction"
          terms={[
            ['', 'Posted', <Money of={total} currency />],
            ['−', 'Reversed', <Money of={reversed} />],
            ['=', 'Left', <Money of={difference(total, reversed)} />],
          ]}
        />
      )}
    </div>
  );
};

const HoldSummary = ({ of: hold }: { readonly of: Hold }) => (
  <>
    <SumOfHolds label="Parts of the hold" of={[hold]} />
    {isMixed(hold) ? <Share of={hold} /> : null}
    {hold.state === 'open' && hold.expires_at !== null ? (
      <p class="small soft">
        The remaining amount is released at <Moment of={hold.expires_at} />, unless it is settled before then.
      </p>
    ) : null}
  </>
);

/** Returns whether the hold has more than one of the settled, released and remaining parts. Otherwise no bar is drawn. */
const isMixed = ({ settled_amount: settled, released_amount: released, remaining_amount: left }: Hold): boolean =>
  [settled, released, left].filter((part) => !isZero(part)).length > 1;

/** Draws the settled, the released and the remaining amount as parts of a bar. The text beside it has the same content. */
const Share = ({
  of: { amount, settled_amount: settled, released_amount: released, remaining_amount: left },
}: {
  readonly of: Hold;
}) => {
  const width = (part: string) => ({ width: `${shareOf(part, amount) * 100}%` });
  return (
    <div class="share" aria-hidden="true">
      <span class="is-settled" style={width(settled)} />
      <span class="is-released" style={width(released)} />
      <span class="is-left" style={width(left)} />
    </div>
  );
};
