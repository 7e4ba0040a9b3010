/** A witness over HTTP (C2SP tlog-witness). */
import type { ProcessTime } from '../../../kernel/clock';
import type { AddCheckpoint, Witness, WitnessAnswer } from '../application/ports';
import { addCheckpointBody, cosignatureIn, type WitnessKey } from '../domain/cosignature';
import type { WitnessSetting } from '../domain/witness-list';
import { postText, sendTimeoutMs, textHeaders } from './outgoing';

/** The maximum size of an answer, enough for more than a hundred signature lines of Ed25519. */
const maxAnswerBytes = 16_384;
/** Statuses below 500 that depend neither on the log nor on the checkpoint. The witness then counts as away, as if it were unreachable. */
const passing: ReadonlySet<number> = new Set([401, 407, 408, 429]);

export const witnessAt = (
  { key, address }: WitnessSetting,
  clock: Pick<ProcessTime, 'deadline'>,
  timeoutMs = sendTimeoutMs,
): Witness => {
  const target = { url: new URL(`${address}/add-checkpoint`), headers: textHeaders, timeoutMs };
  return {
    name: key.name,
    key: key.text,
    add: async (request, ended) => {
      const { old, proof, note } = request;
      const posted = await postText(target, addCheckpointBody(old, proof, note), { clock, ended }, async (response) =>
        judged(response.status, await textOf(response), request, key),
      );
      return 'answer' in posted ? posted.answer : { outcome: 'away', reason: posted.reason };
    },
  };
};

/** Reads the text of an answer; returns undefined, and stops reading, if the text is longer than the limit. */
const textOf = async ({ body }: Response): Promise<string | undefined> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > maxAnswerBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

const judged = (status: number, text: string | undefined, { note }: AddCheckpoint, key: WitnessKey): WitnessAnswer => {
  if (status < 200 || (status >= 300 && status < 400) || status >= 500 || passing.has(status))
    return { outcome: 'away', reason: `it answered ${status}` };
  if (text === undefined) return { outcome: 'refused', reason: `its answer is longer than ${maxAnswerBytes} bytes` };
  const size = status === 409 && /^(0|[1-9]\d{0,15})\n?$/.test(text) ? Number(text) : undefined;
  if (size !== undefined && Number.isSafeInteger(size)) return { outcome: 'at another size', size };
  if (status !== 200) return { outcome: 'refused', reason: `it answered ${status}${meanings[status] ?? ''}` };
  const cosignature = cosignatureIn(text, note, key);
  return cosignature === undefined
    ? { outcome: 'refused', reason: 'its answer has no cosignature that its key made of this checkpoint' }
    : { outcome: 'cosigned', cosignature };
};

const meanings: Readonly<Record<number, string>> = {
  403: ': it does not trust the key that signed the checkpoint',
  404: ': it does not know the log, or nothing is at this address',
  409: ': it has another tree of this size, or its answer has no size',
  422: ': the checkpoint does not continue what it co-signed before; the log was rewritten',
};
