/**
 * Sends one POST, with a time limit, to an address that the operator configured. Internal addresses are allowed, because the operator chose
 * them. Redirects are not followed, because they could lead to a different address.
 */
import type { ProcessTime } from '../../../kernel/clock';

export interface Outgoing {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** The answer that `read` returned; or the reason why there is no answer. */
export type Posted<Answer> = { readonly answer: Answer } | { readonly reason: string };

/** Posts a text, and gives up after `timeoutMs`, which includes reading the answer, or when `ended` is aborted. Never throws. */
export const postText = async <Answer>(
  { url, headers, timeoutMs }: Outgoing,
  body: string,
  { clock, ended }: { readonly clock: Pick<ProcessTime, 'deadline'>; readonly ended: AbortSignal },
  read: (response: Response) => Promise<Answer>,
): Promise<Posted<Answer>> => {
  const late = new AbortController();
  const limit = clock.deadline(timeoutMs, () => late.abort());
  const signal = AbortSignal.any([late.signal, ended]);
  try {
    return { answer: await read(await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal })) };
  } catch (error) {
    return { reason: late.signal.aborted ? `no answer within ${timeoutMs / 1_000} s` : codeOf(error) };
  } finally {
    limit.cancel();
  }
};

/** The code of an error, such as ECONNREFUSED. Error messages are left out, because they may contain the address. */
const codeOf = (error: unknown): string => {
  const { code } = Object((error as { readonly cause?: unknown }).cause) as { readonly code?: unknown };
  return typeof code === 'string' ? code : 'no answer';
};

export const sendTimeoutMs = 10_000;
export const textHeaders = { 'Content-Type': 'text/plain; charset=utf-8' } as const;
