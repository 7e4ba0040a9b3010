/** What a dry run says: whether it would be posted, and every balance that it would change, before and after. */
import type { Schemas } from '../api/client';
import { difference } from './amount';
import { Layer } from './labels';
import { Money } from './money';

export type DryRun = Pick<Schemas['DryRun'], 'would' | 'code' | 'message' | 'balances'>;

export const BalancesPreview = ({ of: { would, code, message, balances } }: { readonly of: DryRun }) => (
  <div class="stack" aria-live="polite">
    {would === 'failed' ? (
      <p class="note is-bad" role="alert">
        It would fail: {message} <code>{code}</code>
      </p>
    ) : null}
    {would === 'replayed' ? <p class="note is-warn">This was done already; nothing would change.</p> : null}
    {balances.length === 0 ? null : (
      <div class="table-frame">
        <table class="table">
          <caption>Every balance it changes</caption>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Layer</th>
              <th scope="col" class="number">
                Before
              </th>
              <th scope="col" class="number">
                Change
              </th>
              <th scope="col" class="number">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {balances.map(({ account_id: id, account_code: accountCode, layer, before, after }) => (
              <tr key={`${id} ${layer}`}>
                <td>{accountCode}</td>
                <td>
                  <Layer of={layer} isShort />
                </td>
                <td class="number">
                  <Money of={before} />
                </td>
                <td class="number soft">
                  <Money of={difference(after, before)} />
                </td>
                <td class="number">
                  <Money of={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </div>
);
