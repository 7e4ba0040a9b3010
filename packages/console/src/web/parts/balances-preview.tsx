/** Shows the result of a dry run: whether the request would be posted, and each balance before and after it. */
import type { Schemas } from '../api/client';
import { difference, isNegative, isZero, negated } from './amount';
import { Day, Layer } from './labels';
import { Money } from './money';
import type { LayerName } from './layers';
import { TableFrame } from './table-frame';
import './balances-preview.css';

/** A member of `balances` in a dry run of a transaction, of a batch, or of an operation between ledgers. */
export interface BalanceMove {
  readonly account_code: string;
  readonly layer: LayerName;
  readonly as_of_date: string;
  readonly before: string;
  readonly after: string;
}

interface BalancesPreviewProps {
  readonly of: readonly BalanceMove[];
  /** The title of the table. The day of the balances is added to it. */
  readonly caption?: string;
  /** The decimals of the balances, if they are in a ledger other than the page's. */
  readonly decimals?: number;
}

/** A small table with balances before and after. It sends no request. */
export const BalancesPreview = ({ of: moves, caption, decimals }: BalancesPreviewProps) => {
  const scale = decimals === undefined ? {} : { decimals };
  if (moves.length === 0) return <p class="prose">No balance would change.</p>;
  return (
    <TableFrame>
      <table class="table is-plain balances-preview">
        <caption>
          {caption ?? 'Balances, before and after'}, at the end of <Day of={moves[0]?.as_of_date ?? null} />
        </caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" class="number">
              Before
            </th>
            <th scope="col">
              <span class="heard">becomes</span>
            </th>
            <th scope="col" class="number">
              After
            </th>
            <th scope="col" class="number is-wide">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {moves.map(({ account_code: code, layer, before, after }) => (
            <tr key={`${code} ${layer}`}>
              <th scope="row">
                <span class="account-moved">
                  <Layer of={layer} isShort /> {code}
                </span>
              </th>
              <td class="number soft">
                <Money of={before} {...scale} />
              </td>
              <td class="becomes" aria-hidden="true">
                →
              </td>
              <td class={`number${isNegative(after) ? ' is-below' : ''}`}>
                <Money of={after} {...scale} />
              </td>
              <td class="number is-wide">
                <Change by={difference(after, before)} {...scale} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
};

/** Shows a change with its sign. A positive change has a plus sign. */
const Change = ({ by, decimals }: { readonly by: string; readonly decimals?: number }) => {
  const scale = decimals === undefined ? {} : { decimals };
  if (isZero(by)) return <span class="soft">unchanged</span>;
  return (
    <span class="change">
      {isNegative(by) ? '−' : '+'}
      <Money of={isNegative(by) ? negated(by) : by} {...scale} />
    </span>
  );
};

interface DryRunPreviewProps {
  readonly of: Schemas['DryRun'];
  /** Whether the request was sent before and got no answer. It may still be under way, so nobody knows that nothing has been saved. */
  readonly isRepeated?: boolean;
}

/** Shows the result of a dry run in one sentence, and below it the balances that would change. */
export const DryRunPreview = ({ of: run, isRepeated = false }: DryRunPreviewProps) => (
  <div class="stack" aria-live="polite">
    {run.would === 'posted' && isRepeated ? (
      <p class="note is-warn">Your last try has not been posted so far. Sending it again posts it only once.</p>
    ) : run.would === 'posted' ? (
      <p class="note is-good">This would succeed. Nothing has been saved yet.</p>
    ) : run.would === 'replayed' ? (
      <p class="note is-warn">
        This request was already sent. The original transaction would be returned, and nothing posted.
      </p>
    ) : (
      <p class="note is-bad">
        This would be accepted, and then fail: {run.message} <code>{run.code}</code>
      </p>
    )}
    {run.would === 'replayed' || (run.would === 'failed' && run.balances.length === 0) ? null : (
      <BalancesPreview
        of={run.balances}
        {...(run.would === 'failed' ? { caption: 'Balances, as they would have become' } : {})}
      />
    )}
  </div>
);
