/** Shows the entries of a template or a draft in a debit and a credit column, with their sums. They are not posted yet. */
import { usePlace } from '../api/place';
import { sumOf } from './amount';
import { Layer } from './labels';
import { Money } from './money';
import type { LayerName } from './layers';
import { TableFrame } from './table-frame';

export interface EntryLineValue {
  readonly account_code: string | null;
  readonly account_id?: string | null;
  readonly type: 'debit' | 'credit';
  readonly layer: LayerName;
  readonly amount: string;
  readonly description: string | null;
}

export const EntryLines = ({
  of: entries,
  caption,
}: {
  readonly of: readonly EntryLineValue[];
  readonly caption: string;
}) => {
  const { ledger } = usePlace();
  const sum = (side: 'debit' | 'credit'): string =>
    sumOf(entries.filter(({ type }) => type === side).map(({ amount }) => amount));
  return (
    <TableFrame>
      <table class="table is-plain entry-lines">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" class="number">
              Debit, {ledger.currency}
            </th>
            <th scope="col" class="number">
              Credit
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ account_code: code, account_id: id, type, layer, amount, description }, index) => (
            <tr key={index}>
              <td>
                {layer === 'settled' ? null : (
                  <>
                    <Layer of={layer} isShort />{' '}
                  </>
                )}
                {code ?? <code>{id}</code>}
                {description === null ? null : <div class="small soft">{description}</div>}
              </td>
              <td class="number">{type === 'debit' ? <Money of={amount} /> : null}</td>
              <td class="number">{type === 'credit' ? <Money of={amount} /> : null}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{entries.length} entries</th>
            <td class="number">
              <Money of={sum('debit')} />
            </td>
            <td class="number">
              <Money of={sum('credit')} />
            </td>
          </tr>
        </tfoot>
      </table>
    </TableFrame>
  );
};
