/** The fields for the part that an act takes: the whole remaining amount, an amount, or the amounts of single entries. */
import { useId } from 'preact/hooks';
import type { Problem } from '../../api/answer';
import { usePlace } from '../../api/place';
import { formatAmount } from '../../parts/amount';
import { TextField } from '../../parts/form';
import { Layer } from '../../parts/labels';
import { Money } from '../../parts/money';
import type { Act, ActFields } from './offers';
import type { Entry } from './t-accounts';
import { extentsOf, totalsOf, type Extent } from './undo-parts';
import { TableFrame } from '../../parts/table-frame';

interface ExtentsProps {
  readonly act: Act;
  readonly entries: readonly Entry[];
  readonly fields: ActFields;
  readonly change: (changed: Partial<ActFields>) => void;
  readonly problem: Problem | undefined;
}

export const Extents = ({ act, entries, fields, change, problem }: ExtentsProps) => {
  const { ledger } = usePlace();
  const name = useId();
  const left = act.left === undefined ? '' : formatAmount(act.left, ledger.display_decimals);
  const labels: Readonly<Record<Extent, string>> = {
    all: `The whole remaining amount: ${left} ${ledger.currency}`,
    amount: 'A part of it',
    entries: 'Parts of its entries',
  };
  return (
    <fieldset class="extents">
      <legend>Amount</legend>
      {extentsOf(entries).map((extent) => (
        <label key={extent} class="check">
          <input type="radio" name={name} checked={fields.extent === extent} onChange={() => change({ extent })} />
          <span>{labels[extent]}</span>
        </label>
      ))}
      {fields.extent === 'amount' ? (
        <div class="fields">
          <TextField
            label={`Amount in ${ledger.currency}${fields.allowsExcess ? '' : `, at most ${left}`}`}
            name="amount"
            value={fields.amount}
            onInput={(amount) => change({ amount })}
            problem={problem}
            isAmount
            isFocused
          />
        </div>
      ) : null}
      {fields.extent === 'entries' ? <EntryParts act={act} entries={entries} fields={fields} change={change} /> : null}
    </fieldset>
  );
};

/** The fields of an extension: the new amount and the new expiry of the hold. */
export const Rise = ({ act, fields, change, problem }: Omit<ExtentsProps, 'entries'>) => {
  const { ledger } = usePlace();
  const held = act.left === undefined ? '' : formatAmount(act.left, ledger.display_decimals);
  return (
    <>
      <TextField
        label="New total"
        name="amount"
        value={fields.amount}
        onInput={(amount) => change({ amount })}
        problem={problem}
        hint={`More than ${held} ${ledger.currency}; leave empty to keep the amount`}
        isAmount
        isFocused
      />
      <TextField
        label="Held until"
        name="expires_at"
        type="datetime-local"
        value={fields.expires}
        onInput={(expires) => change({ expires })}
        problem={problem}
        hint="Empty: until it is settled or released"
      />
    </>
  );
};

const EntryParts = ({ act, entries, fields, change }: Omit<ExtentsProps, 'problem'>) => {
  const isUnbounded = fields.allowsExcess || act.isTouched;
  const { debits, credits, complaint } = totalsOf(entries, fields.parts, isUnbounded);
  const typeIn = (id: string, amount: string): void => change({ parts: { ...fields.parts, [id]: amount } });
  const cell = (entry: Entry, side: Entry['type']) =>
    entry.type === side ? (
      <input
        class="input is-amount"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${isUnbounded ? 'Part' : `At most ${entry.amount}`} of the ${side} of ${entry.account_code}`}
        placeholder={act.isTouched ? '' : entry.amount}
        value={fields.parts[entry.id] ?? ''}
        onInput={(event) => typeIn(entry.id, event.currentTarget.value)}
      />
    ) : null;
  return (
    <>
      <TableFrame>
        <table class="table is-plain parts-to-undo">
          <caption class="heard">Amount of each entry</caption>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col" class="number">
                Debit to undo
              </th>
              <th scope="col" class="number">
                Credit to undo
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <th scope="row">
                  {entry.account_code} <Layer of={entry.layer} isShort />
                </th>
                <td class="number">{cell(entry, 'debit')}</td>
                <td class="number">{cell(entry, 'credit')}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td class="number">
                <Money of={debits} />
              </td>
              <td class="number">
                <Money of={credits} />
              </td>
            </tr>
          </tfoot>
        </table>
      </TableFrame>
      <p class="small soft" role="status">
        {complaint ?? 'Debits and credits are equal.'}
      </p>
    </>
  );
};
