/** The available and overdue amounts of an account or a set at an earlier sequence of the log are the same as they were then. */
import { headOf } from '../support/feed';
import { hold, openWallet, outOfWallet } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, openAccount, type Fields } from '../support/requests';
import { without } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;
let set: string;

const intoWallet = (amount: string): readonly Fields[] => [debit('CASH', amount), credit('WALLET', amount)];
const act = async (id: string, what: string, fields: Fields = {}): Promise<unknown> =>
  dataOf(await books.api.post(`/transactions/${id}/${what}`, fields), what === 'void' ? 200 : 201);

const days = ['2026-01-14', '2026-01-15', '2026-03-01', '2031-01-01', '2032-01-01'] as const;
const paths = (): readonly string[] => [
  ...['WALLET', 'CASH', 'LOAN'].map((code) => `/accounts/code/${code}/balance`),
  `/account-sets/${set}/balance`,
];

const told = async (query: string): Promise<readonly Fields[]> => {
  const answers: Fields[] = [];
  for (const path of paths())
    for (const day of days) {
      const data = dataOf(await books.api.get(`${path}?as_of_date=${day}${query}`), 200);
      answers.push({ path, ...without(without(data, 'calculated_at'), 'known_at_sequence') });
    }
  return answers;
};

test('balances at an earlier sequence equal the balances of that time', async () => {
  books = await openWallet(ledger, '70.00');
  await openAccount(books.api, { code: 'LOAN', type: 'asset' });
  set = dataOf(await books.api.post('/account-sets', { code: 'ALL', name: 'All' }), 201).id;
  for (const code of ['WALLET', 'LOAN']) {
    const { account_id } = dataOf(await books.api.get(`/accounts/code/${code}/balance`), 200);
    dataOf(
      await books.api.post(`/account-sets/${set}/members`, { member_type: 'account', member_id: account_id }),
      201,
    );
  }
  const instalment = (effective_date: string): Promise<Fields> =>
    decide(books.api, {
      ...{ layer: 'encumbrance', effective_date },
      entries: [debit('LOAN', '10.00'), credit('SALES', '10.00')],
    });
  const made: Record<string, string> = {};
  const steps: readonly (() => Promise<unknown>)[] = [
    async () => decide(books.api, { entries: intoWallet('100.00'), effective_date: '2031-01-01' }),
    async () => (made['hold'] = (await hold(books, '60.00')).id),
    async () => act(made['hold'] as string, 'settle', { amount: '20.00', final: false }),
    async () => (made['due'] = (await instalment('2026-01-15'))['id'] as string),
    async () => (made['later'] = (await instalment('2026-03-01'))['id'] as string),
    async () => act(made['due'] as string, 'settle', { amount: '4.00', final: false }),
    async () => act(made['hold'] as string, 'release', {}),
    async () => act(made['due'] as string, 'settle', {}),
    async () => act(made['later'] as string, 'void', {}),
    async () =>
      (made['spent'] = (await decide(books.api, { entries: outOfWallet('5.00'), effective_date: '2026-03-01' })).id),
    async () => act(made['spent'] as string, 'reverse', { reason: 'No', date: '2031-06-01' }),
    async () => decide(books.api, { entries: outOfWallet('90.00'), effective_date: '2031-07-01' }),
  ];
  const then: { readonly at: number; readonly answers: readonly Fields[] }[] = [];
  for (const step of steps) {
    await step();
    then.push({ at: await headOf(books.api), answers: await told('') });
  }
  for (const { at, answers } of then)
    expect({ at, answers: await told(`&known_at_sequence=${at}`) }).toEqual({ at, answers });
  const balancesOf = (place: number): Fields => then[place]?.answers.find(isWallet)?.['balances'] as Fields;
  // The wallet gets money only in 2031, so nothing is available today; the hold then makes the available amount negative.
  expect([balancesOf(0)['available'], balancesOf(1)['available']]).toEqual(['0.00', '-60.00']);
});

const isWallet = ({ path }: Fields): boolean => path === '/accounts/code/WALLET/balance';
