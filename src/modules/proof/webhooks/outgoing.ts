/**
 * One bounded POST to an address that the operator configured, so an internal address is allowed. Redirects are not followed, because
 * they could send the text to an address that the operator did not configure.
 */
import type { ProcessTime } from '../../../kernel/clock';

export interface Outgoing {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** The answer as `read` understood it; or the reason why there is none. */
export type Posted<Answer> = { readonly answer: Answer } | { readonly reason: string };

/** Posts a text, and gives up after `timeoutMs` or when `ended` is aborted; the limit includes the reading of the answer. Never throws. */
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

/** The code of an error, such as ECONNREFUSED. Messages are left out, because they may contain the address. */
const codeOf = (error: unknown): string => {
  const { code } = Object((error as { readonly cause?: unknown }).cause) as { readonly code?: unknown };
  return typeof code === 'string' ? code : 'no answer';
};

export const sendTimeoutMs = 10_000;
export const textHeaders = { 'Content-Type': 'text/plain; charset=utf-8' } as const;
