/**
 * A route is a row of data: method, path, codecs, capability, statuses, the call and the view. Only `mount` connects a row to Koa and turns
 * an outcome into a status. The OpenAPI document is derived from the same rows (see openapi.ts).
 */
import type Router from '@koa/router';
import * as E from 'fp-ts/Either';
import type { Context } from 'koa';
import { canonicalJson } from '../canonical-json';
import type { ProcessTime } from '../clock';
import { decodeCursor, firstSlice, pageBounds, type Page, type PageBounds, type Slice } from '../page';
import type { Administrator, Caller, Principal } from '../principal';
import { refused, type FieldErrors, type Outcome } from '../refusal';
import { finished, inSlices } from '../running/slices';
import { askingOf, freshnessHeaders, freshnessOf } from './asking';
import { readJson, type BodyLimit, type ReceivedBody } from './body';
import { areUnknownMembers, decoding, fieldErrors, type AnyCodec, type Codec } from './codecs';
import { failure, success, type Failure } from './envelope';
import type { RequestExample } from './examples';
import { invalidRequest, malformedSequence } from './failures';
import { lackOf, lackOfPassword, type Needs } from './needs';
import { fileAnswer, type FileReply } from './files';
import { pageText } from './page-text';
import { groupedQuery, readQuery } from './query';
import { ignoredFields, strictHandling, waitSeconds, withIdempotencyKey, type KeyRule } from './request-headers';
import { json, send, type Answered } from './send';
import { enveloped, slicedText } from './sliced-text';
import { judgedAs, refusalBody, type RefusalAnswer, type Tagged } from './status';
import { eventStream, isEventId, readerOf, type StreamReader } from './streams';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The decoded input of a call, which does not depend on Koa. */
export interface Input<P, Q, B, C = Principal> {
  readonly caller: C;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The requested part of the list; on routes without a list, the first rows. */
  readonly slice: Slice;
  /** True for `?dry_run=true` on a route that has dry runs. */
  readonly isDryRun: boolean;
  /** Seconds that the caller is willing to wait (`Prefer: wait=N`); 0 without that header. */
  readonly waitSeconds: number;
  /** The reader of the stream, on routes that send an answer while they generate it; undefined on other routes. */
  readonly reader: StreamReader | undefined;
  /** The media type that the caller prefers: JSON, or one of the route's `files`. */
  readonly mediaType: string;
}

