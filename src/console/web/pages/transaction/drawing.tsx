/** The T-accounts of a transaction, as they are drawn in books. */
import { Link } from 'wouter-preact';
import { useHref } from '../../api/place';
import { Layer } from '../../parts/labels';
import { Money } from '../../parts/money';
import { tAccountsOf, type Entry, type TAccount } from './t-accounts';

/** More than these are read in the table of entries. */
const mostDrawn = 12;

export const Drawing = ({ entries }: { readonly entries: readonly Entry[] }) => {
  const drawn = tAccountsOf(entries);
  return (
    <section class="part" aria-label="T-accounts">
      <div class="t-accounts">
        {drawn.slice(0, mostDrawn).map((account) => (
          <T key={`${account.accountId} ${account.layer}`} of={account} />
        ))}
      </div>
      {drawn.length > mostDrawn ? (
        <p class="small soft">and {drawn.length - mostDrawn} accounts more, which stand among the entries</p>
      ) : null}
    </section>
  );
};

const T = ({ of: account }: { readonly of: TAccount }) => {
  const href = useHref();
  return (
    <figure class="t-account">
      <figcaption>
        <Link href={href(`accounts/${account.accountId}`)}>{account.code}</Link>
        <Layer of={account.layer} isShort />
        <span class="small soft">{account.name}</span>
      </figcaption>
      <div class="sides">
        <Side name="Debits" entries={account.debits} />
        <Side name="Credits" entries={account.credits} />
      </div>
    </figure>
  );
};

const Side = ({ name, entries }: { readonly name: string; readonly entries: readonly Entry[] }) => (
  <ul aria-label={name}>
    {entries.map(({ id, amount, description }) => (
      <li key={id} title={description ?? undefined}>
        <Money of={amount} />
      </li>
    ))}
  </ul>
);
