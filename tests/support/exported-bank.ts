/** The books of the bank, as the programs that exports are made for add them up. */
import { formatCents, totalCents, type ExpectedAccount } from './bank';
import { balancesByBeancount, balancesByHledger, exported, isInstalled, type Format } from './exporting';
import type { TestBooks, TestLedger } from './ledger';

type Balances = ReadonlyMap<string, string>;

const programOf = (program: string, format: Format, balances: (text: string) => Balances) => ({
  program,
  /** Why it is skipped, where it is. */
  missing: isInstalled(program) ? '' : ', skipped because it is not installed',
  add: async (ledger: TestLedger, books: TestBooks): Promise<Balances> =>
    balances(await exported(ledger, books, format)),
});

export const exportPrograms = [
  programOf('hledger', 'hledger', balancesByHledger),
  programOf('bean-query', 'beancount', balancesByBeancount),
];

/** What each account must come to, debits positive, where it is not nothing. */
export const debitsOf = (accounts: readonly ExpectedAccount[]): Balances =>
  new Map(
    accounts
      .map((account) => {
        const total = totalCents(account);
        return [account.code, formatCents(account.normalBalance === 'debit' ? total : -total)] as const;
      })
      .filter(([, amount]) => amount !== '0.00')
      .toSorted(),
  );
