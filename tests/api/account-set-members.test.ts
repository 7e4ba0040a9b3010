import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  dataOf,
  expectRefusal,
  instant,
  nowhere,
  openAccount,
  openBooks,
  walkBothWays,
  type Fields,
} from '../support/requests';
import { refusedUntouched } from '../support/untouched';

const maxDepth = 16;

const ledger = ledgerOfFile();
let books: TestBooks;
let cash: string;

beforeAll(async () => {
  books = await openBooks(ledger);
  [{ id: cash }] = dataOf(await books.api.get('/accounts?search=CASH'), 200);
});

let made = 0;
const open = async (): Promise<string> =>
  dataOf(await books.api.post('/account-sets', { code: `S-${++made}`, name: `Set ${made}` }), 201).id;
const member = (memberId: string, memberType = 'account_set'): Fields => ({
  member_type: memberType,
  member_id: memberId,
});
const add = async (setId: string, body: Fields) =>
  dataOf(await books.api.post(`/account-sets/${setId}/members`, body), 201);
const refuse = (setId: string, body: unknown) =>
  refusedUntouched(ledger, books, (api) => api.post(`/account-sets/${setId}/members`, body));
const members = async (setId: string) => dataOf(await books.api.get(`/account-sets/${setId}/members`), 200);

/** Creates a chain of sets, each inside the one before it. Returns their ids, the outermost first. */
const chain = async (length: number): Promise<readonly string[]> => {
  const sets = [await open()];
  while (sets.length < length) {
    const inner = await open();
    await add(sets[sets.length - 1] ?? '', member(inner));
    sets.push(inner);
  }
  return sets;
};

describe('adding a member to an account set', () => {
  test('answers 201 with the member: an account, or a set', async () => {
    const [set, inner] = [await open(), await open()];
    const answer = await books.api.post(`/account-sets/${set}/members`, member(cash, 'account'));
    const account = {
      account_set_id: set,
      ...member(cash, 'account'),
      code: 'CASH',
      name: 'Cash at hand',
      created_at: instant,
    };
    expect(answer.body).toEqual({ success: true, data: account });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('Location')).toBe(`/api/v1/account-sets/${set}/members`);
    const added = await add(set, member(inner.toUpperCase()));
    expect(added).toEqual({ ...account, ...member(inner), code: `S-${made}`, name: `Set ${made}` });
    expect(await members(set)).toEqual([answer.body.data, added].sort((a, b) => (a.member_id < b.member_id ? -1 : 1)));
  });

  test('allows a member in several sets, which show its current name and code', async () => {
    const [one, other] = [await open(), await open()];
    const { id } = await openAccount(books.api, { name: 'Before' });
    await add(one, member(id, 'account'));
    await add(other, member(id, 'account'));
    await books.api.put(`/accounts/${id}`, { name: 'After', code: 'NEW1' });
    for (const set of [one, other])
      expect(await members(set)).toMatchObject([{ member_id: id, name: 'After', code: 'NEW1' }]);
  });

  test.each<[field: string, body: Fields]>([
    ['member_type', { member_id: nowhere }],
    ['member_type', member(nowhere, 'set')],
    ['member_type', { member_type: null, member_id: nowhere }],
    ['member_id', { member_type: 'account' }],
    ['member_id', member('CASH', 'account')],
    ['member_id', { member_type: 'account', member_id: null }],
    ['member_id', member(nowhere, 'account')],
    ['member_id', member(nowhere)],
  ])('is refused for its %s: %j', async (field, body) => {
    expectRefusal(await refuse(await open(), body), 422, 'VALIDATION_ERROR', [field]);
  });

  test.each([[[]], [null]])('is refused with the body %j', async (body) => {
    expectRefusal(await refuse(await open(), body), 422, 'VALIDATION_ERROR', ['body']);
  });

  test('is refused if the id is of the other type or of another ledger', async () => {
    const [set, inner] = [await open(), await open()];
    const elsewhere = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    const [foreign] = dataOf(await elsewhere.api.get('/accounts'), 200);
    for (const body of [member(cash), member(inner, 'account'), member(foreign.id, 'account')])
      expectRefusal(await refuse(set, body), 422, 'VALIDATION_ERROR', ['member_id']);
  });

  test('answers 409 if it is a member already', async () => {
    const set = await open();
    await add(set, member(cash, 'account'));
    expectRefusal(await refuse(set, member(cash, 'account')), 409, 'ACCOUNT_SET_MEMBER_EXISTS');
  });

  test('succeeds once if two requests add the same member at once', async () => {
    const set = await open();
    const answers = await Promise.all(
      [1, 2].map(() => books.api.post(`/account-sets/${set}/members`, member(cash, 'account'))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await members(set)).toHaveLength(1);
  });
});

