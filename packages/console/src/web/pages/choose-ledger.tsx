/**
 * The page with the ledgers that the person may open, by tenant. If there are many, an administrator reads the others at its end, and
 * everybody else opens them by their codes above the list.
 */
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { rootOf } from '../api/address';
import { mayBeIncomplete, isOfSeveral } from '../api/ledger-list';
import { mayAs, type Session } from '../api/session';
import { Mark } from '../parts/icon';
import { Person, tenantsOf, ThemeSwitch } from '../parts/menus';
import { Empty } from '../parts/states';
import { Further, type ListedLedger } from './choose-ledger/further';

/** `missing` is the ledger in the address if it does not exist, if the person may not open it, or if several have this code. */
export const ChooseLedger = ({ session, missing }: { readonly session: Session; readonly missing?: string }) => {
  useEffect(() => {
    document.title = 'Ledgers';
  }, []);
  const [further, setFurther] = useState<readonly ListedLedger[]>([]);
  const inSession = new Set(session.ledgers.map(({ id }) => id));
  const listed: readonly ListedLedger[] = [...session.ledgers, ...further.filter(({ id }) => !inSession.has(id))];
  const others = mayBeIncomplete(session.ledgers) ? (
    <Further session={session} listed={listed} onFound={(found) => setFurther([...further, ...found])} />
  ) : null;
  const mayPage = mayAs(session.operator.role, 'admin');
  return (
    <main class="title-page is-wide">
      <div class="row spread">
        <p class="mark">
          <Mark /> Ledger
        </p>
        <div class="row">
          <ThemeSwitch />
          <Person session={session} />
        </div>
      </div>
      <h1>Choose a ledger</h1>
      {missing === undefined ? null : (
        <p class="note is-warn" role="status">
          {isOfSeveral(missing, session.ledgers) ? (
            <>
              Several tenants have a ledger <code>{missing}</code>. Choose one of them.
            </>
          ) : (
            <>
              There is no ledger <code>{missing}</code>, or you may not open it.
            </>
          )}
        </p>
      )}
      {session.ledgers.length === 0 ? (
        <Empty title="No books yet">
          <p>
            A ledger is one set of books in one currency. An administrator creates the first, or{' '}
            <code>npx ledger demo --profile wallet</code> creates one with two months of sample data.
          </p>
        </Empty>
      ) : null}
      {mayPage ? null : others}
      {tenantsOf(listed).map(({ name, ledgers }) => (
        <section key={ledgers[0]?.tenant_id} class="stack">
          <h2>{name}</h2>
          <ul class="ledger-list">
            {ledgers.map((ledger) => (
              <li key={ledger.id}>
                <Link href={rootOf(ledger)}>
                  <strong>{ledger.name}</strong>
                  <span class="soft">{ledger.currency}</span>
                  <code class="soft">{ledger.code}</code>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {mayPage ? others : null}
    </main>
  );
};
