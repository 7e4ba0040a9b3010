/** Calls the service's own routes without a server: the route's codecs read the input as they read a client's. */
import { isLeft } from 'fp-ts/Either';
import { fieldErrors, type AnyCodec } from '../kernel/http/codecs';
import type { Reply } from '../kernel/http/route';
import type { Tagged } from '../kernel/http/status';
import { firstSlice, maxPageLimit } from '../kernel/page';
import { usualScopes, type Principal } from '../kernel/principal';
import { refused, type Outcome } from '../kernel/refusal';
import type { ApiKey } from '../modules/access';
import type { Ledger } from '../modules/ledgering';
import type { App } from './compose';

export type Routes = Pick<App, 'routes'>;

export interface InProcessRequest {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
}

/** Returns the caller who has this key of the ledger. The text of the key is not needed. */
export const callerWith = (
  { id: ledgerId, tenantId, denomination, timeZone }: Ledger,
  { id: callerId, prefix: actor }: Pick<ApiKey, 'id' | 'prefix'>,
  capabilities: readonly string[],
): Principal => ({
  ...{ tenantId, ledgerId, denomination, timeZone, callerId, actor },
  ...{ scopes: usualScopes, capabilities: new Set(capabilities) },
});

/**
 * Runs the operation for this caller, without checking the caller's capabilities, and returns the answer. A list is answered with its first
 * hundred items. Throws if the request is not valid for the route.
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

/** Returns the data of the answer. Throws if the operation is refused. */
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

/** If the creation of a record is refused for one of these reasons, the record already exists. */
const isThere: ReadonlySet<string> = new Set([
  ...['AccountCodeTaken', 'JournalCodeTaken', 'AccountSetCodeTaken', 'AccountSetMemberExists'],
  ...['TrancodeCodeExists', 'AttributeKeyExists'],
]);

/**
 * Creates a record with a code unless it exists; returns whether the record was created now. Throws if the creation is refused for any
 * other reason.
 */
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
