/**
 * Sends hostile values in every field of every endpoint, as the routes define them. The service must never answer with a 5xx, an
 * undocumented answer or a body without the envelope, and every text in the books must come from an accepted request. By default every
 * sixth hostile value, encoding, header, body and cursor is sent; `make hostile` sends all. LEDGER_FUZZ_SEED repeats a run.
 */
import { contractOf, endpointOf, judge } from '../support/answers';
import { bareClient, type BareAnswer, type BareClient } from '../support/bare-client';
import { client, type Client } from '../support/client';
import { fieldsOf, jsonOf, withValue, type Field } from '../support/request-fields';
import type { Fields } from '../support/requests';
import { goodRequest, pathTo, type GoodRequest } from '../support/good-requests';
import { openWorld, type GoodWorld } from '../support/good-world';
import { hostileBodies, hostileEncodings, hostileHeaders } from '../support/hostile-requests';
import { aimedValues, anything } from '../support/hostile-values';
import { startLedger, type TestLedger } from '../support/ledger';
import { storedTexts, textsIn } from '../support/stored-texts';
import { faultsInEcho } from '../support/echo';
import { randomFrom, seedOf, type Random } from '../support/random';
import type { Route } from '../../src/kernel/http/route';

const seed = seedOf('LEDGER_FUZZ_SEED', 1_000_000_000);
const isFull = process.env['LEDGER_TEST_HOSTILE'] === 'full';
const minValues = isFull ? 20_000 : 4_500;
const everyNth = isFull ? 1 : 6;
const mixesPerEndpoint = 10;
const fieldsAtOnce = 10;
const fieldsOfOneKindAtOnce = 4;

let ledger: TestLedger;
let sent = 0;
/** Texts of the valid requests from which the hostile ones are made. The books may contain these texts. */
const vocabulary = new Set<string>();

beforeAll(async () => {
  process.stdout.write(`hostile values with LEDGER_FUZZ_SEED=${seed}\n`);
  // This file verifies all ledgers, so it needs its own installation.
  ledger = await startLedger([], { alone: true });
  const { world, bare } = await openHostileWorld();
  await ledger.app.strings.setRate('USD', 'EUR', '0.92');
  for (const route of contractOf().routes) await send(bare, route, await goodRequest(route, world));
  // The valid requests name a rate, or undo a part. A hostile value can turn them into requests without a rate, or for the whole rest.
  for (const route of contractOf().routes.filter(({ path }) => /\/(convert|reverse|release|settle)$/.test(path))) {
    const good = await goodRequest(route, world);
    const without = route.path.endsWith('convert') ? { rate: null } : { entries: null, amount: null };
    await send(bare, route, { ...good, body: { ...good.body, ...without } });
  }
  for (const text of await storedIn(world)) vocabulary.add(text);
  bare.close();
});

afterAll(async () => {
  await ledger.close();
});

interface HostileWorld {
  readonly world: GoodWorld;
  readonly bare: BareClient;
  /** Every text in an accepted request. */
  readonly accepted: Set<string>;
}

const openHostileWorld = async (): Promise<HostileWorld> => {
  const accepted = new Set<string>();
  const world = await openWorld(ledger, (key) => recording(client(ledger.baseUrl, key), accepted));
  for (const { code, name } of [world.source, world.target, world.sister]) accepted.add(code).add(name);
  return { world, accepted, bare: bareClient(ledger.baseUrl, world.books.key) };
};

const recording = (api: Client, accepted: Set<string>): Client => ({
  ...api,
  post: (path, body, headers) => {
    for (const text of textsIn(body)) accepted.add(text);
    return api.post(path, body, headers);
  },
});

const storedIn = ({ source, target, sister }: GoodWorld): Promise<ReadonlySet<string>> =>
  storedTexts(
    ledger,
    [source, target, sister].map(({ id }) => id),
  );

const send = (
  bare: BareClient,
  route: Route,
  request: GoodRequest,
  path = pathTo(route, request),
): Promise<BareAnswer> =>
  bare.send(route.method.toUpperCase(), path, request.body === undefined ? undefined : jsonOf(request.body));

let marked = 0;
const markable = ['description', 'name', 'reason', 'label'];

/** Writes a unique text into one field of the request, so that the books show whether the request had an effect. */
const withMarker = (request: GoodRequest, fields: readonly Field[], taken: readonly Field[]): GoodRequest => {
  const field = fields.find(
    ({ place, path }) =>
      place === 'body' &&
      markable.includes(String(path.at(-1))) &&
      !taken.some((other) => other.place === 'body' && other.path.every((part, index) => path[index] === part)),
  );
  return field ? withValue(request, field, `marked ${++marked}`) : request;
};

