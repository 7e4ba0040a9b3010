/** The page with the person's own sessions: their addresses and times, and buttons that end the other sessions. */
import { useEffect } from 'preact/hooks';
import { call } from '../api/client';
import type { Schemas } from '../api/schemas';
import { useAnswer } from '../api/use-answer';
import { FormProblem, useSending } from '../parts/form';
import { SessionTable, type ShownSession } from '../parts/session-table';
import { Answered } from '../parts/states';

export const OwnSessions = () => {
  const asked = useAnswer('own sessions', () => call<Schemas['OwnSessions']>('GET', '/console/sessions'));
  const ending = useSending(
    (session: ShownSession | undefined) =>
      call<Schemas['EndedSessions']>('DELETE', `/console/sessions${session === undefined ? '' : `/${session.id}`}`),
    asked.reload,
  );
  useEffect(() => {
    document.title = 'Sessions · Ledger';
  }, []);
  return (
    <main class="title-page is-wide">
      <h1>Your sessions</h1>
      <p class="prose">
        Your sign-ins in the last 90 days. If you do not recognise one, end all other sessions, change your password,
        and inform an administrator.
      </p>
      <Answered by={asked} what="Loading your sessions">
        {({ sessions }) => (
          <>
            <SessionTable
              rows={sessions}
              isLoading={asked.isLoading}
              isEnding={ending.isSending}
              onEnd={(session) => void ending.send(session)}
            />
            <div class="row">
              <button
                type="button"
                class="button is-grave"
                disabled={
                  ending.isSending ||
                  !sessions.some(({ status, is_current: isCurrent }) => status === 'open' && !isCurrent)
                }
                onClick={() => void ending.send(undefined)}
              >
                End all other sessions
              </button>
            </div>
          </>
        )}
      </Answered>
      <FormProblem of={ending.problem} />
      <p>
        <a href="/console/password">Change the password</a> · <a href="/console/">Back to the books</a>
      </p>
    </main>
  );
};
