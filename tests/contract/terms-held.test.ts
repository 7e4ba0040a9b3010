/**
 * A process that only accepts does not lock the head of the ledger. Instead it locks the ledger's terms: its currency, decimals, accounts
 * and the states of its transaction codes. A change to the terms waits until the acceptance has committed, and later acceptances see the
 * change.
 */
import type { LedgerId } from '../../src/kernel/ids';
import { Busy } from '../../src/kernel/refusal';
import { replace } from '../../src/kernel/token';
import { ACCEPTANCE_STORE, type AcceptanceStore } from '../../src/modules/ledgering/application/ports';
import { PostgresAcceptanceStore } from '../../src/modules/ledgering/postgres/posting/acceptance-store';
import type { Answer } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, freshKey, openAccount, openBooks, transaction, type Fields } from '../support/requests';

let ledger: TestLedger;
/** The act that runs between the read and the write of the next acceptance in a ledger. */
const meanwhile = new Map<LedgerId, () => Promise<unknown>>();

class Gated extends PostgresAcceptanceStore {
  override async readAcceptance(...given: Parameters<AcceptanceStore['readAcceptance']>) {
    const reading = await super.readAcceptance(...given);
    const [, ledgerId] = given;
    const happens = meanwhile.get(ledgerId);
    meanwhile.delete(ledgerId);
    await happens?.();
    return reading;
  }
}

beforeAll(async () => {
  ledger = await startLedger([replace(ACCEPTANCE_STORE, [], () => new Gated())]);
  await ledger.app.poster.stop();
});

afterAll(() => ledger.close());

/** Starts the act when the acceptance has read the terms. The act must end before the acceptance writes. */
const acceptMeanwhile = async <A>(
  books: TestBooks,
  accepted: Fields,
  act: () => Promise<A>,
): Promise<A | undefined> => {
  let answer: A | undefined;
  meanwhile.set(books.ledger.id, async () => void (answer = await act()));
  dataOf(await books.api.post('/transactions', accepted), 202);
  return answer;
};

const byCode = (): Fields => ({
  ...{ effective_date: '2026-01-15', description: 'By code', idempotency_key: freshKey() },
  ...{ transaction_code: 'SALE', transaction_code_params: {} },
});

interface Change {
  readonly name: string;
  /** Prepares the ledger. Returns the transaction that is accepted meanwhile, and the change. */
  prepare(books: TestBooks): Promise<{ readonly accepted: Fields; act(): Promise<Answer> }>;
  /** The answer to the change after the acceptance: its status, and the code of a refusal. */
  readonly then: readonly [status: number, code?: string];
}

const ofAccount =
  (act: (books: TestBooks, accountId: string) => Promise<Answer>): Change['prepare'] =>
  async (books) => {
    const { id } = await openAccount(books.api, { code: 'TILL' });
    const accepted = transaction({ entries: [debit('TILL', '1.00'), credit('SALES', '1.00')] });
    return { accepted, act: () => act(books, id) };
  };

const changes: readonly Change[] = [
  {
    name: 'the deprecation of a transaction code',
    prepare: async (books) => {
      const leg = (account: string, type: string) => ({ account, type, amount: '1.00' });
      const entries_template = { entries: [leg('CASH', 'debit'), leg('SALES', 'credit')] };
      const { id } = dataOf(await books.api.post('/trancodes', { code: 'SALE', name: 'Sale', entries_template }), 201);
      return { accepted: byCode(), act: () => books.api.post(`/trancodes/${id}/deprecate`) };
    },
    then: [200],
  },
  {
    name: 'another type of an account',
    prepare: ofAccount(({ api }, id) => api.put(`/accounts/${id}`, { type: 'liability', normal_balance: 'credit' })),
    then: [400, 'ACCOUNT_HAS_ENTRIES'],
  },
  {
    name: 'a group made of an account',
    prepare: ofAccount(({ api }, id) => api.put(`/accounts/${id}`, { is_group: true })),
    then: [400, 'ACCOUNT_HAS_ENTRIES'],
  },
  {
    name: 'the deletion of an account',
    prepare: ofAccount(({ api }, id) => api.delete(`/accounts/${id}`)),
    then: [409, 'ACCOUNT_IN_USE'],
  },
  {
    name: 'a period lock',
    prepare: ofAccount(({ api }) => api.post('/period-locks', { locked_until: '2026-01-31', reason: 'January' })),
    then: [409, 'PERIOD_HAS_PENDING'],
  },
];

const judge = async ({ name, prepare }: Change): Promise<readonly unknown[]> => {
  const books = await openBooks(ledger);
  const { accepted, act } = await prepare(books);
  const waited = await acceptMeanwhile(books, accepted, act);
  const { status, body } = await act();
  const posts = name === changes[0]?.name ? await books.api.post('/transactions', byCode()) : undefined;
  return [name, waited?.status, status, body.code, posts?.body.code];
};

test('a change to the terms waits for an acceptance that it concerns, and sees it afterwards', async () => {
  const found: unknown[] = [];
  // Each change waits for its lock timeout, so two wait at the same time. Each of the two needs two of the four connections of a tenant.
  for (let at = 0; at < changes.length; at += 2)
    found.push(...(await Promise.all(changes.slice(at, at + 2).map(judge))));
  expect(found).toEqual(
    changes.map(({ name, then: [status, code] }, place) => [
      ...[name, 503, status, code],
      place === 0 ? 'TRANCODE_DEPRECATED' : undefined,
    ]),
  );
});

test('the currency of a ledger is not corrected while its first transaction is accepted', async () => {
  const books = await openBooks(ledger);
  const correct = () => ledger.app.ledgering.correctCurrency(books.ledger.id, { currency: 'JPY' });
  const fault = await acceptMeanwhile(books, transaction(), () => correct().catch((error: unknown) => error));
  expect(fault).toBeInstanceOf(Busy);
  expect(await correct()).toMatchObject({ left: { kind: 'LedgerInUse', because: 'it has transactions' } });
});
