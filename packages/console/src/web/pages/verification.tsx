/** The page that verifies the books: starts a verification, shows its progress, and lists its findings. */
import { useEffect } from 'preact/hooks';
import { Link } from 'wouter-preact';
import {
  administration,
  type Finding,
  type ScheduledVerification,
  type Verification as Run,
  type VerifiedCheck,
} from '../api/administration';
import { useHref, usePlace, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { FormProblem, useSending } from '../parts/form';
import { foreignText } from '../parts/foreign-text';
import { Badge, Moment } from '../parts/labels';
import { Page } from '../parts/page';
import { Answered, Empty } from '../parts/states';
import { linksIn } from './administration/finding';
import './administration/administration.css';

const lookAgainMs = 800;
/** The maximum number of findings of each check on the page. The command line prints all of them. */
const mostFindings = 50;

export const Verification = () => {
  const { ledger, hasAllTenants } = usePlace();
  const query = useQuery();
  const id = query.get('run');
  const run = useAnswer(id === undefined ? undefined : `verification ${id}`, () =>
    administration.verification(id ?? ''),
  );
  const { data, reload } = run;
  const isRunning = data?.status === 'running';
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(reload, lookAgainMs);
    return () => clearTimeout(timer);
  }, [data, isRunning, reload]);
  const starting = useSending(
    (ledgerId: string | undefined) => administration.verify(ledgerId === undefined ? {} : { ledger_id: ledgerId }),
    (started) => query.set({ run: started.id }),
  );
  return (
    <Page
      title="Verification"
      actions={
        <>
          <button
            type="button"
            class="button"
            disabled={starting.isSending || isRunning}
            onClick={() => void starting.send(undefined)}
          >
            {hasAllTenants ? 'Verify every ledger' : 'Verify the whole tenant'}
          </button>
          <button
            type="button"
            class="button is-main"
            disabled={starting.isSending || isRunning}
            onClick={() => void starting.send(ledger.id)}
          >
            Verify {ledger.code}
          </button>
        </>
      }
    >
      <FormProblem of={starting.problem} />
      {hasAllTenants ? <Scheduled /> : null}
      {id === undefined ? (
        <Empty title="Independent verification">
          <p>
            A verification reads the books from the first entry on, and recalculates everything: that each transaction
            balances, that each balance is the sum of its entries, and that the hash chain of the log is intact. It
            changes nothing, and others can keep working meanwhile.
          </p>
          <p>
            On the command line: <code>npx ledger verify</code>.
          </p>
        </Empty>
      ) : (
        <Answered by={run} what="Loading the progress">
          {(found) => <RunReport run={found} />}
        </Answered>
      )}
    </Page>
  );
};

/** Shows the last scheduled verification. An administrator of one tenant sees only the findings of that tenant. */
const Scheduled = () => {
  const { data } = useAnswer('scheduled verification', () => administration.scheduledVerification());
  return data === undefined ? null : <LastScheduledRun of={data} />;
};

const LastScheduledRun = ({ of: { last, running_since: since } }: { readonly of: ScheduledVerification }) => {
  const isGood = last?.status === 'passed';
  const shown = last?.findings.slice(0, mostFindings) ?? [];
  return (
    <section class="part">
      <p class={last === null || isGood ? 'small soft' : 'note is-bad'}>
        {last === null ? (
          'Nothing has been verified on schedule. To do so, set LEDGER_VERIFY_EVERY for a worker.'
        ) : (
          <>
            On schedule, everything was last verified <Moment of={last.finished_at} />: {saidOf(last)}
          </>
        )}{' '}
        {since === null ? null : (
          <>
            The next verification began <Moment of={since} />.
          </>
        )}
      </p>
      {shown.length === 0 ? null : (
        <ul class="findings">
          {shown.map((finding, index) => (
            <Found key={index} of={finding} />
          ))}
        </ul>
      )}
    </section>
  );
};

const saidOf = ({ status, findings_count: count }: NonNullable<ScheduledVerification['last']>): string => {
  if (status === 'broken_off') return 'the verification was interrupted; the log of the service states the reason.';
  return status === 'passed'
    ? 'everything holds.'
    : `${count.toLocaleString('en')} ${count === 1 ? 'finding' : 'findings'}.`;
};

const findingsOf = (run: Run): number => run.checks.reduce((sum, { findings }) => sum + findings, 0);

const verdictOf = (run: Run): string => {
  if (run.status === 'running')
    return run.of === 0 ? 'Verifying …' : `Verifying: ${run.done} of ${run.of} ${run.of === 1 ? 'ledger' : 'ledgers'}`;
  if (run.broken_off !== null) return 'The verification was interrupted.';
  const count = findingsOf(run);
  return run.status === 'passed'
    ? 'All checks passed.'
    : `Verification failed: ${count.toLocaleString('en')} ${count === 1 ? 'finding' : 'findings'}.`;
};

const RunReport = ({ run }: { readonly run: Run }) => (
  <div class="stack">
    <p class="verdict" role="status">
      {verdictOf(run)}
    </p>
    <progress
      class={`progress${run.status === 'failed' ? ' is-failed' : ''}`}
      aria-label="Progress of the verification"
      max={Math.max(1, run.of)}
      value={run.status === 'running' ? run.done : Math.max(1, run.of)}
    />
    {run.broken_off === null ? null : <p class="note is-bad">{foreignText(run.broken_off)}</p>}
    <p class="small soft">
      Started <Moment of={run.started_at} />
      {run.finished_at === null ? '' : `, took ${secondsOf(run)} s`}.
    </p>
    <ul class="checks">
      {run.checks.map((check) => (
        <Check key={check.name} of={check} findings={run.findings.filter((one) => one.check === check.name)} />
      ))}
    </ul>
  </div>
);

const secondsOf = ({ started_at: started, finished_at: finished }: Run): string =>
  ((Date.parse(finished ?? started) - Date.parse(started)) / 1000).toFixed(1);

interface CheckProps {
  readonly of: VerifiedCheck;
  readonly findings: readonly Finding[];
}

const Check = ({ of: check, findings }: CheckProps) => {
  const shown = findings.slice(0, mostFindings);
  const hidden = check.findings - shown.length;
  return (
    <li>
      <span>
        {check.promise} <code class="small soft">{check.name}</code>
      </span>
      <Badge tone={check.status === 'passed' ? 'good' : 'bad'}>{check.status}</Badge>
      {shown.length === 0 ? null : (
        <ul class="findings">
          {shown.map((finding, index) => (
            <Found key={index} of={finding} />
          ))}
          {hidden > 0 ? <li class="small soft">And {hidden.toLocaleString('en')} more.</li> : null}
        </ul>
      )}
    </li>
  );
};

const Found = ({ of: finding }: { readonly of: Finding }) => {
  const { ledger } = usePlace();
  const href = useHref();
  const to = (path: string): string => {
    const [page = '', query = ''] = path.split('?');
    const own = href(page, Object.fromEntries(new URLSearchParams(query)));
    const isOther = finding.ledger_id !== null && finding.ledger_id !== ledger.id;
    return isOther ? own.replace(/^\/l\/[^/]+/, `/l/${finding.ledger_id}`) : own;
  };
  return (
    <li class="note is-bad">
      <strong>{foreignText(finding.where)}</strong>: {foreignText(finding.detail)}{' '}
      {finding.ledger_id === null
        ? null
        : linksIn(`${finding.where}; ${finding.detail}`).map(({ label, path }) => (
            <Link key={path} href={to(path)}>
              See {label}.{' '}
            </Link>
          ))}
    </li>
  );
};
