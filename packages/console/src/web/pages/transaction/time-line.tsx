/** The events of a transaction in order, with their actors. */
import { Link } from 'wouter-preact';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { useHref } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { Moment } from '../../parts/labels';
import { Answered } from '../../parts/states';
import { useActors } from '../activity/actors';
import { historyOf, type HistoryEntry } from './history';

const mostTold = 50;

interface TimeLineProps {
  readonly transaction: Schemas['Transaction'];
  /** A number that changes after each act, so that the events are read again. */
  readonly version: number;
}

export const TimeLine = ({ transaction, version }: TimeLineProps) => {
  const activity = useAnswer(`activity of ${transaction.id} ${version}`, () =>
    ask(client.GET('/api/v1/activity', { params: { query: { transaction_id: transaction.id, limit: mostTold } } })),
  );
  const actors = useActors();
  return (
    <section class="part">
      <h2>Timeline</h2>
      <Answered by={activity}>
        {(events) => (
          <>
            <ol class="time-line">
              {historyOf(transaction, events).map((entry) => (
                <Happened key={entry.key} of={entry} names={actors} />
              ))}
            </ol>
            {activity.pagination?.has_more === true ? (
              <p class="small soft">
                Only the newest {mostTold} events after the acceptance are shown. The API lists all of them.
              </p>
            ) : null}
          </>
        )}
      </Answered>
    </section>
  );
};

interface HappenedProps {
  readonly of: HistoryEntry;
  readonly names: ReadonlyMap<string, string>;
}

const Happened = ({ of: { what, at, by, sequence, why, tone }, names }: HappenedProps) => {
  const href = useHref();
  return (
    <li class={`is-${tone}`}>
      <div class="what">{what}</div>
      {why === undefined ? null : <q>{why}</q>}
      <div class="when">
        <Moment of={at} />
        {by === undefined ? null : <span title={by}> by {names.get(by) ?? by}</span>}
        {sequence === undefined ? null : (
          <>
            {' '}
            · <Link href={href('activity', { event: sequence })}>№ {sequence}</Link>
          </>
        )}
      </div>
    </li>
  );
};
