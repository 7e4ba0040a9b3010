/** What happened to a transaction, in the order of the ledger's log, and by whom. */
import { ask } from '../../api/answer';
import { client } from '../../api/client';
import { useAnswer } from '../../api/use-answer';
import { Moment } from '../../parts/labels';
import { Answered } from '../../parts/states';

const mostTold = 50;

export const TimeLine = ({ id, acceptedAt }: { readonly id: string; readonly acceptedAt: string }) => {
  const activity = useAnswer(`activity of ${id}`, () =>
    ask(client.GET('/api/v1/activity', { params: { query: { transaction_id: id, limit: mostTold } } })),
  );
  return (
    <section class="part">
      <h2>What happened</h2>
      <Answered by={activity}>
        {(events) => (
          <ol class="time-line">
            <li>
              <span>accepted</span> <Moment of={acceptedAt} />
            </li>
            {events.toReversed().map((event) => (
              <li key={event.sequence}>
                <span>{event.type.replace('transaction_', '').replaceAll('_', ' ')}</span>{' '}
                <Moment of={event.occurred_at} /> <span class="soft">by {event.actor}</span>{' '}
                <span class="soft small">№ {event.sequence}</span>
                {event.reason === null ? null : <q>{event.reason}</q>}
              </li>
            ))}
          </ol>
        )}
      </Answered>
    </section>
  );
};
