/**
 * Checks the books after clients have sent orders (traffic.ts) and the service has been killed for the last time: each order exists exactly
 * once, or was never acknowledged.
 */
import { everyPage, quiet, type Client } from './client';
import { note, send, type Item, type Leg, type Order } from './traffic';

export const itemsOf = (orders: readonly Order[]): readonly Item[] => orders.flatMap(({ items }) => items);

/** Opens the accounts of the orders: the first is an asset, the others are liabilities. */
export const openAccounts = async (api: Client, [cash, ...others]: readonly string[]): Promise<void> => {
  for (const code of [cash, ...others]) {
    const type = code === cash ? 'asset' : 'liability';
    expect((await api.post('/accounts', { code, name: code, type, category: 'system' })).status).toBe(201);
  }
};

/**
 * Checks all final conditions. Sends every order once more, from the last to the first: existing ones must be replayed, the others created.
 * Returns how many orders were never acknowledged, and how many of these existed.
 */
export const expectEachOnce = async (
  api: Client,
  orders: readonly Order[],
  accountCodes: readonly string[],
  clients: number,
): Promise<{ readonly unheard: number; readonly existed: number }> => {
  await quiet(api);
  const existing = await theBooksHoldWhatWasAcknowledged(api, orders);
  const unheard = itemsOf(orders).filter((item) => item.acknowledged === undefined);
  await askingAgainFindsOrMakesEach(api, orders, existing, clients);
  await quiet(api);
  await everyKeyExistsOnceAndBalancesAreItsSum(api, orders, accountCodes);
  return { unheard: unheard.length, existed: unheard.filter(({ key }) => existing.has(key)).length };
};

/**
 * Idempotency key → the id of its one transaction. Expects all transactions to be posted as they were sent, without a gap in the sequence.
 */
const readBooks = async (api: Client, orders: readonly Order[]): Promise<ReadonlyMap<string, string>> => {
  const sent = new Map(itemsOf(orders).map((item) => [item.key, item]));
  const listed = await everyPage(api, '/transactions');
  expect(listed.filter(({ status }) => status !== 'posted')).toEqual([]);
  expect(listed.map(({ entries }) => entries.map(legOf))).toEqual(
    listed.map(({ idempotency_key: key }) => sent.get(key)?.body.entries),
  );
  const ids = new Map(listed.map(({ idempotency_key: key, id }) => [key as string, id as string]));
  expect(ids.size).toBe(listed.length);
  expect(listed.map(({ sequence }) => sequence as number).toSorted((one, other) => one - other)).toEqual(
    listed.map((_, index) => index + 1),
  );
  return ids;
};

const legOf = ({ account_code, type, amount }: Leg): Leg => ({ account_code, type, amount });

const theBooksHoldWhatWasAcknowledged = async (
  api: Client,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, string>> => {
  const existing = await readBooks(api, orders);
  const acknowledged = itemsOf(orders).filter((item) => item.acknowledged !== undefined);
  expect(acknowledged.map(({ key }) => [key, existing.get(key)])).toEqual(
    acknowledged.map(({ key, acknowledged: id }) => [key, id]),
  );
  const halfDone = orders
    .filter(({ kind }) => kind === 'atomic batch')
    .filter(({ items }) => new Set(items.map(({ key }) => existing.has(key))).size > 1);
  expect(halfDone).toEqual([]);
  return existing;
};

/** Sends every order once more, from the last to the first: existing ones must be replayed, the others created. */
const askingAgainFindsOrMakesEach = async (
  api: Client,
  orders: readonly Order[],
  existing: ReadonlyMap<string, string>,
  clients: number,
): Promise<void> => {
  const left = [...orders];
  const work = async (): Promise<void> => {
    for (let order = left.pop(); order; order = left.pop()) {
      const answers = (await send(api, order)) ?? [];
      const expected = order.items.map(({ key }) => ({ key, replayed: existing.has(key) }));
      expect(order.items.map(({ key }, index) => ({ key, replayed: answers[index]?.replayed }))).toEqual(expected);
      for (const item of order.items) item.acknowledged ??= existing.get(item.key);
      note(order, answers);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
};

const everyKeyExistsOnceAndBalancesAreItsSum = async (
  api: Client,
  orders: readonly Order[],
  accountCodes: readonly string[],
): Promise<void> => {
  const normalBalanceOf = (code: string): Leg['type'] => (code === accountCodes[0] ? 'debit' : 'credit');
  const items = itemsOf(orders);
  expect(await readBooks(api, orders)).toEqual(new Map(items.map(({ key, acknowledged }) => [key, acknowledged])));

  const expected = new Map(accountCodes.map((code) => [code, 0n]));
  for (const { account_code: code, type, amount } of items.flatMap(({ body }) => body.entries)) {
    const cents = BigInt(amount.replace('.', ''));
    expected.set(code, (expected.get(code) ?? 0n) + (type === normalBalanceOf(code) ? cents : -cents));
  }
  const balances = new Map<string, bigint>(
    (await everyPage(api, '/accounts')).map(({ code, balance }) => [code, BigInt(balance.replace('.', ''))]),
  );
  expect(balances).toEqual(expected);
};
