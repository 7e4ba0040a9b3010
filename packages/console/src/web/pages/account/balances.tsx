/** Shows the balances of an account on a day: settled, pending, and available. */
import type { Schemas } from '../../api/client';
import { isZero } from '../../parts/amount';
import { Day, Layer, layerNames } from '../../parts/labels';
import { Money } from '../../parts/money';
import { TableFrame } from '../../parts/table-frame';

export const Balances = ({ of: balance }: { readonly of: Schemas['AccountBalance'] }) => {
  const { balances, layer_details: details } = balance;
  return (
    <section class="part" aria-labelledby="balance-now">
      <div class="row spread">
        <h2 id="balance-now">Balance</h2>
        <span class="soft small">
          at the end of <Day of={balance.as_of_date} />
        </span>
      </div>
      <div class="row balance-figures">
        <div>
          <div class="soft small">Settled</div>
          <Money of={balances.settled} isLarge currency={balance.currency} />
        </div>
        <div>
          <div class="soft small">Available</div>
          <Money of={balances.available} isLarge currency={balance.currency} />
        </div>
      </div>
      <TableFrame>
        <table class="table is-plain">
          <caption class="heard">Balance by layer</caption>
          <thead>
            <tr>
              <th scope="col">Layer</th>
              <th scope="col" class="number">
                Debits
              </th>
              <th scope="col" class="number">
                Credits
              </th>
              <th scope="col" class="number">
                Balance
              </th>
              <th scope="col" class="number is-wide">
                Entries
              </th>
            </tr>
          </thead>
          <tbody>
            {layerNames.map((layer) => (
              <tr key={layer}>
                <td>
                  <Layer of={layer} />
                </td>
                <td class="number">
                  <Money of={details[layer].debits} />
                </td>
                <td class="number">
                  <Money of={details[layer].credits} />
                </td>
                <td class="number">
                  <Money of={details[layer].balance} />
                </td>
                <td class="number is-wide">{details[layer].entry_count.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {isZero(balances.overdue) ? null : (
        <p class="small soft">
          Overdue encumbrances, open and effective on or before this day: <Money of={balances.overdue} currency />.
        </p>
      )}
      {isZero(balances.future) ? null : (
        <p class="small soft">
          Entries of later days, in all layers: <Money of={balances.future} currency />.
        </p>
      )}
    </section>
  );
};
