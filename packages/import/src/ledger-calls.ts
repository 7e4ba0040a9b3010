/**
 * Calls the operations of the API in this process. Items are decoded and checked like the body of an HTTP request, and a refused item has
 * the code and the message that an HTTP client would get.
 */
import { isLeft } from 'fp-ts/Either';
import type { ProcessTime } from '../../../src/kernel/clock';
import { fieldErrors } from '../../../src/kernel/http/codecs';
import type { Reply, Route } from '../../../src/kernel/http/route';
import { refusalBody } from '../../../src/kernel/http/status';
import { firstSlice, maxPageLimit, type Page, type Slice } from '../../../src/kernel/page';
import type { Principal } from '../../../src/kernel/principal';
import { isTransient, ok, refuse, refused, type FieldErrors, type Outcome } from '../../../src/kernel/refusal';
import type { Reason } from './rows';

interface Sent {
  readonly body?: object;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly isDryRun?: boolean;
}

export interface LedgerCalls {
  /** Returns the reason if the body has an invalid form for the operation; undefined if its form is valid. Does not call the operation. */
  complaint(operationId: string, body: object): Reason | undefined;
  call<A>(operationId: string, sent: Sent): Promise<Outcome<Reason, A>>;
  /** Reads a list to its end, and yields the items of each page. */
  list<A>(operationId: string, query?: Sent['query']): AsyncIterable<readonly A[]>;
}

/** The pauses before retries if the ledger is overloaded or unavailable, or an earlier commit is open: about half a minute in total. */
export const pausesMs: readonly number[] = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800];

export const createLedgerCalls = (
  routes: readonly Route[],
  caller: Principal,
  clock: Pick<ProcessTime, 'sleep'>,
): LedgerCalls => {
  const routeOf = (operationId: string): Route => {
    const route = routes.find(({ spec }) => spec.operationId === operationId);
    if (!route) throw new Error(`there is no operation ${operationId}`);
    return route;
  };

  const answer = async (
    operationId: string,
    { body, params = {}, query = {}, isDryRun = false }: Sent,
    slice: Slice,
  ): Promise<Outcome<Reason, Reply>> => {
    const { spec, handle } = routeOf(operationId);
    const decoded = spec.body?.decode(body);
    if (decoded && isLeft(decoded)) return refuse(invalid(fieldErrors(decoded.left)));
    const input = { ...{ caller, params, query, body: decoded?.right, slice, isDryRun }, ...unasked };
    for (let attempt = 0; ; attempt++)
      try {
        const outcome = await handle(input);
        if (!refused(outcome)) return outcome;
        const row = spec.refusals[outcome.left.kind];
        if (!row) throw new Error(`${operationId} has no answer for ${outcome.left.kind}`);
        const { code, message, errors } = refusalBody(row, outcome.left);
        return refuse({ code, message: withErrors(message, errors) });
      } catch (error) {
        const pauseMs = pausesMs[attempt];
        if (!isTransient(error) || pauseMs === undefined) throw error;
        await clock.sleep(pauseMs);
      }
  };

  return {
    complaint: (operationId, body) => {
      const decoded = routeOf(operationId).spec.body?.decode(body);
      return decoded && isLeft(decoded) ? invalid(fieldErrors(decoded.left)) : undefined;
    },
    call: async <A>(operationId: string, sent: Sent) => {
      const outcome = await answer(operationId, sent, firstSlice(maxPageLimit));
      return refused(outcome) ? outcome : ok(outcome.right.data as A);
    },
    list: async function* <A>(operationId: string, query: Sent['query'] = {}) {
      for (let slice = firstSlice(maxPageLimit); ;) {
        const outcome = await answer(operationId, { query }, slice);
        if (refused(outcome)) throw new Error(`${operationId}: ${outcome.left.message}`);
        yield outcome.right.data as readonly A[];
        const { next } = outcome.right.meta?.['pagination'] as Page<unknown>;
        if (!next) return;
        slice = { ...slice, from: next };
      }
    },
  };
};

const unasked = { waitSeconds: 0, reader: undefined, mediaType: 'application/json' };

const invalid = (errors: FieldErrors): Reason => ({
  code: 'VALIDATION_ERROR',
  message: withErrors('The ledger refused it:', errors),
});

/** Adds the errors of each field to the message, unless the message contains them already. */
export const withErrors = (message: string, errors: FieldErrors | null | undefined): string => {
  const complaints = Object.entries(errors ?? {})
    .map(([field, wrong]) => `${field} ${wrong.join(', ')}`)
    .filter((complaint) => !message.includes(complaint));
  return complaints.length === 0 ? message : `${message} ${complaints.join('; ')}.`;
};
