/**
 * The page of a transaction's receipt, as a file and for print. An auditor verifies it without the service, with keys that were stored
 * separately.
 */
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { CodeBlock } from '../parts/as-code';
import { saveText } from '../parts/download';
import { foreignText } from '../parts/foreign-text';
import { Icon } from '../parts/icon';
import { Day, Id, Moment, Status } from '../parts/labels';
import { Page } from '../parts/page';
import type { PageParams } from '../parts/page-component';
import { printPage } from '../parts/printing';
import { Answered } from '../parts/states';
import { checkpointIn } from './receipt/checkpoint';
import { Entries } from './transaction/entries';

export const Receipt = ({ params }: { readonly params: PageParams }) => {
  const transactionId = params.transactionId ?? '';
  const href = useHref();
  const asked = { params: { path: { transactionId } } };
  const transaction = useAnswer(`transaction ${transactionId}`, () =>
    ask(client.GET('/api/v1/transactions/{transactionId}', asked)),
  );
  const receipt = useAnswer(`receipt ${transactionId}`, () =>
    ask(client.GET('/api/v1/transactions/{transactionId}/receipt', asked)),
  );
  const { data } = receipt;
  return (
    <Page
      title="Receipt"
      over={<Link href={href(`transactions/${transactionId}`)}>{transaction.data?.description ?? 'Transaction'}</Link>}
      under={<Id of={transactionId} isWhole />}
      actions={
        data === undefined ? null : (
          <>
            <button
              type="button"
              class="button"
              onClick={() => saveText(JSON.stringify(data), `receipt-${transactionId}.json`, 'application/json')}
            >
              Download
            </button>
            <button type="button" class="button" onClick={printPage}>
              <Icon name="print" /> Print
            </button>
          </>
        )
      }
    >
      <Answered by={transaction} what="Loading the transaction">
        {(found) => <Decided transaction={found} />}
      </Answered>
      <Answered by={receipt} what="Loading the receipt">
        {(found) => <Proof receipt={found} />}
      </Answered>
    </Page>
  );
};

const Decided = ({ transaction }: { readonly transaction: Schemas['Transaction'] }) => (
  <section class="part">
    <h2>{transaction.description}</h2>
    <p class="row">
      <Status of={transaction.status} />
      <span>
        Effective <Day of={transaction.effective_date} />
      </span>
      {transaction.reference === null ? null : <span>{transaction.reference}</span>}
    </p>
    <Entries transaction={transaction} />
  </section>
);

const Proof = ({ receipt }: { readonly receipt: Schemas['Receipt'] }) => {
  const { origin, root, signedAt, signers } = checkpointIn(receipt.checkpoint);
  return (
    <div class="stack">
      <section class="part">
        <h2>Position in the log</h2>
        <dl class="facts">
          <Fact name="Event">№ {receipt.leaf.sequence}</Fact>
          <Fact name="Events in the checkpoint">{receipt.tree_size.toLocaleString('en')}</Fact>
          {signedAt === null ? null : (
            <Fact name="Signed">
              <Moment of={signedAt} />
            </Fact>
          )}
          <Fact name="By">{signers.map(foreignText).join(', ')}</Fact>
          <Fact name="Log">
            <code>{foreignText(origin)}</code>
          </Fact>
          <Fact name="Root">
            <code>{foreignText(root)}</code>
          </Fact>
          <Fact name="Hash of the record">
            <code>{foreignText(receipt.record_hash)}</code>
          </Fact>
          <Fact name="Hash of the event">
            <code>{foreignText(receipt.leaf.event_hash)}</code>
          </Fact>
        </dl>
      </section>
      <section class="part">
        <h2>Verify it</h2>
        <p>
          This page comes from the service, so it proves nothing by itself. An auditor who has saved the public keys
          from <code>/.well-known/ledger-keys</code> checks the downloaded file without the service:{' '}
          <code>node verify-receipt.mjs keys.txt receipt.json</code>. The receipt stays valid even if the transaction is
          voided or reversed later; a reversal has a receipt of its own.
        </p>
      </section>
      <section class="part">
        <h2>Record</h2>
        <CodeBlock text={receipt.record} label="the record" />
      </section>
      <section class="part">
        <h2>Event</h2>
        <CodeBlock text={receipt.event} label="the event" />
      </section>
      <section class="part">
        <h2>Checkpoint</h2>
        <CodeBlock text={receipt.checkpoint} label="the checkpoint" />
      </section>
      {receipt.inclusion.length === 0 ? null : (
        <section class="part">
          <h2>Path to the root</h2>
          <CodeBlock text={receipt.inclusion.join('\n')} label="the path" />
        </section>
      )}
    </div>
  );
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
