/** The balances of the bank's books, as the accounting programs compute them from an export. */
import { balancesByBeancount, balancesByHledger, checkedByHledger, saidOf, type Said } from './added-up';
import { formatCents, totalCents, type ExpectedAccount } from './bank';
import { exported, isInstalled, type Format } from './exporting';
import type { TestBooks, TestLedger } from './ledger';

const programOf = (program: string, format: Format, balances: (text: string) => Said) => ({
  program,
  /** A suffix of the test's name that explains why it is skipped; empty if the program is installed. */
  missing: isInstalled(program) ? '' : ', skipped because it is not installed',
  add: async (ledger: TestLedger, books: TestBooks): Promise<Said> => balances(await exported(ledger, books, format)),
});

export const exportPrograms = [
  programOf('hledger', 'hledger', (text) => {
    checkedByHledger(text);
    return balancesByHledger(text, '--cleared');
  }),
  programOf('bean-query', 'beancount', (text) => balancesByBeancount({ 'bank.beancount': text }, 'bank.beancount')),
];

/** The expected balance of each account, debits positive. */
export const debitsOf = (accounts: readonly ExpectedAccount[], currency: string): Said =>
  saidOf(
    accounts.map((account) => {
      const total = totalCents(account);
      return [`${currency} ${account.code}`, formatCents(account.normalBalance === 'debit' ? total : -total)];
    }),
  );
