/**
 * Sixteen clients convert and transfer between three ledgers of 0, 2 and 18 decimals, through two strings, in every direction, and repeat
 * some requests. Afterwards the books must contain exactly what was answered.
 */
import { ContainerModule } from 'inversify';
import type { UnitOfWork } from '../../src/kernel/unit-of-work';
import { LEDGERING_UNIT_OF_WORK } from '../../src/modules/ledgering/application/ports';
import { everyPage, patient, type Answer } from '../support/client';
import { graver, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { rounds, seedOf } from '../support/random';
import { dataOf, type Fields } from '../support/requests';
import { clearingCodeOf, openCustomer, openMembers } from '../support/strings';
import { randomFrom, type Random } from '../support/traffic';

const clients = 16;
const operationsEach = rounds(24);
const stringCodes = ['ONE', 'TWO'];
/** The same seed gives the same requests, but their timing depends on the machine. */
const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);

const attempts = { runs: 0, begun: 0 };
/** Counts how often a transaction is run again, as it is after a deadlock. */
const counting = (unitOfWork: UnitOfWork): UnitOfWork => ({
  isCostly: unitOfWork.isCostly,
  run: (scope, work) => {
    attempts.runs += 1;
    return unitOfWork.run(scope, (tx) => {
      attempts.begun += 1;
      return work(tx);
    });
  },
});

interface Operation {
  readonly verb: 'convert' | 'transfer';
  readonly string: string;
  readonly source: TestBooks;
  readonly target: TestBooks;
  readonly from: string;
  readonly to: string;
  /** The books of the ledger whose key is used to send the request. */
  readonly by: TestBooks;
  readonly body: Fields;
  readonly asks: 'once' | 'again' | 'twice at once';
}

let ledger: TestLedger;
let members: readonly [whole: TestBooks, cents: TestBooks, fine: TestBooks];
/** The accounts that the test opens in each ledger. The conversions and transfers open the clearing accounts. */
let opened: ReadonlyMap<TestBooks, readonly string[]>;
let clearing: ReadonlyMap<string, string>;
const done: { readonly operation: Operation; readonly data: Answer['body'] }[] = [];
const refusals: string[] = [];

beforeAll(async () => {
  process.stdout.write(`strings-at-once: LEDGER_TEST_SEED=${seed}\n`);
  const override = new ContainerModule(({ onActivation }) =>
    onActivation<UnitOfWork>(LEDGERING_UNIT_OF_WORK, (_, unitOfWork) => counting(unitOfWork)),
  );
  // This file verifies all ledgers, so it needs its own installation.
  ledger = await startLedger([override], { alone: true });
  members = await openMembers(ledger, stringCodes, [
    { currency: 'USD', storageDecimals: 0, displayDecimals: 0 },
    { currency: 'USD' },
    { currency: 'ETH', currencyType: 'crypto', storageDecimals: 18 },
  ]);
  const [whole, cents, fine] = members;
  opened = new Map([
    [whole, ['A', 'B', 'BOUND']],
    [cents, ['A', 'B', 'C', 'D', 'BOUND']],
    [fine, ['A', 'E']],
  ]);
  for (const [books, codes] of opened)
    for (const code of codes) {
      const limits = code === 'BOUND' ? { enforce_balance_limits: true, min_balance: '0', max_balance: '500' } : {};
      await openCustomer(books, code, { ...limits, type: code === 'B' ? 'asset' : 'liability' });
    }
  const strings = dataOf(await cents.api.get('/strings'), 200);
  clearing = new Map(strings.map((string: Answer['body']) => [string.code, clearingCodeOf(string)]));
});
afterAll(async () => {
  await ledger.close();
  expect(graver(ledger.complaints)).toEqual([]);
});

const pick = <A>(from: readonly A[], random: Random): A => from[random(from.length)] as A;

const amountIn = ({ ledger: { denomination } }: TestBooks, random: Random): string => {
  const digits = Array.from({ length: denomination.storageDecimals }, () => random(10)).join('');
  return `${1 + random(200)}${digits === '' ? '' : `.${digits}`}`;
};

const newOperation = (key: string, random: Random): Operation => {
  const source = pick(members, random);
  const target = pick(
    members.filter((one) => one !== source),
    random,
  );
  const string = pick(stringCodes, random);
  const from = pick(opened.get(source) ?? [], random);
  const isTransfer = source.ledger.denomination.currency === target.ledger.denomination.currency;
  const to = isTransfer ? pick(opened.get(pick(members, random)) ?? [], random) : from;
  const amounts = isTransfer
    ? { amount: String(1 + random(200)), target_account_code: to }
    : { source_amount: amountIn(source, random), target_amount: amountIn(target, random), rate: '2000.5' };
  return {
    verb: isTransfer ? 'transfer' : 'convert',
    ...{ string, source, target, from, to },
    by: pick([source, target], random),
    body: {
      source_ledger_code: source.ledger.code,
      target_ledger_code: target.ledger.code,
      account_code: from,
      effective_date: `2026-0${1 + random(9)}-15`,
      reference: key,
      idempotency_key: key,
      ...amounts,
    },
    asks: pick(['once', 'once', 'again', 'twice at once'] as const, random),
  };
};

/** Sends the request, and repeats it while the answer is 503 because it waited too long. */
const ask = ({ by, string, verb, body }: Operation): Promise<Answer> =>
  patient(by.api).post(`/strings/${string}/${verb}`, body);

