/** Further members of a transaction, by the API's names. Some link to a list of transactions with the same value. */
import { Link } from 'wouter-preact';
import { Fragment, type ComponentChildren } from 'preact';
import type { Schemas } from '../../api/client';
import { useHref } from '../../api/place';
import { Id, Moment } from '../../parts/labels';

type Found = Schemas['Transaction'];
type Pair = readonly [name: string, value: ComponentChildren];

export const Facts = ({ transaction }: { readonly transaction: Found }) => {
  const href = useHref();
  const alike = (filters: Readonly<Record<string, string>>, shown: ComponentChildren): ComponentChildren => (
    <Link href={href('transactions', filters)}>{shown}</Link>
  );
  const { correlation_id: correlation, batch_id: batch, journal_id: journal, reference } = transaction;
  const { transaction_code: code, transaction_code_version: version, idempotency_key: key } = transaction;
  const own: readonly (Pair | undefined)[] = [
    ['id', <Id of={transaction.id} isWhole />],
    reference === null ? undefined : ['reference', alike({ reference }, reference)],
    key === null ? undefined : ['idempotency_key', <code>{key}</code>],
    transaction.sequence === null ? undefined : ['sequence', `№ ${transaction.sequence}`],
    ['created_at', <Moment of={transaction.created_at} />],
    transaction.posted_at === null ? undefined : ['posted_at', <Moment of={transaction.posted_at} />],
    code === null
      ? undefined
      : [
          'transaction_code',
          <>
            <Link href={href('transaction-codes', { search: code })}>{code}</Link>
            {version === null ? '' : `, version ${version}`}
          </>,
        ],
    correlation === null ? undefined : ['correlation_id', alike({ correlation }, correlation)],
    transaction.correlation_type === null ? undefined : ['correlation_type', transaction.correlation_type],
    ['journal_id', alike({ journal }, <code>{journal}</code>)],
    batch === null ? undefined : ['batch_id', alike({ batch }, <code>{batch}</code>)],
  ];
  const attributes = Object.entries(transaction.attributes ?? {}).map(([name, value]): Pair => [
    name,
    alike({ attributes: `${name}=${String(value)}` }, String(value)),
  ]);
  const metadata = Object.entries(transaction.metadata ?? {}).map(([name, value]): Pair => [
    name,
    typeof value === 'string' ? value : <code>{JSON.stringify(value)}</code>,
  ]);
  return (
    <div class="columns">
      <Pairs title="Transaction" of={own.filter((pair) => pair !== undefined)} />
      <div class="stack">
        <Pairs
          title="Attributes"
          of={attributes}
          none="No attributes. Attributes describe the purpose of a transaction, and can be searched."
        />
        <Pairs title="Metadata" of={metadata} none="No metadata was sent with the transaction." />
      </div>
    </div>
  );
};

interface PairsProps {
  readonly title: string;
  readonly of: readonly Pair[];
  readonly none?: string;
}

const Pairs = ({ title, of: pairs, none }: PairsProps) => (
  <section class="stack">
    <h3>{title}</h3>
    {pairs.length === 0 ? (
      <p class="soft small">{none}</p>
    ) : (
      <dl class="facts">
        {pairs.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    )}
  </section>
);
