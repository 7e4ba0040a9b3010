/** Prepares the HTTP request of a call: URL, headers and body, and whether the request may be repeated if its result is unknown. */
import type { AnyCall, Asked } from './asking.ts';
import type { SentRequest } from './refusal.ts';

export interface Prepared {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly isRead: boolean;
  /** True for a read, a dry run, and a write with an idempotency key: repeating them has no second effect. */
  readonly isRepeatable: boolean;
  readonly sent: SentRequest;
}

interface KeyedBody {
  readonly idempotency_key?: string | null;
}

interface BatchBody {
  readonly transactions: readonly KeyedBody[];
}

export const prepare = (baseUrl: string, key: string, asked: Asked, call: AnyCall): Prepared => {
  const { method, path, query = {}, accept = 'application/json' } = asked;
  const isRead = method === 'GET';
  const isTrial = (query as { dry_run?: string }).dry_run === 'true';
  const { body, idempotencyKey } = keyed(asked, call);
  if (idempotencyKey !== undefined && !/^[\x20-\x7e]+$/.test(idempotencyKey))
    throw new TypeError('An idempotency key is printable ASCII, and not empty: it is sent in a header.');
  const text = body === undefined ? undefined : JSON.stringify(body);
  const preferences = [
    ...(call.waitSeconds === undefined ? [] : [`wait=${call.waitSeconds}`]),
    ...(call.strict ? ['handling=strict'] : []),
    ...(call.mayBeBehind ? ['consistency=eventual'] : []),
  ];
  const search = queryText(query);
  return {
    url: `${baseUrl}${path}${search === '' ? '' : `?${search}`}`,
    method,
    headers: {
      Accept: accept,
      Authorization: `Bearer ${key}`,
      ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(preferences.length === 0 ? {} : { Prefer: preferences.join(', ') }),
      ...(call.notBeforeSequence === undefined ? {} : { 'X-Ledger-Sequence': String(call.notBeforeSequence) }),
    },
    body: text,
    isRead: isRead || isTrial,
    isRepeatable: isRead || isTrial || asked.keyed !== undefined,
    sent: { method, path, body, idempotencyKey: idempotencyKey ?? keyOf(body) },
  };
};

const keyOf = (body: object | undefined): string | undefined =>
  (body as KeyedBody | undefined)?.idempotency_key ?? undefined;

/** Returns the body and the idempotency header. A missing key is created once per call, so that retries use the same key. */
const keyed = (
  { body, keyed: how }: Asked,
  { idempotencyKey }: AnyCall,
): { readonly body: object | undefined; readonly idempotencyKey: string | undefined } => {
  if (how === 'items') return { body: withKeysOfItems(body as unknown as BatchBody), idempotencyKey: undefined };
  if (how !== 'header') return { body, idempotencyKey };
  // The API accepts the key of this operation in the header or in the body. With the header, the body needs no key but must exist.
  const made = idempotencyKey ?? (keyOf(body) === undefined ? crypto.randomUUID() : undefined);
  return { body: body ?? {}, idempotencyKey: made };
};

const withKeysOfItems = (body: BatchBody): BatchBody => ({
  ...body,
  transactions: body.transactions.map((item) =>
    keyOf(item) === undefined ? { ...item, idempotency_key: crypto.randomUUID() } : item,
  ),
});

/** Returns the query string. A list becomes values separated by commas, a map becomes `name[key]=value`, and undefined is left out. */
export const queryText = (query: object): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value === undefined) continue;
    if (Array.isArray(value)) search.set(name, value.join(','));
    else if (typeof value === 'object' && value !== null)
      for (const [member, each] of Object.entries(value)) search.set(`${name}[${member}]`, String(each));
    else search.set(name, String(value));
  }
  return search.toString();
};
