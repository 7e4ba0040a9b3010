/**
 * Shows the names of the log's actors. The log itself names an actor by the prefix of a key, or as `operator:<id>`. Administrators see the
 * names of all actors; other people see only their own.
 */
import { administration, nameOfKey } from '../../api/administration';
import { usePlace } from '../../api/place';
import { mayAs, sessionState } from '../../api/session';
import { useStore } from '../../api/store';
import { useAnswer } from '../../api/use-answer';
import { foreignText } from '../../parts/foreign-text';

/** The maximum number of keys and of operators whose names are loaded. Other actors are shown as they are in the log. */
const most = 100;

export const useActors = (): ReadonlyMap<string, string> => {
  const { ledger, role } = usePlace();
  const isAdministrator = mayAs(role, 'admin');
  const keys = useAnswer(isAdministrator ? `keys of ${ledger.id}` : undefined, () =>
    administration.keys({ ledger_id: ledger.id, limit: most }),
  );
  const operators = useAnswer(isAdministrator ? 'operators' : undefined, () =>
    administration.operators({ limit: most }),
  );
  const state = useStore(sessionState);
  const own = state.kind === 'signed-in' ? [state.session.operator] : [];
  return new Map([
    ...own.map(({ id, name }) => [`operator:${id}`, name] as const),
    ...(keys.data ?? []).map((key) => [key.prefix, nameOfKey(key)] as const),
    ...(operators.data ?? []).map(({ id, name }) => [`operator:${id}`, name] as const),
  ]);
};

interface ActorProps {
  /** The actor's name in the log. */
  readonly of: string;
  readonly among: ReadonlyMap<string, string>;
}

/** The beginning of the actor's name if the act was performed through a one-time link. The rest of the name is the creator of the link. */
const byLink = 'link created by ';

export const Actor = ({ of: actor, among }: ActorProps) => {
  const isLink = actor.startsWith(byLink);
  const name = among.get(isLink ? actor.slice(byLink.length) : actor);
  return name === undefined ? (
    <code class="soft">{actor}</code>
  ) : (
    <span class="cut" title={actor}>
      {isLink ? 'a link created by ' : ''}
      {foreignText(name)}
    </span>
  );
};
