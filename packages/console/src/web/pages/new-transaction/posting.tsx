/** Posts a draft in two steps: a dry run shows its effects, and the same button then posts, unless the draft has changed. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { ask, type Answer, type Problem } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { useHref } from '../../api/place';
import { DryRunPreview } from '../../parts/balances-preview';
import { useIdempotencyKey, useSending } from '../../parts/form';
import { useKeys } from '../../parts/keys';

type DryRun = Schemas['DryRun'];
/** The answer: the result of a dry run (200), a posted transaction (201), or an accepted one (202). */
type Answered = DryRun | Schemas['Transaction'] | Schemas['AcceptedTransaction'];
export type Draft = Omit<Schemas['NewTransaction'], 'idempotency_key'>;

export interface Posting {
  /** The result of the dry run of the present draft; undefined if there is none. */
  readonly run: DryRun | undefined;
  readonly problem: Problem | undefined;
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

export const usePosting = (draft: Draft): Posting => {
  const { key } = useIdempotencyKey();
  const [, navigate] = useLocation();
  const href = useHref();
  const [tried, setTried] = useState<Tried>();
  const body = { ...draft, idempotency_key: key };
  const text = JSON.stringify(draft);
  const trial = useSending(async (): Promise<Answer<Tried>> => {
    const params = { query: { dry_run: true } };
    const answer = await ask<Answered>(client.POST('/api/v1/transactions', { params, body }));
    return answer.ok ? { ...answer, data: { text, run: answer.data as DryRun } } : answer;
  }, setTried);
  const posting = useSending(
    async () => {
      const params = { header: { Prefer: waited } };
      const answer = await ask<Answered>(client.POST('/api/v1/transactions', { params, body }));
      return answer.ok ? { ...answer, data: answer.data as Schemas['AcceptedTransaction'] } : answer;
    },
    ({ id }) => navigate(href(`transactions/${id}`)),
  );
  // The draft has changed, so the refusals of the earlier draft are cleared.
  useEffect(() => {
    trial.clear();
    posting.clear();
  }, [text]);
  return {
    run: tried?.text === text ? tried.run : undefined,
    problem: posting.problem ?? trial.problem,
    isSending: trial.isSending || posting.isSending,
    tryIt: () => void trial.send(undefined),
    post: () => void posting.send(undefined),
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
    if (isSending) return;
    if (isPosting) posting.post();
    else if (check()) posting.tryIt();
  };
  useKeys([{ key: 'Ctrl+Enter', does: isPosting ? 'Post' : 'Preview', run: press, inFields: true }]);
  return (
    <div class="posting-bar">
      <div>{children}</div>
      <div class="row">
        <span class="small soft posting-help">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
        <button type="button" class="button is-main" disabled={isSending} onClick={press}>
          {isPosting ? 'Post' : 'Preview'}
        </button>
      </div>
    </div>
  );
};

/** The result of the dry run in a sentence. It scrolls into view when it arrives. */
export const DryRunVerdict = ({ of: posting }: { readonly of: Posting }) => {
  const { run } = posting;
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (run !== undefined) element?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [run, element]);
  return (
    <section class="verdict" ref={setElement} aria-label="Preview">
      {run === undefined ? null : (
        <div class="part">
          <h2>Preview</h2>
          <DryRunPreview of={run} />
        </div>
      )}
    </section>
  );
};
