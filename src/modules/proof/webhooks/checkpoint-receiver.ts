/** The receiver of checkpoints over HTTP. Only the status of its answer is used. */
import type { ProcessTime } from '../../../kernel/clock';
import type { CheckpointReceiver, SendAnswer } from '../application/ports';
import { postText, sendTimeoutMs, textHeaders, type Outgoing } from './outgoing';

/** Statuses below 500 that do not depend on the note that was sent. The receiver then counts as away, as if it were unreachable. */
const passing: ReadonlySet<number> = new Set([401, 403, 404, 407, 408, 429]);

/** Creates a receiver at an address. A user name and a password in the address are sent as Basic authentication. */
export const checkpointReceiver = (
  address: string,
  clock: Pick<ProcessTime, 'deadline'>,
  timeoutMs = sendTimeoutMs,
): CheckpointReceiver => {
  const target = { ...targetOf(address), timeoutMs };
  return {
    isSet: true,
    send: async (note, ended) => {
      const posted = await postText(target, note, { clock, ended }, async (response) => {
        await response.body?.cancel();
        return judged(response.status);
      });
      return 'answer' in posted ? posted.answer : { outcome: 'away', reason: posted.reason };
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

const targetOf = (address: string): Pick<Outgoing, 'url' | 'headers'> => {
  const url = new URL(address);
  const { username, password } = url;
  url.username = url.password = '';
  const user = [username, password].map(decodeURIComponent).join(':');
  return {
    url,
    headers: {
      ...textHeaders,
      ...(user === ':' ? {} : { Authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
    },
  };
};
