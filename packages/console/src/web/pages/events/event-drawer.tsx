/** Shows an event of the log: what happened, who did it, its place in the hash chain, and the data that webhooks receive. */
import { Link } from 'wouter-preact';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { useHref } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { CodeBlock } from '../../parts/as-code';
import { Drawer } from '../../parts/dialog';
import { foreignText } from '../../parts/foreign-text';
import { Id, Moment } from '../../parts/labels';
import { Answered, Empty } from '../../parts/states';
import type { Column } from '../../parts/table';
import { Actor, useActors } from '../activity/actors';
import { inWords, pathOfSubject } from './subject';
import './events.css';

type LedgerEvent = Schemas['LedgerEvent'];

/** Reads the event with this sequence: it is the first event after the previous sequence. */
export const useEvent = (sequence: number) =>
  useAnswer(`event ${sequence}`, async () => {
    const query = { after_sequence: sequence - 1, limit: 1 };
    const answer = await ask(client.GET('/api/v1/events', { params: { query } }));
    return answer.ok ? { ...answer, data: answer.data.find((event) => event.sequence === sequence) ?? null } : answer;
  });

/** A column with the sequence of each event. A click on it opens the event. */
export const sequenceColumn = <Row,>(
  sequenceOf: (row: Row) => number,
  open: (sequence: number) => void,
): Column<Row> => ({
  key: 'sequence',
  title: 'Sequence',
  cell: (row) => (
    <button type="button" class="link-button" onClick={() => open(sequenceOf(row))}>
      {sequenceOf(row).toLocaleString('en')}
    </button>
  ),
});

interface EventDrawerProps {
  readonly sequence: number;
  readonly onClose: () => void;
}

export const EventDrawer = ({ sequence, onClose }: EventDrawerProps) => {
  const event = useEvent(sequence);
  return (
    <Drawer title={`Event ${sequence.toLocaleString('en')}`} onClose={onClose}>
      <Answered by={event}>
        {(data) => (data === null ? <Empty title="The log has no such event" /> : <EventFacts event={data} />)}
      </Answered>
    </Drawer>
  );
};

const EventFacts = ({ event }: { readonly event: LedgerEvent }) => {
  const actors = useActors();
  const href = useHref();
  const path = pathOfSubject(event.subject);
  return (
    <>
      <dl class="facts">
        <dt>Event type</dt>
        <dd>{inWords(event.type)}</dd>
        <dt>Time</dt>
        <dd>
          <Moment of={event.occurred_at} />
        </dd>
        <dt>Actor</dt>
        <dd>
          <Actor of={event.actor} among={actors} />
        </dd>
        {event.reason === null ? null : (
          <>
            <dt>Reason</dt>
            <dd>{foreignText(event.reason)}</dd>
          </>
        )}
        <dt>Subject</dt>
        <dd>
          {inWords(event.subject.type)} {path === undefined ? null : <Link href={href(path)}>open</Link>}{' '}
          <Id of={event.subject.id} />
        </dd>
      </dl>
      <section class="part">
        <h3>Position in the hash chain</h3>
        <ChainLinks hash={event.hash} previous={event.previous_hash} />
      </section>
      <section class="part">
        <h3>As delivered</h3>
        <CodeBlock text={JSON.stringify(event, null, 2)} label={`event ${event.sequence}`} />
      </section>
    </>
  );
};

/** Each hash includes the previous one, so a change to an event would change all later hashes. */
export const ChainLinks = ({ hash, previous }: { readonly hash: string; readonly previous: string }) => (
  <ol class="chain-links">
    <li>
      <span class="soft small">previous event</span>
      <code>{previous}</code>
    </li>
    <li>
      <span class="soft small">this event</span>
      <code>{hash}</code>
    </li>
  </ol>
);
