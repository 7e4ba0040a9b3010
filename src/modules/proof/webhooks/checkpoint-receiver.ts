/**
 * The receiver of checkpoints over HTTP. The operator configures its address, so an internal address is allowed. Only the
 * status of its answer is used. Redirects are not followed, because they could send the notes to an address that the operator
 * did not configure.
 */
import type { ProcessTime } from '../../../kernel/clock';
import type { CheckpointReceiver, SendAnswer } from '../application/ports';

const sendTimeoutMs = 10_000;
/** Statuses below 500 that do not depend on the note. */
const passing: ReadonlySet<number> = new Set([401, 403, 404, 407, 408, 429]);

/** A user name and a password in the address are sent as Basic authentication. */
export const checkpointReceiver = (
  address: string,
  clock: Pick<ProcessTime, 'deadline'>,
  timeoutMs = sendTimeoutMs,
): CheckpointReceiver => {
  const { url, headers } = targetOf(address);
  return {
    isSet: true,
    send: async (note, ended) => {
      const late = new AbortController();
      const limit = clock.deadline(timeoutMs, () => late.abort());
      const signal = AbortSignal.any([late.signal, ended]);
      try {
        const answer = await fetch(url, { method: 'POST', body: note, headers, redirect: 'manual', signal });
        await answer.body?.cancel();
        return judged(answer.status);
      } catch (error) {
        const reason = late.signal.aborted ? `no answer within ${timeoutMs / 1_000} s` : codeOf(error);
        return { outcome: 'away', reason };
      } finally {
        limit.cancel();
      }
    },
  };
};

export const noReceiver: CheckpointReceiver = {
  isSet: false,
  send: async () => ({ outcome: 'away', reason: 'there is no receiver' }),
};

const judged = (status: number): SendAnswer => {
  if (status >= 200 && status < 300) return { outcome: 'taken' };
  const isAboutNote = status >= 400 && status < 500 && !passing.has(status);
  return { outcome: isAboutNote ? 'refused' : 'away', reason: `it answered ${status}` };
};

const targetOf = (address: string): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } => {
  const url = new URL(address);
  const { username, password } = url;
  url.username = url.password = '';
  const user = [username, password].map(decodeURIComponent).join(':');
  return {
    url,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      ...(user === ':' ? {} : { Authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
    },
  };
};

/** The code of an error, such as ECONNREFUSED. Messages are left out, because they may contain the address. */
const codeOf = (error: unknown): string => {
  const { code } = Object((error as { readonly cause?: unknown }).cause) as { readonly code?: unknown };
  return typeof code === 'string' ? code : 'no answer';
};
