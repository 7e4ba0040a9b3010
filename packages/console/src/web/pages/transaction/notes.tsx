/** The notes of a transaction and the amendments of its texts, oldest first. */
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { every } from '../../api/every';
import { useHref } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { foreignText } from '../../parts/foreign-text';
import { Moment } from '../../parts/labels';
import { Answered } from '../../parts/states';
import { Actor, useActors } from '../activity/actors';
import { Link } from 'wouter-preact';
import { changesOf } from './words';

interface NotesProps {
  readonly transactionId: string;
  /** A number that changes after each act, so that the lists are read again. */
  readonly version: number;
}

/** The maximum number of notes, and of amendments, on the page. */
const mostShown = 200;

export const Notes = ({ transactionId, version }: NotesProps) => {
  const actors = useActors();
  const params = { path: { transactionId } };
  const notes = useAnswer(`notes of ${transactionId} ${version}`, () =>
    every(
      (query) => ask(client.GET('/api/v1/transactions/{transactionId}/notes', { params: { ...params, query } })),
      mostShown,
    ),
  );
  const amendments = useAnswer(`amendments of ${transactionId} ${version}`, () =>
    every(
      (query) => ask(client.GET('/api/v1/transactions/{transactionId}/amendments', { params: { ...params, query } })),
      mostShown,
    ),
  );
  return (
    <div class="columns">
      <section class="stack">
        <h3>Notes</h3>
        <Answered by={notes}>
          {(listed) =>
            listed.length === 0 ? (
              <p class="soft small">No note is attached.</p>
            ) : (
              <ol class="time-line">
                {listed.map((note) => (
                  <Note key={note.id} of={note} actors={actors} />
                ))}
              </ol>
            )
          }
        </Answered>
        <Cut isCut={notes.pagination?.has_more === true} of="notes" />
      </section>
      <section class="stack">
        <h3>Amendments</h3>
        <Answered by={amendments}>
          {(listed) =>
            listed.length === 0 ? (
              <p class="soft small">The texts are those that were posted.</p>
            ) : (
              <ol class="time-line">
                {listed.map((amendment) => (
                  <Amendment key={amendment.sequence} of={amendment} actors={actors} />
                ))}
              </ol>
            )
          }
        </Answered>
        <Cut isCut={amendments.pagination?.has_more === true} of="amendments" />
      </section>
    </div>
  );
};

const Cut = ({ isCut, of: what }: { readonly isCut: boolean; readonly of: string }) =>
  isCut ? (
    <p class="small soft">
      The oldest {mostShown} {what} are shown. The API lists all of them.
    </p>
  ) : null;

interface Told<Item> {
  readonly of: Item;
  readonly actors: ReadonlyMap<string, string>;
}

const Note = ({ of: { text, url, sha256, ...told }, actors }: Told<Schemas['TransactionNote']>) => (
  <li class="is-good">
    <div class="note-text">{foreignText(text)}</div>
    {url === null ? null : (
      <div class="small">
        Document: <code class="document">{foreignText(url)}</code>
      </div>
    )}
    {sha256 === null ? null : (
      <div class="small">
        SHA-256 <code class="document">{sha256}</code>
      </div>
    )}
    <When at={told.created_at} by={told.actor} sequence={told.sequence} actors={actors} />
  </li>
);

const Amendment = ({ of: { before, after, reason, ...told }, actors }: Told<Schemas['Amendment']>) => (
  <li class="is-good">
    <q>{foreignText(reason)}</q>
    <dl class="facts">
      {changesOf(before, after).map((change) => (
        <div key={change.name} class="word-change">
          <dt>{change.name}</dt>
          <dd>
            <del>{foreignText(change.before) || 'none'}</del> <span aria-hidden="true">→</span>{' '}
            <ins>{foreignText(change.after) || 'none'}</ins>
          </dd>
        </div>
      ))}
    </dl>
    <When at={told.amended_at} by={told.actor} sequence={told.sequence} actors={actors} />
  </li>
);

interface WhenProps {
  readonly at: string;
  readonly by: string;
  readonly sequence: number;
  readonly actors: ReadonlyMap<string, string>;
}

const When = ({ at, by, sequence, actors }: WhenProps) => {
  const href = useHref();
  return (
    <div class="when">
      <Moment of={at} /> by <Actor of={by} among={actors} /> ·{' '}
      <Link href={href('activity', { event: sequence })}>№ {sequence}</Link>
    </div>
  );
};