describe('an account set never contains itself', () => {
  test.each([1, 2, 3, maxDepth])('through a chain of %i sets', async (length) => {
    const sets = await chain(length);
    expectRefusal(await refuse(sets[sets.length - 1] ?? '', member(sets[0] ?? '')), 422, 'ACCOUNT_SET_CYCLE');
  });

  test('even if two concurrent requests would close a cycle together', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await open(), await open()];
      const answers = await Promise.all([
        books.api.post(`/account-sets/${one}/members`, member(other)),
        books.api.post(`/account-sets/${other}/members`, member(one)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    }
  });

  test('but may contain another set through two paths', async () => {
    const [top, left, right, bottom] = [await open(), await open(), await open(), await open()];
    for (const [set, inner] of [
      [top, left],
      [top, right],
      [left, bottom],
      [right, bottom],
      [top, bottom],
    ] as const)
      await add(set, member(inner));
    expectRefusal(await refuse(bottom, member(top)), 422, 'ACCOUNT_SET_CYCLE');
  });
});

describe('nested account sets', () => {
  test('may be sixteen deep, accounts not counted, and no deeper', async () => {
    const sets = await chain(maxDepth);
    const [outermost = '', innermost = ''] = [sets[0], sets[maxDepth - 1]];
    await add(innermost, member(cash, 'account'));
    expectRefusal(await refuse(innermost, member(await open())), 422, 'ACCOUNT_SET_DEPTH_EXCEEDED');
    expectRefusal(await refuse(await open(), member(outermost)), 422, 'ACCOUNT_SET_DEPTH_EXCEEDED');
  });

  test('count the sets above and the sets below', async () => {
    const [above, below] = [await chain(9), await chain(8)];
    const innermost = above[8] ?? '';
    expectRefusal(await refuse(innermost, member(below[0] ?? '')), 422, 'ACCOUNT_SET_DEPTH_EXCEEDED');
    await add(above[7] ?? '', member(below[0] ?? ''));
  });

  test('count the longest path if there are several', async () => {
    const sets = await chain(maxDepth);
    const short = await open();
    await add(short, member(sets[maxDepth - 1] ?? ''));
    expectRefusal(await refuse(sets[maxDepth - 1] ?? '', member(await open())), 422, 'ACCOUNT_SET_DEPTH_EXCEEDED');
    await books.api.delete(`/account-sets/${sets[maxDepth - 2]}`);
    await add(sets[maxDepth - 1] ?? '', member(await open()));
  });

  // The requests are in the order in which the service checks for faults: each has the fault for which it is refused, and faults that are
  // checked later.
  test('are checked for faults in one order', async () => {
    const sets = await chain(maxDepth);
    const [outermost = '', second = '', innermost = ''] = [sets[0], sets[1], sets[maxDepth - 1]];
    expectRefusal(await refuse(nowhere, { member_type: 'set' }), 422, 'VALIDATION_ERROR', ['member_type', 'member_id']);
    expectRefusal(await refuse(nowhere, member(nowhere)), 404, 'ACCOUNT_SET_NOT_FOUND');
    expectRefusal(await refuse(innermost, member(nowhere)), 422, 'VALIDATION_ERROR', ['member_id']);
    expectRefusal(await refuse(outermost, member(second)), 409, 'ACCOUNT_SET_MEMBER_EXISTS');
    expectRefusal(await refuse(innermost, member(outermost)), 422, 'ACCOUNT_SET_CYCLE');
    expectRefusal(await refuse(innermost, member(await open())), 422, 'ACCOUNT_SET_DEPTH_EXCEEDED');
  });
});

describe('the members of an account set', () => {
  test.each([1, 2, 5])('are listed %i at a time, both ways', async (limit) => {
    const set = await open();
    const added: string[] = [];
    for (let index = 0; index < 5; index++) added.push((await openAccount(books.api)).id);
    for (const id of added) await add(set, member(id, 'account'));
    const pages = await walkBothWays(books.api, `/account-sets/${set}/members`, limit);
    expect(
      pages
        .flat()
        .map(({ member_id }) => member_id)
        .sort(),
    ).toEqual([...added].sort());
  });

  test('are removed with 200 and the member, and can be added again', async () => {
    const set = await open();
    const added = await add(set, member(cash, 'account'));
    const answer = await books.api.delete(`/account-sets/${set}/members/${cash}`);
    expect(answer.body).toEqual({ success: true, data: added });
    expect(await members(set)).toEqual([]);
    await add(set, member(cash, 'account'));
  });

  test.each(['not-an-id', nowhere])('do not include %s, so its removal answers 404', async (id) => {
    const set = await open();
    const answer = await refusedUntouched(ledger, books, (api) => api.delete(`/account-sets/${set}/members/${id}`));
    expectRefusal(answer, 404, 'ACCOUNT_SET_NOT_FOUND');
  });

  test('do not include the members of nested sets', async () => {
    const [outer = '', inner = ''] = await chain(2);
    await add(inner, member(cash, 'account'));
    expect((await members(outer)).map(({ member_id }: { member_id: string }) => member_id)).toEqual([inner]);
    const answer = await refusedUntouched(ledger, books, (api) => api.delete(`/account-sets/${outer}/members/${cash}`));
    expectRefusal(answer, 404, 'ACCOUNT_SET_NOT_FOUND');
  });
});
