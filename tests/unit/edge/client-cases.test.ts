/**
 * The table of cases for all clients (clients/cases.json), run with TypeScript and MCP; clients/python/tests/test_cases.py runs it with
 * Python.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  createLedgerClient,
  LedgerError,
  LedgerRefusal,
  verifyWebhook,
  type LedgerClient,
} from '../../../clients/typescript/src';
import { MessageReader } from '../../../clients/typescript/src/messages';
import { signWebhook, webhookSecret } from '../../../clients/typescript/src/testing';
import { systemClock } from '../../../src/kernel/running/system-clock';
import { createApi, type Api } from '../../../packages/mcp/src/asking';
import { readingTools } from '../../../packages/mcp/src/reading';
import { verificationTool } from '../../../packages/mcp/src/verification';
import { clientCases, serveCases, type CallCase, type Expected, type ScriptedServer } from '../../support/client-cases';
import { randomFrom, seedOf } from '../../support/random';
import { randomEvent } from '../../support/random-events';

const cases = clientCases();
const seed = seedOf('LEDGER_TEST_CLIENT_EVENTS_SEED');
const random = randomFrom(seed);
const count = process.env['LEDGER_TEST_RANDOM'] === 'full' ? 10_000 : 300;
const events = Array.from({ length: count }, (_, index) => randomEvent(index + 1, random));
const key = 'sk_test';
let server: ScriptedServer;

beforeAll(async () => {
  server = await serveCases(cases, events);
});
afterAll(() => server.close());

const clientFor = (place: string): LedgerClient => createLedgerClient({ baseUrl: `${server.url}/${place}`, key });
const apiFor = (place: string) => createApi(`${server.url}/${place}`, key, systemClock);
const numbered = <Case extends object>(list: readonly Case[]) => list.map((one, number) => ({ ...one, number }));

/** The error of a call, in the form of the table. */
interface Outcome {
  readonly error: string | null;
  readonly mayHaveHappened?: boolean;
  readonly message?: string;
  readonly retryAfter?: number | undefined;
  readonly data?: unknown;
}

const outcomeOf = async (answer: Promise<unknown>): Promise<Outcome> => {
  try {
    return { error: null, data: await answer };
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    const { message, mayHaveHappened } = error;
    return error instanceof LedgerRefusal
      ? { error: error.code, mayHaveHappened, message, retryAfter: error.retryAfterSeconds }
      : { error: error.name, mayHaveHappened, message };
  }
};

const expectOutcome = (outcome: Outcome, expected: Expected, asked: readonly string[]): void => {
  const { error, mayHaveHappened, message = '', retryAfter } = expected;
  expect({ error: outcome.error, asked: asked.length }).toEqual({ error, asked: expected.attempts });
  if (error === null) return;
  expect(outcome).toMatchObject({ mayHaveHappened, message: expect.stringContaining(message) });
  if (retryAfter === null) expect(outcome.retryAfter).toBeUndefined();
  else if (retryAfter !== undefined) expect(outcome.retryAfter).toBeGreaterThanOrEqual(retryAfter);
};

const sale = {
  effective_date: '2026-01-15',
  description: 'Cash sale',
  idempotency_key: 'order-1',
  entries: [
    { account_code: 'CASH', type: 'debit', amount: '1.00' },
    { account_code: 'SALES', type: 'credit', amount: '1.00' },
  ],
} as const;

const { idempotency_key: _, ...keyless } = sale;

const done: Readonly<Record<CallCase['does'], (client: LedgerClient) => Promise<unknown>>> = {
  read: (client) => client.transactions.read('t'),
  write: (client) => client.transactions.post(sale),
  'write without a key': (client) => client.accountSets.create({ code: 'A', name: 'A set' }),
  'post without a key': (client) => client.transactions.post(keyless),
  'batch without keys': (client) => client.transactions.batch({ transactions: [keyless, keyless] }),
  'post and wait': (client) => client.transactions.postAndWait(sale),
  file: async (client) => (await client.exports.journal({ format: 'jsonl' })).text(),
  list: (client) => client.journals.list().toArray(),
};

