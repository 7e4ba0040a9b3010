/** Three ledgers of one tenant in one string, with the accounts, journals and codes to which the random requests refer. */
import { participation } from '../../src/modules/strings/domain/string';
import { leanClient, type LeanClient } from '../model/lean-client';
import { expected } from '../support/ledger';
import type { Stage } from './stage';

export interface StagedLedger {
  readonly id: string;
  readonly code: string;
  /** The code of the string that the ledger is a member of. */
  readonly string: string;
  readonly currency: string;
  readonly key: string;
  /** Account code → account id. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly secondJournal: string;
  /** The transaction codes that requests may deprecate, each with its id. */
  readonly mortalCodes: ReadonlyMap<string, string>;
}

export interface StagedBooks {
  readonly string: string;
  /** The first and the last ledger have the same currency. */
  readonly ledgers: readonly [StagedLedger, StagedLedger, StagedLedger];
}

/** CASH, SALES and the shops may be overdrawn. BOUND has limits, and DROWSY is sometimes inactive. */
export const accountCodes = ['CASH', 'SALES', 'SHOP-1', 'SHOP-2', 'BOUND', 'DROWSY'] as const;
export const transactionCode = 'SALE';
const mortalCodes = ['SALE-1', 'SALE-2', 'SALE-3', 'SALE-4'] as const;
const currencies = ['USD', 'EUR', 'USD'] as const;
const plentyPerSecond = 1_000_000;
let made = 0;

export const openStagedBooks = async ({ office }: Stage, url: string): Promise<StagedBooks> => {
  const number = ++made;
  const string = `STRING-${number}`;
  const { id: tenantId } = expected(await office.access.createTenant(`tenant ${number}`));
  expected(
    await office.strings.administration.found(tenantId, {
      code: string,
      name: string,
      description: null,
      isActive: true,
    }),
  );
  const ledgers: StagedLedger[] = [];
  for (const [index, currency] of currencies.entries()) {
    const code = `LEDGER-${number}-${index}`;
    const ledger = expected(await office.ledgering.openLedger({ tenantId, code, name: code, currency }));
    expected(await office.strings.administration.addMember(tenantId, string, ledger.id));
    const capabilities = ['periods:admin', 'limits:override', participation(string)];
    const { key } = expected(
      await office.access.issueKey({ ledger, capabilities, rateLimitPerSecond: plentyPerSecond }),
    );
    const api = leanClient(url, key);
    ledgers.push({ id: ledger.id, code, string, currency, key, ...(await fill(api)) });
    api.close();
  }
  return { string, ledgers: ledgers as unknown as StagedBooks['ledgers'] };
};

const fill = async (api: LeanClient): Promise<Pick<StagedLedger, 'accounts' | 'secondJournal' | 'mortalCodes'>> => {
  const create = async (path: string, body: object): Promise<{ id: string }> => {
    const { status, body: answer } = await api.post(path, body);
    if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
    return answer.data as { id: string };
  };
  const accounts = new Map<string, string>();
  for (const code of accountCodes) {
    const type = code === 'CASH' ? 'asset' : code === 'SALES' ? 'revenue' : 'liability';
    const category = code.startsWith('SHOP') ? 'customer' : 'system';
    accounts.set(code, (await create('/accounts', { code, name: code, type, category })).id);
  }
  const journal = await create('/journals', { code: 'SECOND', name: 'The second journal' });
  const sale = (code: string): Promise<{ id: string }> =>
    create('/trancodes', {
      code,
      name: 'A sale',
      params_schema: { amount: { type: 'decimal' } },
      entries_template: {
        entries: [
          { account: 'CASH', type: 'debit', amount: '{params.amount}' },
          { account: 'SALES', type: 'credit', amount: '{params.amount}' },
        ],
      },
    });
  await sale(transactionCode);
  const codes = new Map<string, string>();
  for (const code of mortalCodes) codes.set(code, (await sale(code)).id);
  return { accounts, secondJournal: journal.id, mortalCodes: codes };
};
