/** Draws the T-accounts of a transaction, as in an account book. */
import { Link } from 'wouter-preact';
import { useHref } from '../../api/place';
import { Layer } from '../../parts/labels';
import { Money } from '../../parts/money';
import { shortCode } from '../../parts/short-code';
import { tAccountsOf, type Entry, type TAccount, type TSide } from './t-accounts';

/** The maximum number of T-accounts. A transaction with more accounts shows only the table of entries. */
const mostDrawn = 12;

export const Drawing = ({ entries }: { readonly entries: readonly Entry[] }) => {
  const drawn = tAccountsOf(entries);
  return (
    <section class="stack" aria-label="T-accounts">
      <div class="t-accounts">
        {drawn.slice(0, mostDrawn).map((account) => (
          <T key={`${account.accountId} ${account.layer}`} of={account} />
        ))}
      </div>
      {drawn.length > mostDrawn ? (
        <p class="small soft">and {drawn.length - mostDrawn} more accounts, which are in the list of entries</p>
      ) : null}
    </section>
  );
};

const T = ({ of: account }: { readonly of: TAccount }) => {
  const href = useHref();
  return (
    <figure class="t-account">
      <figcaption>
        <Link href={href(`accounts/${account.accountId}`)}>{shortCode(account.code)}</Link>
        <Layer of={account.layer} isShort />
        <span class="name">{account.name}</span>
      </figcaption>
      <div class="sides">
        <Side name={`Debits of ${account.code}`} of={account.debits} />
        <Side name={`Credits of ${account.code}`} of={account.credits} />
      </div>
    </figure>
  );
};

const Side = ({ name, of: { entries, sum } }: { readonly name: string; readonly of: TSide }) => (
  <div class="t-side">
    {entries.length === 0 ? (
      <span class="heard">{name}: none</span>
    ) : (
      <ul aria-label={name}>
        {entries.map(({ id, amount, description }) => (
          <li key={id}>
            <Money of={amount} />
            {description === null ? null : <span class="why small soft">{description}</span>}
          </li>
        ))}
      </ul>
    )}
    {entries.length < 2 ? null : (
      <p class="sum">
        <span class="heard">Total </span>
        <Money of={sum} />
      </p>
    )}
  </div>
);
