/** Shows how a balance is computed: opening balance + additions − deductions = closing balance. */
import { Day } from './labels';
import { Money } from './money';
import type { AccountStatement } from './statement';

export const Equation = ({ of: statement }: { readonly of: AccountStatement }) => {
  const isDebit = statement.account.normal_balance === 'debit';
  const terms = [
    { sign: '', name: 'Opening', day: statement.from, amount: statement.opening_balance },
    { sign: isDebit ? '+' : '−', name: 'Debits', amount: statement.debits },
    { sign: isDebit ? '−' : '+', name: 'Credits', amount: statement.credits },
    { sign: '=', name: 'Closing', day: statement.to, amount: statement.closing_balance },
  ];
  // The side that increases the balance comes first.
  const [opening, debits, credits, closing] = terms;
  const ordered = isDebit ? terms : [opening, credits, debits, closing].filter((term) => term !== undefined);
  return (
    <dl class="explained" aria-label="How the balance is calculated">
      {ordered.map(({ sign, name, day, amount }) => (
        <div key={name}>
          <dt>
            {name}
            {day === undefined ? null : (
              <>
                , {name === 'Opening' ? 'before' : 'after'} <Day of={day} />
              </>
            )}
          </dt>
          <dd>
            {sign === '' ? null : <span class="sign">{sign}</span>}
            <Money of={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