describe('the TypeScript client', () => {
  test.each(numbered(cases.calls))('handles: $name', async ({ number, does, ...expected }) => {
    const place = `typescript/calls/${number}`;
    const outcome = await outcomeOf(done[does](clientFor(place)));
    expectOutcome(outcome, expected, server.asked(place));
    if (expected.keys !== undefined) {
      const [first = [], ...others] = server.keys(place);
      expect({ count: new Set(first).size, isMissing: first.includes('') }).toEqual({
        count: expected.keys,
        isMissing: false,
      });
      expect(others).toEqual(others.map(() => first));
    }
    if (expected.error === null && does === 'read')
      expect(outcome.data).toEqual((expected.answers[0]?.body as { readonly data: unknown }).data);
  });

  test.each(numbered(cases.ids))('requests the id $id, or nothing', async ({ number, id, path, message = '' }) => {
    const place = `typescript/ids/${number}`;
    const client = clientFor(place);
    if (path === undefined) expect(() => client.transactions.read(id)).toThrow(message);
    else await client.transactions.read(id).catch(() => undefined);
    expect(server.asked(place)).toEqual(path === undefined ? [] : [`GET /api/v1/transactions/${path}`]);
  });

  test.each(cases.lines)('reads lines: $name', ({ pieces, data }) => {
    const readAll = (given: readonly string[]): readonly string[] => {
      const reader = new MessageReader();
      const decoder = new TextDecoder();
      return given.flatMap((piece) => [
        ...reader.dataIn(decoder.decode(Buffer.from(piece, 'latin1'), { stream: true })),
      ]);
    };
    const bytes = pieces.map((piece) => Buffer.from(piece).toString('latin1'));
    expect(readAll(bytes)).toEqual(data);
    expect(readAll([...bytes.join('')])).toEqual(data);
    expect(readAll([bytes.join('')])).toEqual(data);
  });

  test.each(cases.secrets)('refuses a secret that is $name, and does not repeat it', async ({ secret }) => {
    // Signed with the empty key that a lenient decoder would read from the secret.
    const { headers, body } = await signWebhook(events[0] as never, webhookSecret());
    const wrong = { name: 'TypeError', message: expect.stringContaining('whsec_ and base64') };
    await expect(verifyWebhook(body, headers, secret)).rejects.toMatchObject(wrong);
    await expect(verifyWebhook(body, headers, [webhookSecret(), secret])).rejects.toMatchObject(wrong);
    await expect(signWebhook(events[0] as never, secret)).rejects.toMatchObject(wrong);
  });

  test.each(cases.messages)('verifies $name', async ({ body, type }) => {
    const secret = webhookSecret();
    const { headers, body: text } = await signWebhook(body as never, secret, { id: 'msg_1' });
    const verified = verifyWebhook(text, headers, secret);
    if (type === null) await expect(verified).rejects.toMatchObject({ name: 'WebhookVerificationError' });
    else expect(await verified).toEqual({ ...body, type });
  });

  test.each(numbered(cases.streams))('a stream $name', async ({ number, events: wanted, error = null, attempts }) => {
    const place = `typescript/streams/${number}`;
    let seen = 0;
    const outcome = await outcomeOf(
      (async () => {
        for await (const { sequence } of clientFor(place).events.stream()) {
          seen += 1;
          expect(sequence).toBe(seen);
          if (error === null && seen === wanted) return;
        }
      })(),
    );
    expect({ error: outcome.error, seen }).toEqual({ error, seen: wanted });
    expect(server.asked(place)).toHaveLength(attempts);
  });

  test(`returns ${count} random events unchanged (LEDGER_TEST_CLIENT_EVENTS_SEED=${seed})`, async () => {
    process.stdout.write(`client events: seed ${seed}\n`);
    const client = clientFor('random');
    const streamed: object[] = [];
    for await (const event of client.events.stream()) if (streamed.push(event) === count) break;
    const listed = await client.events.list().toArray();
    const secret = webhookSecret();
    for (const [index, event] of events.entries()) {
      const { headers, body } = await signWebhook(event as never, secret, { id: 'msg_1' });
      const brought = await verifyWebhook(body, headers, secret);
      for (const read of [streamed[index], listed[index], brought])
        if (!isDeepStrictEqual(read, event)) expect({ index, event: read }).toEqual({ index, event });
    }
  });

  test.each([
    ['a key with a line break', { key: 'sk_secret\n' }],
    ['an address with a password', { baseUrl: 'http://user:sk_secret@ledger.example' }],
    ['an address without a protocol', { baseUrl: 'sk_secret.example:8080' }],
    ['an invalid address', { baseUrl: 'sk_secret' }],
  ])('refuses %s, and does not repeat it', (_, wrong) => {
    const create = () => createLedgerClient({ baseUrl: 'http://ledger.example', key, ...wrong });
    expect(create).toThrow(TypeError);
    expect(create).not.toThrow(/sk_secret/);
  });
});

