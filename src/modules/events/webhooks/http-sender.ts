/**
 * Sends webhooks over HTTP. One deadline covers the whole attempt: resolving the name, connecting, and reading the answer with its body. A
 * late or incomplete answer counts as none. If an answer is too large, its beginning is kept and the connection is closed.
 */
import type { ProcessTime } from '../../../kernel/clock';
import { ok, refuse } from '../../../kernel/refusal';
import type { Network } from '../../../kernel/network';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../application/ports';
import { addressesBeside } from './addresses';
import { createConnections } from './connections';
import { exchange } from './exchange';
import { reasonOf } from './reasons';
import { createResolve, resolveTimeoutMs, type Resolve } from './resolving';
import { judgeTarget } from './target';

export interface HttpSenderOptions {
  /** Networks that are allowed although they are not public. Only they may be used with plain http. */
  readonly allowed: readonly Network[];
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
  /** The milliseconds after which an idle connection is closed. */
  readonly idleMs?: number;
  readonly resolve?: Resolve;
  readonly clock: ProcessTime;
  readonly ca?: string;
}

export const createHttpSender = ({
  allowed,
  timeoutMs = 10_000,
  maxAnswerBytes = 16_384,
  idleMs = 5_000,
  resolve = createResolve(),
  clock,
  ca,
}: HttpSenderOptions): WebhookSender => {
  const connections = createConnections(idleMs);
  const judging = {
    addresses: addressesBeside(allowed),
    resolve,
    clock,
    resolveTimeoutMs: Math.min(resolveTimeoutMs, timeoutMs),
  };

  const attempt = async (request: WebhookRequest, late: AbortSignal): Promise<Timeless<WebhookAnswer>> => {
    try {
      const judged = await judgeTarget(request.url, judging);
      if ('left' in judged) {
        const { kind, reason } = judged.left;
        return { kind: kind === 'forbidden' ? 'forbidden' : 'failed', reason };
      }
      const answer = await exchange(judged.right, request, connections, { maxAnswerBytes, late, ca });
      return { kind: 'answered', ...answer };
    } catch (error) {
      const tooLate = `The endpoint did not answer within ${timeoutMs / 1000} s.`;
      return { kind: 'failed', reason: late.aborted ? tooLate : reasonOf(error) };
    }
  };

  return {
    judge: async (url) => {
      const judged = await judgeTarget(url, judging);
      // A name that does not resolve now is accepted: it is checked again before each attempt.
      return 'left' in judged && judged.left.kind === 'forbidden'
        ? refuse({ kind: 'WebhookUrlForbidden', reason: judged.left.reason })
        : ok(undefined);
    },

    send: async (request) => {
      const began = clock.elapsed();
      const late = new AbortController();
      const deadline = clock.deadline(timeoutMs, () => late.abort());
      const answer = await attempt(request, late.signal);
      deadline.cancel();
      return { ...answer, milliseconds: Math.round(clock.elapsed() - began) };
    },

    close: () => {
      connections.plain.destroy();
      connections.secure.destroy();
    },
  };
};

/** The type `A`, or each type of the union `A`, without the member `milliseconds`. */
type Timeless<A> = A extends unknown ? Omit<A, 'milliseconds'> : never;
