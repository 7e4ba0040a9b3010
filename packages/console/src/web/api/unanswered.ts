/**
 * Writes whose outcome the console does not know: they are under way, or their answer was lost. An idempotency key belongs to an act, such
 * as `settle 0198…`, and not to a form. It is kept from the moment in which the write is sent until its outcome is known, also if the form
 * is closed and opened again. So repeating the act repeats the same request, which takes effect only once.
 *
 * The memory ends when the page is reloaded. The page then shows the books as they are, and the person can see whether the act happened.
 */
import { mayHaveHappened, type Answer, type Problem } from './answer';

export interface Unanswered<Input, Body> {
  readonly key: string;
  /** The values of the form. */
  readonly input: Input;
  /** The body that was sent. It is kept, because the same values may give another body after the books have changed. */
  readonly body: Body;
}

interface Write<Input, Body, Data> {
  readonly bodyOf: (input: Input) => Body;
  readonly write: (body: Body, key: string) => Promise<Answer<Data>>;
  /**
   * Whether other values may be sent under the key of the earlier try, because a lookup has not found it. If it happens after all, the
   * service refuses the other values, so at most one of both takes effect.
   */
  readonly replaces?: boolean;
}

export interface UnansweredWrites {
  /** Returns the earlier try of this act; undefined if there is none, or if its outcome is known. */
  readonly of: (act: string) => Unanswered<unknown, unknown> | undefined;
  /** Sends a write under a new key, or the earlier try again under its key. Without `replaces`, other values than its values are not sent. */
  readonly send: <Input, Body, Data>(act: string, input: Input, how: Write<Input, Body, Data>) => Promise<Answer<Data>>;
  /** Forgets the earlier try. Called when its outcome has been found in another way. */
  readonly decide: (act: string) => void;
}

/**
 * Returns whether the answer to a repeated request tells the outcome of the earlier try. Refusals with these statuses precede the lookup of
 * the idempotency key, so they do not.
 */
export const tellsOutcome = (problem: Problem): boolean =>
  !mayHaveHappened(problem) && ![401, 403, 408, 429].includes(problem.status);

/** The refusal of values other than those of the earlier try. */
export const otherValues: Problem = {
  status: 409,
  code: 'EARLIER_TRY_UNANSWERED',
  message:
    'Your last try has no answer and may have happened, so other values are not sent. Reload the page and look whether it did, before you try again.',
  errors: {},
};

const doubt =
  'This may have happened all the same. Press the button again: the same request is then repeated, and takes effect only once.';

export const createUnansweredWrites = (newKey: () => string): UnansweredWrites => {
  const tries = new Map<string, Unanswered<unknown, unknown>>();
  return {
    of: (act) => tries.get(act),
    send: async <Input, Body, Data>(act: string, input: Input, how: Write<Input, Body, Data>) => {
      const earlier = tries.get(act) as Unanswered<Input, Body> | undefined;
      const isSame = earlier !== undefined && JSON.stringify(earlier.input) === JSON.stringify(input);
      if (earlier !== undefined && !isSame && how.replaces !== true) return { ok: false, problem: otherValues };
      const sent = isSame ? earlier : { key: earlier?.key ?? newKey(), input, body: how.bodyOf(input) };
      tries.set(act, sent);
      const answer = await how.write(sent.body, sent.key);
      if (answer.ok) {
        tries.delete(act);
        return answer;
      }
      const { problem } = answer;
      // The earlier try has happened after all, with its own values.
      if (earlier !== undefined && problem.code === 'idempotency_key_reused') {
        tries.set(act, earlier);
        return answer;
      }
      if (mayHaveHappened(problem) || (earlier !== undefined && !tellsOutcome(problem)))
        return { ok: false, problem: { ...problem, doubt } };
      tries.delete(act);
      return answer;
    },
    decide: (act) => void tries.delete(act),
  };
};

export const unansweredWrites = createUnansweredWrites(() => crypto.randomUUID());
