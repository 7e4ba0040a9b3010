/**
 * Webhooks over HTTP. An attempt (the name, the connection, the answer with its body) has one deadline. What comes after it,
 * or is cut off, is no answer; of an answer that is too large the beginning is kept, and the connection is closed.
 */
import { performance } from 'node:perf_hooks';
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
  /** Networks that are legal although they are not public. Plain http goes to these alone. */
  readonly allowed: readonly Network[];
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
  /** A connection that nobody used for so long is closed. */
  readonly idleMs?: number;
  readonly resolve?: Resolve;
  /** Milliseconds, which only ever grow. */
  readonly now?: () => number;
  readonly ca?: string;
}

export const createHttpSender = ({
  allowed,
  timeoutMs = 10_000,
  maxAnswerBytes = 16_384,
  idleMs = 5_000,
  resolve = createResolve(),
  now = () => performance.now(),
  ca,
}: HttpSenderOptions): WebhookSender => {
  const connections = createConnections(idleMs);
  const judging = {
    addresses: addressesBeside(allowed),
    resolve,
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
      // A name that nobody knows today may be known when there is something to send, and is judged then.
      return 'left' in judged && judged.left.kind === 'forbidden'
        ? refuse({ kind: 'WebhookUrlForbidden', reason: judged.left.reason })
        : ok(undefined);
    },

    send: async (request) => {
      const began = now();
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), timeoutMs);
      const answer = await attempt(request, deadline.signal);
      clearTimeout(timer);
      return { ...answer, milliseconds: Math.round(now() - began) };
    },

    close: () => {
      connections.plain.destroy();
      connections.secure.destroy();
    },
  };
};

/** Of each of the kinds, what is left without its time. */
type Timeless<A> = A extends unknown ? Omit<A, 'milliseconds'> : never;
