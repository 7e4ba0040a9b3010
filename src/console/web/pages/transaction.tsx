/** One transaction: what it moved, what happened to it, what it belongs to, and what can still be done with it. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { Day, Id, Layer, Moment, Status } from '../parts/labels';
import { Money } from '../parts/money';
import type { PageParams } from '../parts/page-component';
import { For, Page } from '../parts/page';
import { Loading, Problem } from '../parts/states';
import { Table } from '../parts/table';
import { Tabs } from '../parts/tabs';
import { ActDialog } from './transaction/act-dialog';
import { offersOn, type Act } from './transaction/offers';
import { Drawing } from './transaction/drawing';
import { Graph } from './transaction/graph';
import { TimeLine } from './transaction/time-line';
import './transaction/transaction.css';

type Found = Schemas['Transaction'];

export const Transaction = ({ params }: { readonly params: PageParams }) => {
  const transactionId = params.transactionId ?? '';
  const href = useHref();
  const found = useAnswer(`transaction ${transactionId}`, () =>
    ask(client.GET('/api/v1/transactions/{transactionId}', { params: { path: { transactionId } } })),
  );
  if (found.problem !== undefined)
    return (
      <Page title="Transaction" over={<Link href={href('transactions')}>Transactions</Link>}>
        <Problem of={found.problem} retry={found.reload} />
      </Page>
    );
  if (found.data === undefined) return <Loading what="Reading the transaction" />;
  return <Opened key={`${found.data.id} ${found.data.updated_at}`} transaction={found.data} reload={found.reload} />;
};

const Opened = ({ transaction, reload }: { readonly transaction: Found; readonly reload: () => void }) => {
  const href = useHref();
  const [act, setAct] = useState<Act>();
  const { description, status, hold } = transaction;
  return (
    <Page
      title={description}
      over={<Link href={href('transactions')}>Transactions</Link>}
      under={
        <span class="row">
          <Status of={status} />
          {hold === null ? null : <Status of={hold.state} />}
          <Layer of={transaction.layer} />
          <span>
            effective <Day of={transaction.effective_date} />
          </span>
          {transaction.reference === null ? null : <span class="mono">{transaction.reference}</span>}
          <Id of={transaction.id} />
        </span>
      }
      actions={
        <For least="bookkeeper">
          {offersOn(transaction).map((one) => (
            <button key={one.name} type="button" class="button" onClick={() => setAct(one)}>
              {one.title}
            </button>
          ))}
        </For>
      }
    >
      <p class="amount-line">
        <Money of={transaction.total_amount} currency isLarge />
      </p>
      <Standing transaction={transaction} />
      <Drawing entries={transaction.entries} />
      <div class="columns">
        <TimeLine id={transaction.id} acceptedAt={transaction.created_at} />
        <Graph transaction={transaction} />
      </div>
      <Tabs
        label="About this transaction"
        tabs={[
          { id: 'entries', title: 'Entries', draw: () => <Entries transaction={transaction} /> },
          { id: 'facts', title: 'Facts', draw: () => <Facts transaction={transaction} /> },
          {
            id: 'json',
            title: 'JSON',
            draw: () => (
              <div class="code-block">
                <pre tabIndex={0}>{JSON.stringify(transaction, null, 2)}</pre>
              </div>
            ),
          },
        ]}
      />
      {act === undefined ? null : (
        <ActDialog
          act={act}
          transaction={transaction}
          onClose={() => setAct(undefined)}
          onDone={() => {
            setAct(undefined);
            reload();
          }}
        />
      )}
    </Page>
  );
};

/** Why it failed or was voided, what is left of a hold, how much was reversed. */
const Standing = ({
  transaction: { failure, void_reason: reason, hold, reversed_amount: reversed, status },
}: {
  readonly transaction: Found;
}) => (
  <>
    {failure === null ? null : (
      <p class="note is-bad">
        It was not posted: {failure.message} <code>{failure.code}</code>
      </p>
    )}
    {status === 'void' ? <p class="note is-warn">Void{reason === null ? '' : `: ${reason}`}</p> : null}
    {hold === null ? null : (
      <dl class="facts">
        <dt>Held</dt>
        <dd>
          <Money of={hold.amount} currency />
        </dd>
        <dt>Settled</dt>
        <dd>
          <Money of={hold.settled_amount} />
        </dd>
        <dt>Released</dt>
        <dd>
          <Money of={hold.released_amount} />
        </dd>
        <dt>Left</dt>
        <dd>
          <Money of={hold.remaining_amount} />
        </dd>
        <dt>Expires</dt>
        <dd>
          <Moment of={hold.expires_at} />
        </dd>
      </dl>
    )}
    {/^0(\.0+)?$/.test(reversed) ? null : (
      <p class="small">
        Reversed: <Money of={reversed} currency />
      </p>
    )}
  </>
);

const Entries = ({ transaction: { entries } }: { readonly transaction: Found }) => {
  const href = useHref();
  const amountOn =
    (side: 'debit' | 'credit') =>
    ({ type, amount }: Found['entries'][number]) =>
      type === side ? <Money of={amount} /> : null;
  return (
    <Table
      caption="Entries"
      isCaptionHidden
      rows={entries}
      rowKey={({ id }) => id}
      href={({ account_id: id }) => href(`accounts/${id}`)}
      columns={[
        { key: 'account', title: 'Account', cell: ({ account_code: code }) => code },
        { key: 'name', title: 'Name', isWide: true, cell: ({ account_name: name }) => name },
        { key: 'layer', title: 'Layer', cell: ({ layer }) => <Layer of={layer} isShort /> },
        { key: 'text', title: 'Description', isWide: true, cell: ({ description }) => description },
        { key: 'debit', title: 'Debit', isNumber: true, cell: amountOn('debit') },
        { key: 'credit', title: 'Credit', isNumber: true, cell: amountOn('credit') },
      ]}
    />
  );
};

/** Everything else that it says, by the API's own names. */
const Facts = ({ transaction }: { readonly transaction: Found }) => {
  const href = useHref();
  const told = [
    'idempotency_key',
    'sequence',
    'posted_at',
    'created_at',
    'transaction_code',
    'transaction_code_version',
    'journal_id',
    'batch_id',
  ] as const;
  const pairs = [
    ...told.map((name): [string, unknown] => [name, transaction[name]]),
    ...Object.entries(transaction.attributes ?? {}).map(([name, value]): [string, unknown] => [
      `attributes.${name}`,
      value,
    ]),
    ...Object.entries(transaction.metadata ?? {}).map(([name, value]): [string, unknown] => [
      `metadata.${name}`,
      value,
    ]),
  ].filter(([, value]) => value !== null);
  return (
    <dl class="facts">
      {pairs.map(([name, value]) => (
        <>
          <dt key={`${name} name`}>
            <code>{name}</code>
          </dt>
          <dd key={name}>
            {name.startsWith('attributes.') ? (
              <Link href={href('transactions', { attributes: `${name.slice('attributes.'.length)}=${String(value)}` })}>
                {String(value)}
              </Link>
            ) : typeof value === 'object' ? (
              JSON.stringify(value)
            ) : (
              String(value)
            )}
          </dd>
        </>
      ))}
    </dl>
  );
};
