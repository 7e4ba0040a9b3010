/** Random books with a deep chart: accounts below parents of any type, contra accounts, and cash accounts at several levels. */
import type { TestBooks } from './ledger';
import { openRandomBooks } from './random-books';
import type { Random } from './random';
import { credit, debit, openAccount, transaction } from './requests';

const accountTypes = ['asset', 'asset', 'asset', 'liability', 'equity', 'revenue', 'expense'];
const classesOfAssets = ['cash', 'cash', 'investing', null, null];
const accountsBelow = 24;
const transactions = 80;
const steps = 30;
/** Half of the accounts have a parent of their own type, so that each type has trees. */
const shareOfOwnType = 0.5;

export const openDeepBooks = async (books: TestBooks, random: Random): Promise<void> => {
  const { api } = books;
  const { step, codes } = await openRandomBooks(books, random);
  const chart = new Map<string, string>();
  // hledger guesses which accounts are cash if a journal declares none, so one account always is.
  await openAccount(api, { code: 'SAFE', type: 'asset', cash_flow: 'cash' });
  for (let number = 0; number < accountsBelow; number++) {
    const code = `BELOW-${number}`;
    const type = random.pick(accountTypes);
    const ofType = [...chart.keys()].filter((each) => chart.get(each) === type);
    const parents = random.next() < shareOfOwnType && ofType.length > 0 ? ofType : [...codes, 'SAFE', ...chart.keys()];
    await openAccount(api, {
      ...{ code, type, parent_code: random.pick(parents) },
      ...(random.next() < 0.1 ? { normal_balance: random.pick(['debit', 'credit']) } : {}),
      ...(type === 'asset' ? { cash_flow: random.pick(classesOfAssets) } : {}),
    });
    chart.set(code, type);
  }
  const all = [...codes, 'SAFE', ...chart.keys()];
  const day = (): string =>
    new Date(Date.UTC(2023, 10, 1 + Math.floor(random.next() * 620))).toISOString().slice(0, 10);
  const posted = Array.from({ length: transactions }, () => {
    const amounts = Array.from({ length: 1 + Math.floor(random.next() * 3) }, () =>
      (random.next() * 900 + 1).toFixed(2),
    );
    return transaction({
      ...{ effective_date: day(), layer: random.pick(['settled', 'settled', 'settled', 'pending']) },
      entries: amounts.flatMap((amount) => [debit(random.pick(all), amount), credit(random.pick(all), amount)]),
    });
  });
  const answer = await api.post('/transactions/batch', { transactions: posted }, { Prefer: 'wait=20' });
  if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  for (let done = 0; done < steps; done++) await step();
};
