/** Asks the service's own routes without a server: what is sent is read by the codecs of the route, as a client's would be. */
import { isLeft } from 'fp-ts/Either';
import { fieldErrors, type AnyCodec } from '../kernel/http/codecs';
import type { Reply } from '../kernel/http/route';
import type { Tagged } from '../kernel/http/status';
import { firstSlice, maxPageLimit } from '../kernel/page';
import type { Principal } from '../kernel/principal';
import { refused, type Outcome } from '../kernel/refusal';
import type { App } from './compose';

export type Routes = Pick<App, 'routes'>;

export interface InProcessRequest {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
}

/**
 * What the operation answers to this caller, whose capabilities are not looked at: the first hundred of a list, and no dry run.
 * Throws where the request is not what the route reads.
 */
export const ask = async (
  { routes }: Routes,
  caller: Principal,
  operationId: string,
  { params, query, body }: InProcessRequest = {},
): Promise<Outcome<Tagged, Reply>> => {
  const route = routes.find(({ spec }) => spec.operationId === operationId);
  if (!route) throw new Error(`there is no operation ${operationId}`);
  const read = (codec: AnyCodec | undefined, sent: object | undefined): unknown => {
    const decoded = codec?.decode(sent ?? {});
    if (!decoded) return {};
    if (isLeft(decoded)) throw notDone(operationId, fieldErrors(decoded.left));
    return decoded.right;
  };
  return route.handle({
    caller,
    params: read(route.spec.params, params),
    query: read(route.spec.query, query),
    body: read(route.spec.body, body),
    slice: firstSlice(maxPageLimit),
    isDryRun: false,
    waitSeconds: 0,
    reader: undefined,
    mediaType: 'application/json',
  });
};

/** The data of the answer. Throws where the operation is refused. */
export const answerOf = async (
  app: Routes,
  caller: Principal,
  operationId: string,
  asked?: InProcessRequest,
): Promise<unknown> => {
  const outcome = await ask(app, caller, operationId, asked);
  if (refused(outcome)) throw notDone(operationId, outcome.left);
  return outcome.right.data;
};

/** Refusals that say that the thing is there already. */
const isThere: ReadonlySet<string> = new Set([
  ...['AccountCodeTaken', 'JournalCodeTaken', 'AccountSetCodeTaken', 'AccountSetMemberExists'],
  ...['TrancodeCodeExists', 'AttributeKeyExists'],
]);

/** Has something that has a code be there; whether it was made now. Throws where it is refused for another reason. */
export const ensure = async (
  app: Routes,
  caller: Principal,
  operationId: string,
  asked: InProcessRequest,
): Promise<boolean> => {
  const outcome = await ask(app, caller, operationId, asked);
  if (refused(outcome) && !isThere.has(outcome.left.kind)) throw notDone(operationId, outcome.left);
  return !refused(outcome);
};

const notDone = (what: string, why: object): Error => new Error(`${what} was refused: ${JSON.stringify(why)}`);
