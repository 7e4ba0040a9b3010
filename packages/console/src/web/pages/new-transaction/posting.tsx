/** Posts a draft in two steps: a dry run shows its effects, and the same button then posts, unless the draft has changed. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { ask, type Answer, type Problem } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { useHref } from '../../api/place';
import { DryRunPreview } from '../../parts/balances-preview';
import { setApart } from '../../parts/direction';
import { useSending } from '../../parts/form';
import { useKeys } from '../../parts/keys';
import { useAct } from '../../parts/unanswered';
import { tellsOutcome } from '../../api/unanswered';

type DryRun = Schemas['DryRun'];
/** The answer: the result of a dry run (200), a posted transaction (201), or an accepted one (202). */
type Answered = DryRun | Schemas['Transaction'] | Schemas['AcceptedTransaction'];
export type Draft = Omit<Schemas['NewTransaction'], 'idempotency_key'>;

/** The outcome of an earlier try to post, whose answer was lost: the transaction, or 'absent' if it is not posted so far. */
type EarlierOutcome = { readonly text: string; readonly transaction: Schemas['Transaction'] } | 'absent';

export interface Posting {
  /** The result of the dry run of the present draft; undefined if there is none. */
  readonly run: DryRun | undefined;
  readonly problem: Problem | undefined;
  readonly earlier: EarlierOutcome | undefined;
  /** Whether the draft was sent before, under the same key, without an answer. */
  readonly isRepeated: boolean;
  /** Whether the present draft is the one that the earlier try has posted. */
  readonly isPosted: boolean;
  readonly isSending: boolean;
  readonly tryIt: () => void;
  readonly post: () => void;
}

interface Tried {
  readonly text: string;
  readonly run: DryRun;
}

/** The service answers within 5 seconds. If the transaction is not posted by then, its page shows the result. */
const waited = 'wait=5';

const rehearse = async (draft: Draft, key: string): Promise<Answer<DryRun>> => {
  const params = { query: { dry_run: true } };
  const body = { ...draft, idempotency_key: key };
  return (await ask<Answered>(client.POST('/api/v1/transactions', { params, body }))) as Answer<DryRun>;
};

const postDraft = async (draft: Draft, key: string): Promise<Answer<Schemas['AcceptedTransaction']>> => {
  const params = { header: { Prefer: waited } };
  const body = { ...draft, idempotency_key: key };
  const answer = await ask<Answered>(client.POST('/api/v1/transactions', { params, body }));
  return answer as Answer<Schemas['AcceptedTransaction']>;
};

const inDoubt =
  'Your transaction may have been posted all the same. “Preview” looks it up before anything else is posted.';
const otherPosted = 'An earlier version of this transaction was posted. Look for it in the list before you post again.';

type Step = 'look' | 'try' | 'post';
type Stepped = { readonly posted: string } | { readonly tried: Tried | undefined };

const done = (data: Stepped): Answer<Stepped> => ({ ok: true, data, pagination: undefined, meta: undefined });