const work = async (client: number): Promise<void> => {
  const random = randomFrom(seed + client);
  for (let count = 0; count < operationsEach; count++) {
    const operation = newOperation(`${client}.${count}`, random);
    const asked = [ask(operation), ...(operation.asks === 'twice at once' ? [ask(operation)] : [])];
    const answers = await Promise.all(asked);
    // One of two concurrent requests may be told that the other one uses the key. The other has ended now, so the request is sent again.
    for (const [index, { body }] of answers.entries())
      if (body.code === 'idempotency_key_in_use') answers[index] = await ask(operation);
    if (operation.asks === 'again') answers.push(await ask(operation));
    // A refused request leaves its key unused. So one of two concurrent requests may be refused for a limit and the other one succeed.
    const [made, ...others] = answers.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    if (made) done.push({ operation, data: made.body.data });
    for (const answer of answers)
      if (answer.status === 200) expect(answer.body.data).toEqual({ ...made?.body.data, replayed: true });
      else if (answer !== made) refusals.push(`${answer.status} ${answer.body.code} ${answer.body.message}`);
  }
};

const perUnit = 10n ** 18n;
/** The amount in units of 10⁻¹⁸, which is exact for ledgers of up to 18 decimals. */
const unitsOf = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
};
const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** The amounts that the answered operations moved into an account, less the amounts that they moved out of it. */
const movedOn = (books: TestBooks, wanted: (operation: Operation, side: 'from' | 'to') => boolean): bigint =>
  sumOf(
    done.flatMap(({ operation, data }) => [
      ...(operation.source === books && wanted(operation, 'from') ? [-unitsOf(data.source.amount)] : []),
      ...(operation.target === books && wanted(operation, 'to') ? [unitsOf(data.target.amount)] : []),
    ]),
  );

describe('conversions and transfers of sixteen clients', () => {
  test('are each answered once, and no database transaction has to run again', async () => {
    const { runs, begun } = attempts;
    await Promise.all(Array.from({ length: clients }, (_, client) => work(client + 1)));
    expect(
      refusals.filter((refusal) => !/^422 STRING_OPERATION_INVALID .*account BOUND would be/.test(refusal)),
    ).toEqual([]);
    expect(done.length).toBeGreaterThan((clients * operationsEach) / 2);
    expect(attempts.begun - begun).toBe(attempts.runs - runs);
    const kinds = new Set(done.map(({ operation: { source, target } }) => `${source.key} ${target.key}`));
    expect(kinds.size).toBe(6);
  });

  test('leave each ledger in balance', async () => {
    for (const { api } of members) {
      const accounts = await everyPage(api, '/accounts');
      const signed = accounts.map(({ normal_balance: normal, balance }) =>
        normal === 'debit' ? unitsOf(balance) : -unitsOf(balance),
      );
      expect(sumOf(signed)).toBe(0n);
      expect(accounts.some(({ balance }) => unitsOf(balance) !== 0n)).toBe(true);
    }
  });

  test('leave each customer the moved amounts, and each clearing account the sum of its legs', async () => {
    for (const books of members) {
      const accounts = await everyPage(books.api, '/accounts');
      const customers = accounts.filter(({ category }) => category === 'customer');
      expect(customers.map(({ code, balance }) => [code, unitsOf(balance)])).toEqual(
        customers.map(({ code }) => [code, movedOn(books, (operation, side) => operation[side] === code)]),
      );
      for (const [string, code] of clearing) {
        const { balance } = accounts.find((account) => account.code === code) ?? {};
        // If a liability receives an amount, the balance of the clearing account falls by it; if an asset receives it, the balance rises.
        const entered = (isAsset: boolean): bigint =>
          movedOn(books, (one, side) => one.string === string && (one[side] === 'B') === isAsset);
        expect([code, unitsOf(balance)]).toEqual([code, entered(true) - entered(false)]);
      }
    }
  });

  test('have one leg in each of the two ledgers, with the accounts of their string', async () => {
    const legs = new Map<string, Record<'source' | 'target', Answer['body']>>();
    for (const books of members)
      for (const transaction of await everyPage(books.api, '/transactions')) {
        const { correlation_id: id } = transaction;
        const data = done.find((one) => one.data.correlation_id === id)?.data;
        const side = data?.source.ledger_id === books.ledger.id ? 'source' : 'target';
        expect([id, data?.[side].transaction_id]).toEqual([id, transaction.id]);
        legs.set(id, { ...(legs.get(id) as Record<'source' | 'target', Answer['body']>), [side]: transaction });
      }
    expect(legs.size).toBe(done.length);
    for (const { operation, data } of done) {
      const { source, target } = legs.get(data.correlation_id) ?? {};
      const seen = [source, target].map((leg) => ({
        ...{ status: leg.status, amount: leg.total_amount, reference: leg.reference, day: leg.effective_date },
        accounts: leg.entries.map((entry: Answer['body']) => entry.account_code),
      }));
      const { reference, effective_date: day } = operation.body;
      const leg = (amount: string, account: string) => ({
        ...{ status: 'posted', amount, reference, day: `${String(day)}T00:00:00.000Z` },
        accounts: [account, clearing.get(operation.string)],
      });
      expect(seen).toEqual([leg(data.source.amount, operation.from), leg(data.target.amount, operation.to)]);
      if (operation.verb === 'transfer') expect(unitsOf(data.source.amount)).toBe(unitsOf(data.target.amount));
      else expect(unitsOf(data.target.amount)).toBe(unitsOf(String(operation.body['target_amount'])));
      expect(
        unitsOf(data.source.amount) % (perUnit / 10n ** BigInt(operation.source.ledger.denomination.storageDecimals)),
      ).toBe(0n);
    }
  });

  test('leave ledgers that pass verification', async () => {
    expect(await ledger.app.ledgering.verify()).toMatchObject({ ok: true, findings: [] });
  });
});
