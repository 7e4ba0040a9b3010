/**
 * Witnesses (LEDGER_WITNESSES) co-sign checkpoints. Some follow the log, some have forgotten a part of it, and some hang or send invalid
 * answers.
 */
import type { ServerResponse } from 'node:http';
import { verifyConsistency, verifyReceipt, type Receipt } from '../../clients/typescript/src';
import { refused } from '../../src/kernel/refusal';
import { systemClock } from '../../src/kernel/running/system-clock';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { readWitnesses, type WitnessSetting } from '../../src/modules/proof';
import { WITNESSES } from '../../src/modules/proof/application/ports';
import { witnessAt } from '../../src/modules/proof/webhooks/witness';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, decide, openBooks } from '../support/requests';
import { openWitness, type WitnessDouble } from '../support/witness';

const settingsOf = (...witnesses: readonly WitnessDouble[]): readonly WitnessSetting[] => {
  const read = readWitnesses(witnesses.map(({ key, address }) => `${key} ${address}/`).join(', '));
  if (refused(read)) throw new Error(read.left);
  return read.right;
};

let west: WitnessDouble;
let east: WitnessDouble;
let ledger: TestLedger;
let books: TestBooks;
let keys: string;

beforeAll(async () => {
  [west, east] = [await openWitness('west.example/w1', 1), await openWitness('east.example/w2', 2)];
  const witnesses = replace(WITNESSES, [CLOCK], (clock) =>
    settingsOf(west, east).map((setting) => witnessAt(setting, clock)),
  );
  ledger = await startLedger([witnesses], { alone: true });
  books = await openBooks(ledger);
  await decide(books.api);
  await books.api.get('/ledger/checkpoint');
  keys = await (await fetch(`${ledger.baseUrl}/.well-known/ledger-keys`)).text();
  for (const witness of [west, east]) witness.trust(keys);
  ledger.app.proof.start();
});
afterAll(async () => {
  await ledger.app.proof.stop();
  await ledger.close();
  await west.close();
  await east.close();
});

interface Told {
  readonly tree_size: number;
  readonly note: string;
  readonly consistency: readonly string[];
}

const checkpoint = async (from?: number): Promise<Told> =>
  dataOf(await books.api.get(`/ledger/checkpoint${from === undefined ? '' : `?from=${from}`}`), 200);
const receiptOf = async (id: string): Promise<Receipt> =>
  dataOf(await books.api.get(`/transactions/${id}/receipt`), 200);
const signersOf = ({ note }: Told): readonly string[] =>
  [...note.matchAll(/^— (\S+) /gm)].map(([, name]) => name ?? '');
const requestsAbout = ({ requests }: WitnessDouble, { note }: Told): readonly string[] => {
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  return requests.filter((body) => body.includes(`\n\n${text}`));
};
const everything = ['ledger', 'east.example/w2', 'west.example/w1'];

/** Posts a transaction, and returns it after its checkpoint has been signed and co-signed. */
const grow = async (): Promise<{ readonly id: string; readonly told: Told }> => {
  const { id } = await decide(books.api);
  await ledger.app.background.idle('checkpoints');
  await ledger.app.background.idle('witnesses');
  return { id, told: await checkpoint() };
};

test('witnesses co-sign each checkpoint after a proof that it continues the previous one', async () => {
  const { told: former } = await grow();
  const { id, told: latest } = await grow();
  for (const told of [former, latest]) expect(signersOf(told)).toEqual(everything);
  const [request = '', ...more] = requestsAbout(west, latest);
  expect([request.split('\n')[0], more]).toEqual([`old ${former.tree_size}`, []]);
  expect(request.split('\n\n')[0]?.split('\n').length).toBeGreaterThan(1);

  const witnesses = [west.key, east.key];
  const proven = await verifyReceipt(await receiptOf(id), keys, { witnesses });
  expect(proven.cosigned_by.map(({ witness }) => witness)).toEqual([east.key, west.key]);
  const grown = await verifyConsistency(former.note, await checkpoint(former.tree_size), keys, { witnesses });
  expect(grown.former_size).toBe(former.tree_size);
});

test('a witness that knows fewer events than the service believes gets a proof from its own size', async () => {
  const { told: former } = await grow();
  const [origin = ''] = former.note.split('\n');
  west.heads.delete(origin);
  const { told } = await grow();
  expect(signersOf(told)).toEqual(everything);
  expect(requestsAbout(west, told).map((body) => body.split('\n')[0])).toEqual([`old ${former.tree_size}`, 'old 0']);
});