export interface Reply {
  readonly data: unknown;
  /** The text of `data` in pieces, if it is too large to be generated at once; `data` is then ignored. */
  readonly pieces?: Iterable<string>;
  /** An answer that continues until its reader disconnects, as Server-Sent Events; `data` is then ignored. */
  readonly stream?: AsyncIterable<string | Buffer>;
  /** An answer that is not JSON, or JSON without the envelope; `data` is then ignored. */
  readonly file?: FileReply;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The status if it differs from the route's `ok`, for example for a replay. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The answers to the refusals of a call; if a refusal has no row, the route does not compile. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Answers = Readonly<Record<string, RefusalAnswer<any>>>;

export interface RouteSpec<P, Q, B, T extends Answers> {
  /** A verb and its object: the name of the method in generated clients. */
  readonly operationId: string;
  readonly summary: string;
  /** One to five sentences of Markdown: the effect, the usual refusals, and whether a request can be repeated. */
  readonly description: string;
  readonly tag: string;
  readonly params?: Codec<P>;
  /** The refusal for an id in the path that names no record; a malformed id gets the same refusal. */
  readonly missing?: keyof T & string;
  readonly query?: Codec<Q>;
  readonly body?: Codec<B>;
  /** On visitors' routes: the size limit for the body of a signed-in person's request, if larger bodies than usual are accepted. */
  readonly maxBody?: BodyLimit;
  /** True if unknown fields are refused: the request moves value or grants a right. Routes for administrators always refuse them. */
  readonly strict?: boolean;
  /** The status for unknown fields, if it differs from that for an otherwise invalid body. */
  readonly unknown?: 422;
  /** Adds `limit` and `cursor`; the view returns a `Page` of items. Bounds are given if the page sizes differ from the usual ones. */
  readonly list?: boolean | PageBounds;
  /**
   * The scope or capability that the caller must hold, checked before anything else in the request. Every row names it, so that no route is
   * open by oversight.
   */
  readonly needs: Needs;
  /** True if the request creates access (a link, a key, a role): a person must then have given the password recently. */
  readonly makesWayIn?: true;
  /** The use of the header `Idempotency-Key`; absent on routes that ignore it. */
  readonly idempotency?: KeyRule;
  /** True if the call waits for an outcome for up to `Prefer: wait=N` seconds. */
  readonly waits?: true;
  /** The maximum N of `Prefer: wait=N`, if it is greater than usual. */
  readonly maxWaitSeconds?: number;
  /** True if the route answers `Accept: text/event-stream` with a stream. */
  readonly streams?: true;
  /** The media types besides JSON that the route offers (`Accept`). */
  readonly files?: readonly string[];
  /** The media types of a route that always answers with a file, never with JSON; the file is sent while it is generated. */
  readonly onlyFiles?: readonly string[];
  /** The shape of `data` in the answer (200) to `?dry_run=true`; absent if the route has no dry runs. */
  readonly dryRun?: AnyCodec;
  /** True if a replica may answer `Prefer: consistency=eventual`. The reads need `caller`, which holds the required freshness. */
  readonly eventual?: true;
  /** True if a success may carry a warning (`X-Warning`). */
  readonly warns?: true;
  readonly ok: number;
  readonly alsoOk?: number;
  /** The status for an invalid body, if the specification gives the endpoint 400 instead of 422. An invalid query is always 422. */
  readonly invalid?: 400;
  readonly refusals: T;
  /** The shape of `data`, for the OpenAPI document and for the tests: a named shape, or an array of one. */
  readonly answer: AnyCodec;
  /** The shape of `data` if the list is answered as a whole, without pages. */
  readonly unpaged?: AnyCodec;
  /** The shape of `meta.account`, if the list belongs to one account. The pagination is then nested one level deeper. */
  readonly heading?: AnyCodec;
  /** Further members of a list's `meta`, by name. */
  readonly beside?: Readonly<Record<string, AnyCodec>>;
  readonly example?: RequestExample;
}

export interface Route {
  readonly method: Method;
  /** The path relative to the mount point of the rows, with parameters as `:name`. */
  readonly path: string;
  readonly spec: RouteSpec<unknown, unknown, unknown, Answers>;
  readonly callers: Callers;
  readonly handle: (input: Input<unknown, unknown, unknown, Caller>) => Promise<Outcome<Tagged, Reply>>;
}

/** The kind of callers that a route serves: bookkeepers of a ledger, administrators, or anybody (visitor.ts). */
export type Callers = 'bookkeepers' | 'administrators' | 'visitors';

const row =
  <C>(callers: Callers, method: Method) =>
  <P, Q, B, const T extends Answers, A>(
    path: string,
    spec: RouteSpec<P, Q, B, T>,
    call: (input: Input<P, Q, B, C>) => Promise<Outcome<{ readonly kind: keyof T & string }, A>>,
    view: (answer: A, input: Input<P, Q, B, C>) => Reply,
  ): Route => ({
    method,
    path,
    spec: {
      ...{ ...(spec as unknown as Route['spec']), strict: spec.strict ?? callers === 'administrators' },
      refusals: judgedAs(spec.invalid, spec.refusals),
    },
    callers,
    handle: async (input) => {
      const outcome = await call(input as Input<P, Q, B, C>);
      return refused(outcome) ? outcome : E.right(view(outcome.right, input as Input<P, Q, B, C>));
    },
  });

export const rows = <C>(callers: Callers) => ({
  get: row<C>(callers, 'get'),
  post: row<C>(callers, 'post'),
  put: row<C>(callers, 'put'),
  patch: row<C>(callers, 'patch'),
  remove: row<C>(callers, 'delete'),
});

export const { get, post, put, patch, remove } = rows<Principal>('bookkeepers');
/** Route rows for administrators, who keep no books. */
export const administering = rows<Administrator>('administrators');

/** Returns a page as a reply; `mount` turns its positions into cursors. */
export const pageReply = <T>(page: Page<T>, render: (item: T) => unknown): Reply => ({
  data: page.items.map(render),
  meta: { pagination: page },
});

export interface MountOptions {
  readonly cursorSecret: Buffer;
  readonly clock?: Pick<ProcessTime, 'elapsed'>;
}

export const dryRunStatus = 200;

export const mount = (router: Router, routes: readonly Route[], options: MountOptions): void => {
  for (const route of routes)
    router[route.method](route.path, async (context) => {
      const reply = await answer(route, context, options);
      if (reply) send(context, route.spec, reply);
    });
};

/** Returns the reply to a request. If the request is refused, writes the refusal to the context and returns undefined. */
const answer = async (
  route: Route,
  context: Context,
  { cursorSecret, clock }: MountOptions,
): Promise<Answered | undefined> => {
  const { spec } = route;
  const invalidStatus = spec.invalid ?? 422;
  const caller = context['state'].caller as Principal | Administrator;
  const lack = lackOf(caller, spec.needs) ?? lackOfPassword(caller, spec.makesWayIn ?? false);
  if (lack) return refuseWith(context, 403, lack);
  const prefer = context.get('Prefer');
  const freshness = spec.eventual ? freshnessOf(prefer, context.get('X-Ledger-Sequence')) : undefined;
  if (freshness === 'malformed') return refuseWith(context, 400, malformedSequence('X-Ledger-Sequence'));
  if (spec.streams && !isEventId(context.get('Last-Event-ID')))
    return refuseWith(context, 400, malformedSequence('Last-Event-ID'));
  const params = spec.params?.decode(context['params']);
  if (params && E.isLeft(params))
    return spec.missing === undefined
      ? invalid(context, invalidStatus, fieldErrors(params.left))
      : refusal(context, spec.refusals, { kind: spec.missing });

  const asked = readQuery(spec, groupedQuery(context.query));
  if (refused(asked)) return invalid(context, 422, asked.left);
  const { query, limit, cursor, isDryRun } = asked.right;
  const slice =
    cursor === undefined ? firstSlice(limit) : decodeCursor(cursorSecret, listOf(context, query), cursor, limit);
  if (!slice)
    return fail(
      context,
      422,
      'INVALID_CURSOR',
      'The cursor was not issued for this list and these filters. Start again without a cursor.',
    );

  let body: unknown;
  if (spec.body) {
    const pause = inSlices(clock);
    const read = await finished(readJson(context['state'].received as ReceivedBody), pause);
    if ('code' in read) return fail(context, read.status ?? invalidStatus, read.code, read.message, read.errors);
    // A request without a body is read like one with an empty object, on every route.
    const { value: sent = {} } = read;
    const keyed = spec.idempotency
      ? withIdempotencyKey(sent, context.get('Idempotency-Key'), spec.idempotency)
      : { body: sent };
    if ('errors' in keyed) return invalid(context, invalidStatus, keyed.errors);
    const isStrict = spec.strict || strictHandling.test(prefer);
    const { outcome, ignored } = await finished(decoding(spec.body, keyed.body, isStrict), pause);
    if (ignored.size > 0 && !isStrict) context.set('X-Ignored-Fields', ignoredFields(ignored));
    if (E.isLeft(outcome)) {
      const status = spec.unknown && areUnknownMembers(outcome.left) ? spec.unknown : invalidStatus;
      return invalid(context, status, fieldErrors(outcome.left));
    }
    body = outcome.right;
  }

  const outcome = await route.handle({
    caller: (route.method === 'get' ? { asking: askingOf(context, freshness, clock), ...caller } : caller) as Caller,
    params: params?.right,
    query,
    body,
    slice,
    isDryRun,
    waitSeconds: waitSeconds(prefer, spec.maxWaitSeconds),
    reader: (spec.streams ?? spec.onlyFiles) ? readerOf(context) : undefined,
    mediaType: spec.files ? context.accepts(json, ...spec.files) || json : json,
  });
  if (freshness) context.set(freshnessHeaders(freshness));
  if (refused(outcome)) return refusal(context, spec.refusals, outcome.left);
  const { status, headers, pieces, stream, file, data, meta } = outcome.right;
  if (stream) return { status, headers, text: stream, mediaType: eventStream };
  if (file) return { status, ...(await fileAnswer(file, headers)) };
  if (pieces) return { status, headers, text: await slicedText(enveloped(pieces)) };
  const page = meta?.['pagination'] as Page<unknown> | undefined;
  if (!page || !spec.list) return { status, headers, text: JSON.stringify(success(data, meta)) };
  const { maxBytes } = spec.list === true ? pageBounds : spec.list;
  const list = { secret: cursorSecret, name: listOf(context, query), slice, maxBytes };
  // In the listing of an account's entries, the specification nests the pagination one level deeper.
  return { status, headers, text: pageText({ data, meta, page }, list, spec.heading !== undefined) };
};

const refuseWith = (context: Context, status: number, body: Failure): undefined => {
  context.status = status;
  context.body = body;
};

const fail = (context: Context, status: number, code: string, message: string, errors?: FieldErrors): undefined =>
  refuseWith(context, status, failure(code, message, errors ? { errors } : {}));

const invalid = (context: Context, status: number, errors: FieldErrors): undefined =>
  refuseWith(context, status, invalidRequest(errors));

const refusal = (context: Context, table: Answers, refused: Tagged): undefined => {
  const answer = table[refused.kind];
  if (!answer) throw new Error(`no answer is declared for the refusal ${refused.kind}`);
  context.set(answer.headers?.(refused) ?? {});
  return refuseWith(context, answer.status, refusalBody(answer, refused));
};

/** Returns the name of the list that a cursor belongs to: its owner, path, filters and order. `totals` does not change the list. */
const listOf = (context: Context, query: unknown): string => {
  const caller = context['state'].caller as Principal | Administrator;
  const owner = 'ledgerId' in caller ? caller.ledgerId : caller.tenantId;
  const { totals: _, ...list } = (query ?? {}) as { readonly totals?: boolean };
  return `${owner} ${context.path} ${canonicalJson(query === undefined ? null : list)}`;
};
