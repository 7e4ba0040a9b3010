/** One transaction: its entries, its history, the related transactions, and the acts that are possible. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { CodeBlock } from '../parts/as-code';
import { Badge, Day, Id, Layer, Status } from '../parts/labels';
import { Money } from '../parts/money';
import { CurrentFiguresNote } from '../parts/current-figures-note';
import { For, Page } from '../parts/page';
import type { PageParams } from '../parts/page-component';
import { Loading, Problem } from '../parts/states';
import { Tabs } from '../parts/tabs';
import { ActDialog } from './transaction/act-dialog';
import { Drawing } from './transaction/drawing';
import { Entries } from './transaction/entries';
import { Facts } from './transaction/facts';
import { Graph } from './transaction/graph';
import { offersOn, type Act } from './transaction/offers';
import { StateSummary } from './transaction/state-summary';
import { TimeLine } from './transaction/time-line';
import './transaction/graph.css';
import './transaction/transaction.css';

type Found = Schemas['Transaction'];

/** The latest act on this page. */
interface Done {
  readonly act: Act;
  readonly outcome: Found;
}

export const Transaction = ({ params }: { readonly params: PageParams }) => {
  const transactionId = params.transactionId ?? '';
  const href = useHref();
  const [done, setDone] = useState<readonly Done[]>([]);
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
      onDone={(last) => {
        setDone([...done, last]);
        found.reload();
      }}
    />
  );
};

interface OpenedProps {
  readonly transaction: Found;
  readonly done: readonly Done[];
  readonly onDone: (done: Done) => void;
}

const Opened = ({ transaction, done, onDone }: OpenedProps) => {
  const href = useHref();
  const [act, setAct] = useState<Act>();
  const { description, status, hold, layer, reference } = transaction;
  const version = done.length;
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
          { id: 'facts', title: 'Details', draw: () => <Facts transaction={transaction} /> },
          {
            id: 'json',
            title: 'JSON',
            draw: () => <CodeBlock text={JSON.stringify(transaction, null, 2)} label="the transaction as JSON" />,
          },
        ]}
      />
      {act === undefined ? null : (
        <ActDialog
          act={act}
          transaction={transaction}
          onClose={() => setAct(undefined)}
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

/** The result of an act: another transaction, except for a void. */
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
