/**
 * The graph of related transactions: those of the same correlation, those that this one reverses, settles, releases or extends, and those
 * that undo it.
 */
import { Link } from 'wouter-preact';
import { ask, type Answer } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { useHref } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { Day, Layer, Status } from '../../parts/labels';
import { Money } from '../../parts/money';
import { Answered } from '../../parts/states';
import { GraphArcs } from './graph-arcs';
import { arcsOf, edgesOf, inOrder, namedBy, saysOf, type Edge } from './graph-layout';

type Transaction = Schemas['Transaction'];

/** The maximum number of transactions of the correlation in the graph. */
const mostAlike = 20;
/** The maximum number of transactions outside the correlation. Each needs a request. */
const mostNamed = 5;

/** Matches a correlation that is the id of a transaction. It is not shown, because the graph already shows that transaction. */
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Surroundings {
  readonly transactions: readonly Transaction[];
  readonly hasMore: boolean;
}

export const Graph = ({ transaction, version }: { readonly transaction: Transaction; readonly version: number }) => {
  const href = useHref();
  const { correlation_id: correlation } = transaction;
  const around = useAnswer(`around ${transaction.id} ${version}`, () => readAround(transaction));
  return (
    <section class="part">
      <h2>Related transactions</h2>
      {correlation === null || isId.test(correlation) ? null : (
        <p class="small soft">
          Part of{' '}
          <Link href={href('transactions', { correlation })}>
            <code>{correlation}</code>
          </Link>
          {transaction.correlation_type === null ? '' : `, as a ${transaction.correlation_type}`}
        </p>
      )}
      <Answered by={around}>
        {({ transactions, hasMore }) =>
          transactions.length <= 1 ? (
            <p class="prose">Not related to any other transaction.</p>
          ) : (
            <>
              <Drawn
                here={transaction.id}
                // The page's transaction can be newer than the list, which is read at the same time.
                transactions={inOrder(transactions.map((one) => (one.id === transaction.id ? transaction : one)))}
              />
              {hasMore ? (
                <p class="small soft">Only the newest {mostAlike} transactions with this correlation are shown.</p>
              ) : null}
            </>
          )
        }
      </Answered>
    </section>
  );
};

const Drawn = ({ here, transactions }: { readonly here: string; readonly transactions: readonly Transaction[] }) => {
  const edges = edgesOf(transactions);
  const order = transactions.map(({ id }) => id);
  return (
    <div class="graph">
      <GraphArcs arcs={arcsOf(order, edges)} rows={order.length} here={order.indexOf(here)} />
      <ol>
        {transactions.map((one) => (
          <Node key={one.id} of={one} here={here} edges={edges} all={transactions} />
        ))}
      </ol>
    </div>
  );
};

interface NodeProps {
  readonly of: Transaction;
  readonly here: string;
  readonly edges: readonly Edge[];
  readonly all: readonly Transaction[];
}

const Node = ({ of: one, here, edges, all }: NodeProps) => {
  const href = useHref();
  const nameOf = (id: string): string =>
    id === here ? 'this one' : (all.find((other) => other.id === id)?.description ?? id);
  // If the transaction has a relation to the page's transaction, only that relation is shown.
  const said = saysOf(one.id, edges);
  const withHere = said.filter(({ id }) => id === here);
  const shown = one.id === here ? said : withHere.length > 0 ? withHere : said;
  return (
    <li aria-current={one.id === here ? 'true' : undefined}>
      <div class="line">
        {one.id === here ? (
          <strong class="named">{one.description}</strong>
        ) : (
          <Link className="named" href={href(`transactions/${one.id}`)}>
            {one.description}
          </Link>
        )}
        <Money of={one.total_amount} />
      </div>
      <div class="line small soft">
        <span class="named">
          <Layer of={one.layer} isShort /> <Day of={one.effective_date} />
          {shown[0] === undefined ? '' : ` · ${shown[0].says} ${nameOf(shown[0].id)}`}
          {shown.length > 1 ? ` and ${shown.length - 1} more` : ''}
        </span>
        {one.status === 'posted' && one.hold?.state !== 'open' ? null : (
          <Status of={one.hold?.state === 'open' ? 'open' : one.status} />
        )}
      </div>
    </li>
  );
};

/**
 * Returns the correlation of a transaction. If it has none, its own id is used: transactions that act on it have this id as their
 * correlation.
 */
const correlationOf = ({ correlation_id: correlation, id }: Transaction): string => correlation ?? id;

/** Sends one request for the correlation, and one for each related transaction outside it. */
const readAround = async (transaction: Transaction): Promise<Answer<Surroundings>> => {
  const query = { correlation_id: correlationOf(transaction), limit: mostAlike };
  const alike = await ask(client.GET('/api/v1/transactions', { params: { query } }));
  if (!alike.ok) return alike;
  const known = [transaction, ...alike.data.filter(({ id }) => id !== transaction.id)];
  const missing = namedBy(transaction).filter((id) => known.every((one) => one.id !== id));
  const named = await Promise.all(
    missing
      .slice(0, mostNamed)
      .map((transactionId) =>
        ask(client.GET('/api/v1/transactions/{transactionId}', { params: { path: { transactionId } } })),
      ),
  );
  const data = {
    transactions: [...known, ...named.flatMap((answer) => (answer.ok ? [answer.data] : []))],
    hasMore: alike.pagination?.has_more === true,
  };
  return { ok: true, data, pagination: undefined, meta: undefined };
};
