/** The transaction among those it belongs to: what came before at the left, what came of it at the right. */
import { Link } from 'wouter-preact';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { useHref } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { Day, Status } from '../../parts/labels';
import { Money } from '../../parts/money';
import { relationsOf, type Relation } from './relations';

type Transaction = Schemas['Transaction'];

/** Of one correlation, as many as one page has. */
const mostAlike = 50;

export const Graph = ({ transaction }: { readonly transaction: Transaction }) => {
  const correlation = transaction.correlation_id;
  const alike = useAnswer(correlation === null ? undefined : `correlation ${correlation}`, () =>
    ask(
      client.GET('/api/v1/transactions', {
        params: { query: { correlation_id: correlation ?? '', limit: mostAlike } },
      }),
    ),
  );
  const known = new Map((alike.data ?? []).map((one) => [one.id, one]));
  const relations = relationsOf(transaction, alike.data ?? []);
  if (relations.length === 0 && correlation === null) return null;
  const [before, after] = [relations.filter(({ isBefore }) => isBefore), relations.filter(({ isBefore }) => !isBefore)];
  return (
    <section class="part">
      <h2>What it belongs to</h2>
      {correlation === null ? null : (
        <p class="small soft">
          Correlation <code>{correlation}</code>
          {transaction.correlation_type === null ? null : `, ${transaction.correlation_type}`}
        </p>
      )}
      <div class="graph">
        <Nodes relations={before} known={known} label="Before" />
        <div class="node is-here" aria-current="true">
          <strong>This one</strong>
          <Money of={transaction.total_amount} currency />
        </div>
        <Nodes relations={after} known={known} label="After" />
      </div>
    </section>
  );
};

const Nodes = ({
  relations,
  known,
  label,
}: {
  readonly relations: readonly Relation[];
  readonly known: ReadonlyMap<string, Transaction>;
  readonly label: string;
}) => (
  <ul class="nodes" aria-label={label}>
    {relations.map(({ id, says }) => (
      <Node key={id} id={id} says={says} known={known.get(id)} />
    ))}
  </ul>
);

const Node = ({
  id,
  says,
  known,
}: {
  readonly id: string;
  readonly says: string;
  readonly known: Transaction | undefined;
}) => {
  const href = useHref();
  return (
    <li class="node">
      <span class="small soft">{says}</span>
      <Link href={href(`transactions/${id}`)}>{known?.description ?? `…${id.slice(-8)}`}</Link>
      {known === undefined ? null : (
        <span class="row small">
          <Day of={known.effective_date} />
          <Status of={known.hold?.state ?? known.status} />
          <Money of={known.total_amount} />
        </span>
      )}
    </li>
  );
};
