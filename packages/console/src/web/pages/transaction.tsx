/** The page of a transaction: its entries, its history, its notes, related transactions, and the possible acts. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { CodeBlock } from '../parts/as-code';
import { Badge, Day, Id, Layer, Moment, Status } from '../parts/labels';
import { Money } from '../parts/money';
import { CurrentFiguresNote } from '../parts/current-figures-note';
import { For, Page } from '../parts/page';
import type { PageParams } from '../parts/page-component';
import { Loading, Problem } from '../parts/states';
import { Tabs } from '../parts/tabs';
import { ActDialog } from './transaction/act-dialog';
import { AmendDrawer } from './transaction/amend-drawer';
import { Drawing } from './transaction/drawing';
import { Entries } from './transaction/entries';
import { Facts } from './transaction/facts';
import { Graph } from './transaction/graph';
import { NoteDrawer } from './transaction/note-drawer';
import { Notes } from './transaction/notes';
import { offersOn, type Act } from './transaction/offers';
import { StateSummary } from './transaction/state-summary';
import { TimeLine } from './transaction/time-line';
import './transaction/graph.css';
import './transaction/transaction.css';

type Found = Schemas['Transaction'];

/** An act that was performed on this page, with the transaction that it returned. */
interface Done {
  readonly act: Act;
  readonly outcome: Found;
}

export const Transaction = ({ params }: { readonly params: PageParams }) => {
  const transactionId = params.transactionId ?? '';
  const href = useHref();
  const [done, setDone] = useState<readonly Done[]>([]);
  const [told, setTold] = useState(0);
  const found = useAnswer(`transaction ${transactionId}`, () =>
    ask(client.GET('/api/v1/transactions/{transactionId}', { params: { path: { transactionId } } })),
  );
  if (found.problem !== undefined)
    return (
      <Page title="Transaction" over={<Link href={href('transactions')}>Transactions</Link>}>
        <Problem of={found.problem} retry={found.reload} />
      </Page>
    );
  if (found.data === undefined) return <Loading what="Loading the transaction" />;
  return (
    <Opened
      transaction={found.data}
      done={done}
      version={done.length + told}
      onDone={(last) => {
        setDone([...done, last]);
        found.reload();
      }}
      onTold={() => {
        setTold(told + 1);
        found.reload();
      }}
    />
  );
};

interface OpenedProps {
  readonly transaction: Found;
  readonly done: readonly Done[];
  /** A number that changes after each act, amendment and note, so that the history is read again. */
  readonly version: number;
  readonly onDone: (done: Done) => void;
  /** Called after the texts were amended or a note was attached, and after an act that may have happened. */
  readonly onTold: () => void;
}

const Opened = ({ transaction, done, version, onDone, onTold }: OpenedProps) => {
  const href = useHref();
  const [act, setAct] = useState<Act>();
  const [telling, setTelling] = useState<'words' | 'note'>();
  const query = useQuery();
  const { description, status, hold, layer, reference } = transaction;
  const closeTelling = (): void => {
    setTelling(undefined);
    onTold();
    // Opens the tab that shows the new amendment or note.
    query.set({ tab: 'notes' }, { replace: true });
  };
  /** Closes a window whose act may have happened: the page then reads the transaction again. */
  const leave = (mayHaveHappened: boolean): void => {
    setAct(undefined);
    setTelling(undefined);
    if (mayHaveHappened) onTold();
  };
  return (
    <Page
      title={description}
      over={<Link href={href('transactions')}>Transactions</Link>}
      under={
        <span class="row">
          <Layer of={layer} />
          {hold === null || status !== 'posted' ? <Status of={status} /> : <HoldState of={hold.state} />}
          <span>
            Effective <Day of={transaction.effective_date} />
          </span>
          {reference === null ? null : <span>{reference}</span>}
          {transaction.amended_at === null ? null : (
            <Link href={href(`transactions/${transaction.id}`, { tab: 'notes' })}>
              Amended <Moment of={transaction.amended_at} isAgo />
            </Link>
          )}
          <Id of={transaction.id} />
        </span>
      }
      actions={
        <>
          {transaction.sequence === null ? null : (
            <Link class="button" href={href(`transactions/${transaction.id}/receipt`)}>
              Receipt
            </Link>
          )}
          <For least="bookkeeper">
            {offersOn(transaction).map((one) => (
              <button key={one.name} type="button" class="button" onClick={() => setAct(one)}>
                {one.title}
              </button>
            ))}
            {status === 'pending' ? null : (
              <button type="button" class="button" onClick={() => setTelling('words')}>
                Amend texts
              </button>
            )}
            <button type="button" class="button" onClick={() => setTelling('note')}>
              Attach a note
            </button>
            <Link class="button" href={href('transactions/new', { copy: transaction.id })}>
              Copy as a new transaction
            </Link>
          </For>
        </>
      }
    >
      {done.map((one) => (
        <Outcome key={one.outcome.updated_at} of={one} here={transaction.id} />
      ))}
      <CurrentFiguresNote what="Its later states are shown" />
      <StateSummary transaction={transaction} />
      <Drawing entries={transaction.entries} />
      <div class="columns">
        <TimeLine transaction={transaction} version={version} />
        <Graph transaction={transaction} version={version} />
      </div>
      <Tabs
        label="About this transaction"
        tabs={[
          { id: 'entries', title: 'Entries', draw: () => <Entries transaction={transaction} /> },
          {
            id: 'notes',
            title: 'Notes and amendments',
            draw: () => <Notes transactionId={transaction.id} version={version} />,
          },
          { id: 'facts', title: 'Details', draw: () => <Facts transaction={transaction} /> },
          {
            id: 'json',
            title: 'JSON',
            draw: () => <CodeBlock text={JSON.stringify(transaction, null, 2)} label="the transaction as JSON" />,
          },
        ]}
      />
      {telling === undefined ? null : telling === 'words' ? (
        <AmendDrawer transaction={transaction} onClose={leave} onDone={closeTelling} />
      ) : (
        <NoteDrawer transactionId={transaction.id} onClose={leave} onDone={closeTelling} />
      )}
      {act === undefined ? null : (
        <ActDialog
          act={act}
          transaction={transaction}
          onClose={leave}
          onDone={(outcome) => {
            setAct(undefined);
            onDone({ act, outcome });
          }}
        />
      )}
    </Page>
  );
};

const holdTones = { open: 'warn', settled: 'good', released: 'plain', expired: 'plain' } as const;

const HoldState = ({ of: state }: { readonly of: keyof typeof holdTones }) => (
  <Badge tone={holdTones[state]}>{state === 'open' ? 'open hold' : `hold ${state}`}</Badge>
);

/** Reports the result of an act. The result is a new transaction, except after a void. */
const Outcome = ({ of: { act, outcome }, here }: { readonly of: Done; readonly here: string }) => {
  const href = useHref();
  return (
    <p class="note is-good" role="status">
      {act.done}:{' '}
      <Money of={act.name === 'extend' && outcome.hold ? outcome.hold.amount : outcome.total_amount} currency />
      {outcome.id === here ? (
        '.'
      ) : (
        <>
          , by <Link href={href(`transactions/${outcome.id}`)}>{outcome.description}</Link>.
        </>
      )}
    </p>
  );
};
