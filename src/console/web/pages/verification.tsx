/** Everything that must always be true, derived anew: started here, watched, and what it found. */
import { useEffect } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { administration, type Verification as Run } from '../api/administration';
import { useHref, usePlace, useQuery } from '../api/place';
import { sessionState } from '../api/session';
import { useStore } from '../api/store';
import { useAnswer } from '../api/use-answer';
import { FormProblem, useSending } from '../parts/form';
import { foreignText } from '../parts/foreign-text';
import { Badge, type Tone } from '../parts/labels';
import { Page } from '../parts/page';
import { Answered, Empty } from '../parts/states';
import { toldOf } from './administration/finding';
import './administration/administration.css';

const lookAgainMs = 800;
/** Of one check; the command line prints all. */
const mostFindings = 50;

export const Verification = () => {
  const { ledger } = usePlace();
  const query = useQuery();
  const id = query.get('run');
  const state = useStore(sessionState);
  const hasAll = state.kind === 'signed-in' && state.session.operator.tenant_id === null;
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
    (ledgerId: string | undefined) => administration.verify(ledgerId),
    (started) => query.set({ run: started.id }),
  );
  return (
    <Page
      title="Verification"
      actions={
        <>
          {hasAll ? (
            <button
              type="button"
              class="button"
              disabled={starting.isSending || isRunning}
              onClick={() => void starting.send(undefined)}
            >
              Verify every ledger
            </button>
          ) : null}
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
      {id === undefined ? (
        <Empty title="Nothing is taken on trust">
          <p>
            A verification reads the books from the first entry on, and derives everything anew: that each transaction
            balances, that each balance is the sum of its entries, that no link of the log’s chain is broken. It changes
            nothing, and others go on working meanwhile.
          </p>
          <p>
            By the command line: <code>npx ledger verify</code>.
          </p>
        </Empty>
      ) : (
        <Answered by={run} what="Asking how far it is">
          {(found) => <Told run={found} />}
        </Answered>
      )}
    </Page>
  );
};

const findingsOf = (run: Run): number => run.checks.reduce((sum, { findings }) => sum + findings.length, 0);

const Told = ({ run }: { readonly run: Run }) => (
  <div class="stack">
    <p class="verdict" role="status">
      {run.status === 'running'
        ? `Verifying: ${run.done.toLocaleString('en')} of ${run.of.toLocaleString('en')}`
        : run.status === 'passed'
          ? 'Everything holds.'
          : `Something does not hold: ${findingsOf(run)} ${findingsOf(run) === 1 ? 'finding' : 'findings'}.`}
    </p>
    <progress
      class={`progress${run.status === 'failed' ? ' is-failed' : ''}`}
      aria-label="Progress of the verification"
      max={Math.max(1, run.of)}
      value={run.status === 'running' ? run.done : Math.max(1, run.of)}
    />
    <ul class="checks">
      {run.checks.map((check) => (
        <Check key={check.name} of={check} />
      ))}
    </ul>
  </div>
);

const tones: Readonly<Record<string, Tone>> = { passed: 'good', failed: 'bad', running: 'warn' };

const Check = ({ of: check }: { readonly of: Run['checks'][number] }) => {
  const href = useHref();
  const [shown, hidden] = [check.findings.slice(0, mostFindings), check.findings.length - mostFindings];
  return (
    <li>
      <span>{check.name}</span>
      <Badge tone={tones[check.status] ?? 'plain'}>{check.status}</Badge>
      {shown.length === 0 ? null : (
        <ul class="findings">
          {shown.map((finding, index) => {
            const { sentence, links } = toldOf(finding);
            return (
              <li key={index} class="note is-bad">
                {foreignText(sentence)}{' '}
                {links.map(({ label, path }) => (
                  <Link key={path} href={linkTo(href, path)}>
                    See {label}.{' '}
                  </Link>
                ))}
              </li>
            );
          })}
          {hidden > 0 ? <li class="small soft">And {hidden.toLocaleString('en')} more.</li> : null}
        </ul>
      )}
    </li>
  );
};

const linkTo = (href: ReturnType<typeof useHref>, path: string): string => {
  const [page = '', query = ''] = path.split('?');
  return href(page, Object.fromEntries(new URLSearchParams(query)));
};
