/** The newest sessions of a person, for administrators, with buttons that end one of them or all. */
import { administration, type AdminOperator } from '../../api/administration';
import { useAnswer } from '../../api/use-answer';
import { Drawer } from '../../parts/dialog';
import { setApart } from '../../parts/direction';
import { FormProblem, useSending } from '../../parts/form';
import { SessionTable, type ShownSession } from '../../parts/session-table';
import { Answered, Empty } from '../../parts/states';

const shown = 50;

interface PersonSessionsProps {
  readonly of: AdminOperator;
  readonly onClose: () => void;
}

export const PersonSessions = ({ of: person, onClose }: PersonSessionsProps) => {
  const asked = useAnswer(`sessions of ${person.id}`, () =>
    administration.operatorSessions(person.id, { limit: shown }),
  );
  const ending = useSending(
    (session: ShownSession | undefined) =>
      session === undefined
        ? administration.endOperatorSessions(person.id)
        : administration.endOperatorSession(person.id, session.id),
    asked.reload,
  );
  return (
    <Drawer
      title={`Sessions of ${setApart(person.name)}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Close
          </button>
          <button
            type="button"
            class="button is-grave"
            disabled={ending.isSending || asked.data?.some(({ status }) => status === 'open') !== true}
            onClick={() => void ending.send(undefined)}
          >
            End all sessions
          </button>
        </>
      }
    >
      <p class="small soft">
        The sign-ins of {setApart(person.name)} within the last 90 days. A session that you end stops within a second;
        the person may sign in again. To prevent that, deactivate the person.
      </p>
      <Answered by={asked} what="Loading the sessions">
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Never signed in">Nobody has signed in as this person within the last 90 days.</Empty>
          ) : (
            <SessionTable
              rows={rows}
              isLoading={asked.isLoading}
              isEnding={ending.isSending}
              onEnd={(session) => void ending.send(session)}
            />
          )
        }
      </Answered>
      <FormProblem of={ending.problem} />
    </Drawer>
  );
};
