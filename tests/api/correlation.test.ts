import { quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  accept,
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  idsOf,
  nowhere,
  onLedger,
  openAccount,
  openBooks,
  type Fields,
  walkBothWays,
} from '../support/requests';

// This file stops the poster and disables triggers for a moment, so it needs its own service.
const ledger = ledgerOfFile([], { alone: true });
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

const listed = async (correlationId: string, more = '') =>
  dataOf(
    await books.api.get(`/transactions/correlation?correlation_id=${encodeURIComponent(correlationId)}${more}`),
    200,
  );
const pair = (source: string, fields: Fields = {}): Fields => ({
  correlation_source_id: source,
  correlation_type: 'payment',
  ...fields,
});

describe('the transactions of a correlation', () => {
  test('are those with its id, oldest first and in full', async () => {
    const made = [];
    for (const correlation_id of ['order 1', 'order 2', 'order 1', 'order 1'])
      made.push(await decide(books.api, { correlation_id, effective_date: `2026-01-${20 - made.length}` }));
    expect(await listed('order 1')).toEqual([made[0], made[2], made[3]]);
    expect(await listed('order 2')).toEqual([made[1]]);
  });

  test('begin with the transaction whose own id it is', async () => {
    const root = await decide(books.api);
    const one = await decide(books.api, pair(root.id));
    const other = await decide(books.api, pair(one.id));
    expect([root.correlation_id, one.correlation_id, other.correlation_id]).toEqual([null, root.id, root.id]);
    expect(other).toMatchObject({ correlation_source_id: one.id, correlation_type: 'payment' });
    expect(idsOf(await listed(root.id))).toEqual(idsOf([root, one, other]));
    expect(await listed(one.id)).toEqual([one]);
  });

  test('differ between the id of the root and the id of its child', async () => {
    const root = await decide(books.api);
    const child = await decide(books.api, { correlation_id: root.id });
    const odd = await decide(books.api, { correlation_id: child.id, ...pair(root.id) });
    expect(idsOf(await listed(root.id))).toEqual(idsOf([root, child]));
    expect(idsOf(await listed(child.id))).toEqual(idsOf([child, odd]));
  });

  test('follow the correlation of their source if it has one', async () => {
    const source = await decide(books.api, { correlation_id: 'order 9' });
    const target = await decide(books.api, pair(source.id));
    expect(target.correlation_id).toBe('order 9');
    expect(idsOf(await listed('order 9'))).toEqual(idsOf([source, target]));
    expect(idsOf(await listed(source.id))).toEqual([source.id]);
  });

  test('include reversed, voided and failed transactions, and reversals', async () => {
    await openAccount(books.api, { code: 'FULL', enforce_balance_limits: true, max_balance: '0' });
    const root = await decide(books.api);
    const failed = await decide(
      books.api,
      pair(root.id, { entries: [debit('FULL', '1.00'), credit('SALES', '1.00')] }),
    );
    const voided = await decide(books.api, pair(root.id));
    dataOf(await books.api.post(`/transactions/${voided.id}/void`), 200);
    const reversal = dataOf(
      await books.api.post(`/transactions/${root.id}/reverse`, { reason: 'Wrong', date: '2026-01-15' }),
      201,
    );
    expect(await listed(root.id)).toMatchObject([
      { id: root.id, status: 'reversed' },
      { id: failed.id, status: 'failed' },
      { id: voided.id, status: 'void' },
      { id: reversal.id, status: 'posted', correlation_type: 'reversal', correlation_source_id: root.id },
    ]);
  });

  test('include pending transactions', async () => {
    const { poster } = ledger.app;
    await poster.stop();
    const { id } = await accept(books.api, { correlation_id: 'in flight' });
    expect(await listed('in flight')).toMatchObject([{ id, status: 'pending' }]);
    poster.start();
    await quiet(books.api);
  });

  test('are none for an unknown id', async () => {
    for (const unknown of ['nobody', nowhere, 'x'.repeat(50), '🏦'.repeat(50), '%'])
      expect(await listed(unknown)).toEqual([]);
    const { status, body } = await books.api.get('/transactions/correlation?correlation_id=nobody');
    expect({ status, meta: body.meta }).toEqual({
      status: 200,
      meta: { pagination: { limit: 25, has_more: false, next_cursor: null, previous_cursor: null } },
    });
  });

  test('are never those of another ledger', async () => {
    const other = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    const foreign = await decide(other.api, { correlation_id: 'shared' });
    expect(await listed('shared')).toEqual([]);
    expect(await listed(foreign.id)).toEqual([]);
  });

  test('are found only by the exact id, case and spaces included', async () => {
    const { id } = await decide(books.api, { correlation_id: ' Order 7' });
    expect(idsOf(await listed(' Order 7'))).toEqual([id]);
    for (const near of [' order 7', 'Order 7', ' Order 7 ']) expect(await listed(near)).toEqual([]);
  });

  test('are all found if the root’s id is in capitals', async () => {
    const root = await decide(books.api);
    const child = await decide(books.api, pair(root.id));
    const shouted = await decide(books.api, { correlation_id: root.id.toUpperCase() });
    expect(idsOf(await listed(root.id.toUpperCase()))).toEqual([root.id, child.id, shouted.id]);
    expect(idsOf(await listed(root.id))).toEqual([root.id, child.id, shouted.id]);
  });

  test('are the same in the list of transactions, root included, whatever the case of the id', async () => {
    const root = await decide(books.api);
    const child = await decide(books.api, pair(root.id));
    const mixed = [...root.id].map((char, at) => (at % 2 ? char.toUpperCase() : char)).join('');
    const shouted = await decide(books.api, { correlation_id: mixed });
    expect(shouted.correlation_id).toBe(root.id);
    const all = [shouted.id, child.id, root.id];
    for (const written of [root.id, root.id.toUpperCase(), mixed]) {
      const list = `/transactions?correlation_id=${written}`;
      expect(idsOf((await books.api.get(list)).body.data)).toEqual(all);
      expect(idsOf((await books.api.get(`${list}&status=posted&layer=settled`)).body.data)).toEqual(all);
      expect((await books.api.get(`${list}&status=failed`)).body.data).toEqual([]);
      expect(idsOf((await walkBothWays(books.api, list, 1)).flat())).toEqual(all);
    }
  });

  test('are found even if they were accepted before ids were stored in lower case', async () => {
    const root = await decide(books.api);
    const legacy = await decide(books.api, { correlation_id: 'to be written in capitals' });
    await onLedger(ledger, books, async (query) => {
      await query('alter table transactions disable trigger user');
      await query('update transactions set correlation_id = $2 where ledger_id = $1 and id = $3', [
        books.ledger.id,
        root.id.toUpperCase(),
        legacy.id,
      ]);
      await query('alter table transactions enable trigger user');
    });
    expect(idsOf((await books.api.get(`/transactions?correlation_id=${root.id}`)).body.data)).toEqual([
      legacy.id,
      root.id,
    ]);
  });

  test('are in posting order, even if a reversal overtakes a pending transaction', async () => {
    const root = await decide(books.api);
    const { poster } = ledger.app;
    await poster.stop();
    await accept(books.api, pair(root.id));
    dataOf(await books.api.post(`/transactions/${root.id}/reverse`, { reason: 'Wrong', date: '2026-01-15' }), 201);
    poster.start();
    await quiet(books.api);
    const sequences = (await listed(root.id)).map(({ sequence }: { sequence: number }) => sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
  });
});

describe('paging through a correlation', () => {
  const made: string[] = [];
  let root: string;

  beforeAll(async () => {
    root = (await decide(books.api)).id;
    made.push(root);
    for (let index = 0; index < 28; index++) {
      made.push((await accept(books.api, { correlation_id: root })).id);
      if (index % 3 === 0) await accept(books.api, { correlation_id: 'something else' });
    }
    await quiet(books.api);
  });

  test.each([1, 2, 7, 28, 29, 100])('%i at a time gives the same both ways, the root first', async (limit) => {
    const pages = await walkBothWays(books.api, `/transactions/correlation?correlation_id=${root}`, limit);
    expect(idsOf(pages.flat())).toEqual(made);
  });

  test('returns 25 at a time by default', async () => {
    const { data, meta } = (await books.api.get(`/transactions/correlation?correlation_id=${root}`)).body;
    expect(idsOf(data)).toEqual(made.slice(0, 25));
    expect(meta.pagination).toMatchObject({ limit: 25, has_more: true, previous_cursor: null });
  });

  test('refuses its cursor for another correlation or list', async () => {
    const { next_cursor } = (await books.api.get(`/transactions/correlation?correlation_id=${root}`)).body.meta
      .pagination;
    for (const path of ['/transactions/correlation?correlation_id=other', `/transactions?correlation_id=${root}`])
      expectRefusal(await books.api.get(`${path}&cursor=${next_cursor}`), 422, 'INVALID_CURSOR');
  });

  test('keeps its place while pending transactions are overtaken and posted', async () => {
    const first = await decide(books.api, { correlation_id: 'held' });
    const { poster } = ledger.app;
    await poster.stop();
    const waiting = [];
    for (let index = 0; index < 4; index++) waiting.push((await accept(books.api, { correlation_id: 'held' })).id);
    const before = (await books.api.get('/transactions/correlation?correlation_id=held&limit=3')).body;
    expect(idsOf(before.data)).toEqual([first.id, ...waiting.slice(0, 2)]);
    const undone = { reason: 'Wrong', date: '2026-01-15' };
    const reversal = dataOf(await books.api.post(`/transactions/${first.id}/reverse`, undone), 201);
    poster.start();
    await quiet(books.api);
    expect(idsOf(await listed('held', `&limit=3&cursor=${before.meta.pagination.next_cursor}`))).toEqual(
      waiting.slice(2),
    );
    expect(idsOf(await listed('held'))).toEqual([first.id, reversal.id, ...waiting]);
  });

  test('keeps its place while new transactions arrive', async () => {
    const first = (await books.api.get(`/transactions/correlation?correlation_id=${root}&limit=28`)).body;
    const late = await decide(books.api, { correlation_id: root });
    const second = await listed(root, `&limit=28&cursor=${first.meta.pagination.next_cursor}`);
    expect(idsOf([...first.data, ...second])).toEqual([...made, late.id]);
    made.push(late.id);
  });
});

describe('the correlation listing is not valid', () => {
  test.each([
    ['', 'correlation_id'],
    ['?correlation_id=', 'correlation_id'],
    [`?correlation_id=${'x'.repeat(51)}`, 'correlation_id'],
    [`?correlation_id=${encodeURIComponent('🏦'.repeat(51))}`, 'correlation_id'],
    ['?correlation_id=a&correlation_id=a', 'correlation_id'],
    ['?correlation_id=%00', 'correlation_id'],
    ['?correlation_id=a&limit=0', 'limit'],
    ['?correlation_id=a&limit=101', 'limit'],
    ['?correlation_id=a&limit=01', 'limit'],
  ])('with %j', async (query, field) => {
    expectRefusal(await books.api.get(`/transactions/correlation${query}`), 422, 'VALIDATION_ERROR', [field]);
  });

  test('with an unknown cursor', async () => {
    for (const cursor of ['x', 'AAAA', ''])
      expectRefusal(
        await books.api.get(`/transactions/correlation?correlation_id=a&cursor=${cursor}`),
        422,
        'INVALID_CURSOR',
      );
  });
});