test('a witness that hangs delays neither posting, nor signing, nor other cosignatures', async () => {
  const done: (() => void)[] = [];
  let next = new Promise<void>((resolve) => done.push(resolve));
  const forget = ledger.app.background.observe(({ loop, kind }) => {
    if (loop !== 'witnesses' || kind !== 'done') return;
    const told = done.splice(0);
    next = new Promise<void>((resolve) => done.push(resolve));
    for (const tell of told) tell();
  });
  const release = east.hold();
  const { id, status } = await decide(books.api);
  expect(status).toBe('posted');
  await ledger.app.background.idle('checkpoints');
  const idle = ledger.app.background.idle('witnesses');
  for (let seen = next; !signersOf(await checkpoint()).includes('west.example/w1'); seen = next) await seen;
  forget();
  expect(signersOf(await checkpoint())).toEqual(['ledger', 'west.example/w1']);

  const receipt = await receiptOf(id);
  expect((await verifyReceipt(receipt, keys, { witnesses: west.key })).cosigned_by).toHaveLength(1);
  await expect(verifyReceipt(receipt, keys, { witnesses: [west.key, east.key] })).rejects.toThrow(
    'east.example/w2 has not co-signed',
  );
  expect((await decide(books.api)).status).toBe('posted');
  release();
  await idle;
  expect(
    (await verifyReceipt(await receiptOf(id), keys, { witnesses: [west.key, east.key] })).cosigned_by,
  ).toHaveLength(2);
});

test('a receipt has the last checkpoint that was co-signed, if it covers the transaction', async () => {
  const { id, told } = await grow();
  await decide(books.api);
  await ledger.app.background.idle('checkpoints');
  expect((await receiptOf(id)).checkpoint).toBe(told.note);
});

describe('a request to a witness', () => {
  let note: string;
  beforeAll(async () => {
    const { told } = await grow();
    note = told.note;
  });
  const answer = (status: number, body = '', headers = {}) => ({ status, body, headers }) as const;
  const ask = async (
    reply: ReturnType<typeof answer> | ((response: ServerResponse) => void),
    timeoutMs?: number,
  ): Promise<object> => {
    west.answers =
      typeof reply === 'function'
        ? reply
        : (response) => void response.writeHead(reply.status, reply.headers).end(reply.body);
    const [setting] = settingsOf(west) as [WitnessSetting];
    try {
      const asked = witnessAt(setting, systemClock, timeoutMs);
      return await asked.add({ old: 0, proof: [], note }, new AbortController().signal);
    } finally {
      west.answers = undefined;
    }
  };
  const foreign = '— west.example/w1 AAAAAAAAAAAAAAAA\n';
  test.each([
    ['with unsigned text', 'refused', answer(200, 'nonsense')],
    ['with an empty body', 'refused', answer(200)],
    ['with a signature of another key', 'refused', answer(200, foreign)],
    ['with more than 16 KiB', 'refused', answer(200, foreign.repeat(1_000))],
    ['409 with a size', 'at another size', answer(409, '17\n')],
    ['409 without a size', 'refused', answer(409)],
    ['409 with an impossible size', 'refused', answer(409, `${'9'.repeat(20)}\n`)],
    ['400', 'refused', answer(400)],
    ['403', 'refused', answer(403)],
    ['404', 'refused', answer(404)],
    ['422', 'refused', answer(422)],
    ['429', 'away', answer(429)],
    ['500', 'away', answer(500)],
    ['with a redirect', 'away', answer(307, '', { Location: 'http://127.0.0.1:9/' })],
  ])('that is answered %s has the outcome "%s"', async (_, outcome, reply) => {
    expect(await ask(reply)).toMatchObject({ outcome });
  });

  test.each([
    ['no answer', (): void => undefined],
    ['an incomplete answer', (response: ServerResponse): void => void response.writeHead(200).write('— ')],
  ])('that gets %s ends at its timeout', async (_, reply) => {
    expect(await ask(reply, 250)).toEqual({ outcome: 'away', reason: 'no answer within 0.25 s' });
  });

  test('finds the valid cosignature among several lines by its key', async () => {
    const own = note.split('\n').find((line) => line.startsWith('— west.example/w1 '));
    const others = note.split('\n').filter((line) => line.startsWith('— ') && line !== own);
    const lines = [...others, foreign.trim(), own].map((line) => `${line}\n`);
    expect(await ask(answer(200, lines.join('')))).toEqual({ outcome: 'cosigned', cosignature: `${own}\n` });
  });
});

test('the metrics count the answers of each witness and the checkpoints that it has not co-signed', async () => {
  await grow();
  const text = await (await fetch(`${ledger.baseUrl}/metrics`)).text();
  expect(text).toContain('ledger_checkpoints_uncosigned{witness="west.example/w1"} 0');
  expect(text).toMatch(/ledger_witness_requests_total\{witness="east.example\/w2",outcome="taken"\} [1-9]/);
});