/** Node's HTTP parser answers with these statuses, without a body, if a request's head is invalid or too large. */
const byTheParser = [400, 431];

/** The faults of an answer to a hostile request. */
const faultsOf = (route: Route, path: string, { status, text, headers }: BareAnswer): readonly string[] => {
  if (byTheParser.includes(status) && text === '') return [];
  // Replaces `%2e` by a word, because the class URL would treat it as a dot and remove the segment before it.
  const url = `${ledger.baseUrl}/api/v1${path.replaceAll('%2e', 'dot')}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    if (!route.spec.onlyFiles || status !== route.spec.ok)
      return [`${status} with a body that is not JSON: ${text.slice(0, 200)}`];
    body = text;
  }
  const judged = judge({ method: route.method.toUpperCase(), url, status, body });
  return [
    ...(status >= 500 ? [`answered ${status}`] : []),
    ...(judged?.faults ?? []),
    ...(judged || status === 404 || status === 405 ? [] : [`answered ${status} where no endpoint is`]),
    ...(headers['x-request-id'] === undefined ? ['has no request id'] : []),
  ];
};

/** The texts that were accepted according to the answer; for a batch, only those of its accepted items. */
const acceptedTexts = ({ params = {}, body }: GoodRequest, { status, text }: BareAnswer): readonly string[] => {
  if (status >= 300 || body === undefined) return [];
  const written = JSON.parse(jsonOf(body)) as Fields;
  const { data } = JSON.parse(text) as { data: { results?: readonly { status: string }[] } };
  const items = written['transactions'] as readonly unknown[] | undefined;
  return [
    ...Object.values(params),
    ...textsIn(items ? items.filter((_, index) => data.results?.[index]?.status !== 'rejected') : written),
  ];
};

/** The service composes some descriptions: it puts one of these prefixes before a text of the request. */
const composed = /^(Reversal: |Release: |Settlement: |Conversion |Transfer )/;

const chunksOf = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, chunk) => items.slice(chunk * size, (chunk + 1) * size));

/**
 * Takes `count` of the values from position `from` on. Each field starts at a different position, so that every value is used for some
 * field.
 */
const turned = (values: readonly unknown[], from: number, count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, place) => values[(from + place) % values.length]);

/** The indexes of every sixth value. The seed decides with which of the first six the selection starts. */
const chosen = (values: readonly unknown[], random: Random): readonly number[] => {
  const first = Math.floor(random.next() * everyNth);
  return [...values.keys()].filter((place) => place % everyNth === first);
};

const someOf = <T>(values: readonly T[], random: Random): readonly T[] =>
  chosen(values, random).map((place) => values[place] as T);

const trialOf = async (route: Route, random: Random): Promise<readonly string[]> => {
  const { world, bare, accepted } = await openHostileWorld();
  const fields = fieldsOf(route);
  const complaints: string[] = [];
  const complain = (what: string, faults: readonly string[]): void => {
    if (faults.length > 0) complaints.push(`${endpointOf(route)} with ${what.slice(0, 300)}: ${faults.join('; ')}`);
  };
  let base = await goodRequest(route, world);

  const attempt = async (taken: readonly Field[], values: readonly unknown[]): Promise<void> => {
    sent += values.length;
    const request = taken.reduce(
      (mutated, field, index) => withValue(mutated, field, values[index]),
      withMarker(base, fields, taken),
    );
    const path = pathTo(route, request);
    const answer = await send(bare, route, request, path);
    const what = taken.map((field, index) => `${field.path.join('.')} = ${jsonOf(values[index])}`).join(', ');
    complain(what, faultsOf(route, path, answer));
    const texts = acceptedTexts(request, answer);
    if (texts.length === 0) return;
    for (const text of texts) accepted.add(text);
    complain(what, await faultsInEcho(route, request, answer, bare));
    base = await goodRequest(route, world);
  };

  const good = await send(bare, route, base);
  if (good.status !== route.spec.ok)
    return [`${endpointOf(route)} did not reach its success: ${good.status} ${good.text}`];
  for (const text of textsIn(base.body)) accepted.add(text);
  base = await goodRequest(route, world);

  // Changes several fields in one request, because one request per field would take too long: first fields of the same kind, then
  // neighbouring fields.
  for (const aim of new Set(fields.map((field) => field.aim)))
    for (const alike of chunksOf(
      fields.filter((field) => field.aim === aim),
      fieldsOfOneKindAtOnce,
    ))
      for (const index of chosen(aimedValues(aim), random))
        await attempt(alike, turned(aimedValues(aim), index, alike.length));
  for (const near of chunksOf(fields, fieldsAtOnce))
    for (const index of chosen(anything, random)) await attempt(near, turned(anything, index, near.length));
  for (let mix = 0; mix < mixesPerEndpoint && fields.length > 1; mix++) {
    const taken = [0, 1, 2].map(() => random.pick(fields)).filter((field, index, all) => all.indexOf(field) === index);
    await attempt(
      taken,
      taken.map(({ aim }) => random.pick([...anything, ...aimedValues(aim)])),
    );
  }
  await sendBare(route, world, bare, complain, accepted, random);

  for (const text of await storedIn(world))
    if (!accepted.has(text.replace(composed, '')) && !vocabulary.has(text))
      complaints.push(`${endpointOf(route)} left behind what was not sent: ${JSON.stringify(text.slice(0, 200))}`);
  bare.close();
  return complaints;
};

/** Sends a request with a hostile encoding, header, body or cursor. */
const sendBare = async (
  route: Route,
  world: GoodWorld,
  bare: BareClient,
  complain: (what: string, faults: readonly string[]) => void,
  accepted: Set<string>,
  random: Random,
): Promise<void> => {
  const method = route.method.toUpperCase();
  const attempt = async (path: string, body?: string | Buffer, headers?: Readonly<Record<string, string>>) => {
    sent += 1;
    const answer = await bare.send(method, path, body, headers);
    complain(
      `${path.slice(0, 200)} ${String(body).slice(0, 50)} ${JSON.stringify(headers)}`,
      faultsOf(route, path, answer),
    );
    const key = headers?.['Idempotency-Key'];
    // Programs decode non-ASCII header characters in two ways, so the key counts as accepted in both forms.
    if (key !== undefined) accepted.add(key.trim()).add(Buffer.from(key).toString('latin1'));
  };
  const request = await goodRequest(route, world);
  for (const name of Object.keys(request.params ?? {}))
    for (const encoded of someOf(hostileEncodings, random))
      await attempt(
        pathTo(route, { ...request, params: { ...request.params, [name]: 'HERE' } }).replace('HERE', encoded),
      );
  const path = pathTo(route, request);
  const asked = `${path}${path.includes('?') ? '&' : '?'}`;
  const names = [
    ...fieldsOf(route)
      .filter(({ place }) => place === 'query')
      .map((field) => String(field.path[0])),
    'x',
  ];
  for (const name of [...names, 'attributes[region]', 'attributes[', '__proto__', 'constructor'])
    for (const encoded of someOf([...hostileEncodings.slice(0, 3), `a&${name}=a`, ''], random))
      await attempt(`${asked}${name}=${encoded}`, route.spec.body && '{}');
  for (const headers of someOf(hostileHeaders, random)) {
    const fresh = await goodRequest(route, world);
    for (const text of textsIn(fresh.body)) accepted.add(text);
    await attempt(pathTo(route, fresh), fresh.body && jsonOf(fresh.body), headers);
  }
  if (route.spec.body) for (const body of someOf(hostileBodies, random)) await attempt(path, body);
  if (route.spec.list) for (const cursor of someOf(hostileCursors, random)) await attempt(`${asked}cursor=${cursor}`);
};

const hostileCursors = [
  '',
  'AAAA',
  '%00',
  'a'.repeat(2_001),
  '=',
  '%FF',
  'eyJhIjoxfQ',
  '..',
  '-_-_-_-_-_-_-_-_-_-_-_-_-_',
];

const atOnce = 8;

test('hostile values get documented refusals, and only accepted texts are stored', async () => {
  const waiting = [...contractOf().routes];
  const complaints: string[] = [];
  const worker = async (number: number): Promise<void> => {
    const random = randomFrom(seed + number);
    for (let route = waiting.shift(); route; route = waiting.shift())
      complaints.push(...(await trialOf(route, random)));
  };
  await Promise.all(Array.from({ length: atOnce }, (_, number) => worker(number)));
  expect(complaints).toEqual([]);
  process.stdout.write(`${sent} hostile values were sent\n`);
  expect(sent).toBeGreaterThanOrEqual(minValues);
  expect((await ledger.app.ledgering.verify()).findings).toEqual([]);
  expect(ledger.complaints).toEqual([]);
}, 1_200_000);
