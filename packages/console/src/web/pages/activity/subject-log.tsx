/** Lists the acts on one object, newest first, from the log of its ledger or of its tenant. */
import { Link } from 'wouter-preact';
import { administration } from '../../api/administration';
import { ask, type Answer } from '../../api/answer';
import { client } from '../../api/client';
import { useHref, usePlace } from '../../api/place';
import { mayAs } from '../../api/session';
import { useAnswer } from '../../api/use-answer';
import { Actor, useActors } from './actors';
import { inWords } from '../events/subject';
import { foreignText } from '../../parts/foreign-text';
import { Moment } from '../../parts/labels';
import { List } from '../../parts/list';
import { Empty } from '../../parts/states';
import type { Column } from '../../parts/table';

interface SubjectLogProps {
  readonly id: string;
  /** A value that changes after each act, so that the list is read again. */
  readonly version?: unknown;
}

interface Act {
  readonly sequence: number;
  readonly type: string;
  readonly actor: string;
  readonly reason?: string | null;
  readonly occurred_at: string;
}

/** The maximum number of acts that the page of the object lists. The page of the log lists all of them. */
const shown = 20;

/** Lists the acts on an account, account set, journal, transaction code or period lock. */
export const SubjectLog = ({ id, version }: SubjectLogProps) => (
  <Acts
    question={`done to ${id} ${String(version)}`}
    ask={() => ask(client.GET('/api/v1/activity', { params: { query: { subject_id: id, limit: shown } } }))}
    all={{ page: 'activity', query: { subject_id: id } }}
  />
);

/** Lists the acts on an object in the tenant's log, such as a key, a person or a webhook. Only administrators may read that log. */
export const TenantSubjectLog = ({ id, version }: SubjectLogProps) => {
  const { role } = usePlace();
  if (!mayAs(role, 'admin')) return null;
  return (
    <Acts
      question={`done in the tenant to ${id} ${String(version)}`}
      ask={() => administration.log({ subject_id: id, limit: shown })}
      all={{ page: 'log', query: { subject_id: id } }}
    />
  );
};

interface ActsProps {
  readonly question: string;
  readonly ask: () => Promise<Answer<readonly Act[]>>;
  readonly all: { readonly page: string; readonly query: { readonly subject_id: string } };
}

const Acts = ({ question, ask: askForActs, all }: ActsProps) => {
  const href = useHref();
  const actors = useActors();
  const acts = useAnswer(question, askForActs);
  return (
    <section class="part">
      <h2>History</h2>
      <List
        by={{ ...acts, pagination: undefined }}
        what="Loading the log"
        empty={<Empty title="No log entries about it">Each change is listed here, with who made it and when.</Empty>}
        caption="Changes, newest first"
        columns={columnsWith(actors)}
        rowKey={({ sequence }) => String(sequence)}
      />
      <p class="small">
        <Link href={href(all.page, all.query)}>The full log, with its hash chain</Link>
      </p>
    </section>
  );
};

const columnsWith = (actors: ReadonlyMap<string, string>): readonly Column<Act>[] => [
  { key: 'when', title: 'Time', cell: (act) => <Moment of={act.occurred_at} /> },
  { key: 'what', title: 'Event', cell: (act) => <span class="nowrap">{inWords(act.type)}</span> },
  { key: 'who', title: 'Actor', cell: (act) => <Actor of={act.actor} among={actors} /> },
  {
    key: 'why',
    title: 'Reason',
    isWide: true,
    cell: ({ reason }) => (reason === undefined || reason === null ? null : foreignText(reason)),
  },
];