describe('the MCP server', () => {
  const tool = (name: string) => readingTools.find((each) => each.name === name);
  const told = async (name: string, place: string, given: object) => {
    const answer = await tool(name)?.run(apiFor(place), given as Readonly<Record<string, unknown>>);
    return JSON.parse(answer?.content[0].text ?? '') as { readonly data?: unknown; readonly refused?: Refusal };
  };
  interface Refusal {
    readonly code: string;
    readonly message: string;
    readonly may_have_happened?: true;
    readonly retry_after_seconds?: number;
  }
  const asOutcome = (data: unknown, refused: Refusal | undefined): Outcome =>
    refused === undefined
      ? { error: null, data }
      : {
          error: refused.code === 'LEDGER_UNREACHABLE' ? 'LedgerUnreachable' : refused.code,
          mayHaveHappened: refused.may_have_happened ?? false,
          message: refused.message,
          retryAfter: refused.retry_after_seconds,
        };

  test.each(numbered(cases.calls).filter(({ does }) => does === 'read' || does === 'write'))(
    'handles: $name',
    async ({ number, does, mcp, ...all }) => {
      const place = `mcp/calls/${number}`;
      const expected = {
        ...(mcp ?? all),
        error: (mcp ?? all).error?.replace('LEDGER_UNREACHABLE', 'LedgerUnreachable') ?? null,
      };
      if (does === 'read') {
        const { data, refused } = await told('read_transaction', place, { transactionId: 't' });
        expectOutcome(asOutcome(data, refused), expected, server.asked(place));
        if (expected.error === null) expect(data).toEqual((all.answers[0]?.body as { readonly data: unknown }).data);
        return;
      }
      const answer = await apiFor(place).post('/transactions/t/release', {}, { idempotencyKey: 'k' });
      const outcome = answer.ok ? asOutcome(answer.data, undefined) : asOutcome(undefined, answer.refused as Refusal);
      expectOutcome(outcome, expected, server.asked(place));
    },
  );

  const link = (sequence: number, previous_hash: string) => ({ sequence, hash: `h${sequence}`, previous_hash });
  test.each([
    ['no event', [], { holds: null, checked_events: 0, checked_links: 0 }, 'Nothing: there is no event after'],
    ['one event alone', [link(7, 'h6')], { holds: null, checked_links: 0 }, 'Nothing: there is only one event after'],
    ['a chain', [link(7, 'h6'), link(8, 'h7')], { holds: true, checked_links: 1 }, undefined],
    ['a broken chain', [link(7, 'h6'), link(8, 'x')], { holds: false, broken_at_sequence: 8 }, undefined],
    ['a gap', [link(7, 'h6'), link(9, 'h7')], { holds: false, broken_at_sequence: 9 }, undefined],
  ])('says what %s proves', async (_, data, chain, proves) => {
    const meta = { through_sequence: 9, head_sequence: 9 };
    const write = () => Promise.reject(new Error('writes'));
    const api: Api = { get: async () => ({ ok: true, data, meta }), lines: write, post: write, patch: write };
    const said = await verificationTool.run(api, { after_sequence: 6 });
    const answer = JSON.parse(said.content[0].text) as { readonly chain: object; readonly proves?: string };
    expect(answer.chain).toMatchObject(chain);
    if (proves === undefined) expect(answer.proves).toBeUndefined();
    else expect(answer.proves).toContain(proves);
  });

  test.each(numbered(cases.ids))('requests the id $id, or nothing', async ({ number, id, path, ...said }) => {
    for (const [name, given] of [
      ['read_transaction', { transactionId: id }],
      ['account_balance', { code: id }],
      ['account_statement', { code: id, from: '2026-01-01' }],
    ] as const) {
      const place = `mcp/ids/${number}-${name}`;
      const { refused } = await told(name, place, given);
      expect(refused?.code).toBe(path === undefined ? 'ARGUMENT_INVALID' : 'LEDGER_UNREACHABLE');
      if (path === undefined) expect(refused?.message).toContain(said.mcpMessage ?? said.message);
      const at = name === 'read_transaction' ? `transactions/${path}` : `accounts/code/${path}/balance`;
      expect(server.asked(place)).toEqual(path === undefined ? [] : [`GET /api/v1/${at}`]);
    }
  });
});