export const usePosting = (draft: Draft): Posting => {
  const [, navigate] = useLocation();
  const href = useHref();
  const sent = useAct('new transaction', (some: Draft) => some);
  const [tried, setTried] = useState<Tried>();
  const [earlier, setEarlier] = useState<EarlierOutcome>();
  const text = JSON.stringify(draft);
  /**
   * Looks up whether the earlier try was posted, by a dry run of the same request under the same key. Returns its outcome, or the problem
   * because of which it stays unknown.
   */
  const lookUp = async (): Promise<EarlierOutcome | Problem | undefined> => {
    const first = sent.earlier();
    if (first === undefined) return undefined;
    const answer = await rehearse(first.body, first.key);
    if (answer.ok && answer.data.would === 'replayed') {
      sent.decide();
      return { text: JSON.stringify(first.body), transaction: answer.data.transaction };
    }
    if (answer.ok) return 'absent';
    const { problem } = answer;
    if (problem.code === 'idempotency_key_reused') {
      sent.decide();
      return { ...problem, doubt: otherPosted };
    }
    return tellsOutcome(problem) ? 'absent' : { ...problem, doubt: inDoubt };
  };
  const working = useSending(
    async (step: Step): Promise<Answer<Stepped>> => {
      if (step === 'post') {
        const answer = await sent.send(draft, postDraft, { replaces: true });
        if (answer.ok) return done({ posted: answer.data.id });
        setTried(undefined);
        if (sent.earlier() === undefined) return answer;
      }
      const found = await lookUp();
      if (found !== undefined && found !== 'absent' && 'status' in found) return { ok: false, problem: found };
      if (found !== undefined) setEarlier(found);
      if (step !== 'try' || (found !== undefined && found !== 'absent' && found.text === text))
        return done({ tried: undefined });
      const answer = await rehearse(draft, sent.earlier()?.key ?? crypto.randomUUID());
      return answer.ok ? done({ tried: { text, run: answer.data } }) : answer;
    },
    (stepped) => {
      if ('posted' in stepped) navigate(href(`transactions/${stepped.posted}`));
      else setTried(stepped.tried);
    },
  );
  // The draft has changed, so the refusal of the earlier draft is cleared.
  useEffect(working.clear, [text]);
  useEffect(() => {
    // The person has left the page after a try without an answer, and has come back.
    if (sent.earlier() !== undefined) void working.send('look');
  }, []);
  return {
    run: tried?.text === text ? tried.run : undefined,
    problem: working.problem,
    earlier,
    isRepeated: sent.earlier() !== undefined,
    isPosted: earlier !== undefined && earlier !== 'absent' && earlier.text === text,
    isSending: working.isSending,
    tryIt: () => void working.send('try'),
    post: () => void working.send('post'),
  };
};

interface PostingBarProps {
  readonly of: Posting;
  /** The content on the left of the bar, which shows whether the draft is balanced. */
  readonly children: ComponentChildren;
  /** Marks the mistakes of the draft. Returns true if there are none. */
  readonly check: () => boolean;
}

/** The bar at the bottom of the window. Its button first runs the dry run, and then posts. */
export const PostingBar = ({ of: posting, children, check }: PostingBarProps) => {
  const { run, isSending } = posting;
  const isPosting = run?.would === 'posted';
  const press = (): void => {
    if (isSending || posting.isPosted) return;
    // Fields with mistakes are not a part of the draft, so they are checked also after its preview.
    if (!check()) return;
    if (isPosting) posting.post();
    else posting.tryIt();
  };
  useKeys([{ key: 'Ctrl+Enter', does: isPosting ? 'Post' : 'Preview', run: press, inFields: true }]);
  return (
    <div class="posting-bar">
      <div>{children}</div>
      <div class="row">
        <span class="small soft posting-help">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
        <button type="button" class="button is-main" disabled={isSending || posting.isPosted} onClick={press}>
          {isPosting ? 'Post' : 'Preview'}
        </button>
      </div>
    </div>
  );
};

/** Says what became of a try to post without an answer. */
const EarlierTry = ({ of: posting }: { readonly of: Posting }) => {
  const href = useHref();
  const { earlier } = posting;
  if (earlier === undefined || (earlier === 'absent' && !posting.isRepeated)) return null;
  if (earlier === 'absent')
    return (
      <p class="note is-warn" role="alert">
        Your last try to post got no answer, and it has not been posted so far. You can preview the transaction and post
        it again: it is posted only once.
      </p>
    );
  return (
    <p class="note is-warn" role="alert">
      Your last try to post got no answer, but it was posted:{' '}
      <Link href={href(`transactions/${earlier.transaction.id}`)}>{setApart(earlier.transaction.description)}</Link>.
      {posting.isPosted ? ' Change the form to post another transaction.' : ' The form is now for another transaction.'}
    </p>
  );
};

/** The outcome of an earlier try, and the result of the dry run in a sentence. They scroll into view when they arrive. */
export const DryRunVerdict = ({ of: posting }: { readonly of: Posting }) => {
  const { run, earlier } = posting;
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (run !== undefined || earlier !== undefined) element?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [run, earlier, element]);
  return (
    <section class="verdict" ref={setElement} aria-label="Preview">
      <EarlierTry of={posting} />
      {run === undefined ? null : (
        <div class="part">
          <h2>Preview</h2>
          <DryRunPreview of={run} isRepeated={posting.isRepeated} />
        </div>
      )}
    </section>
  );
};
