/** The rows of a general ledger, and how each of its two formats writes them. Amounts are in minor units. */
import type { AccountType, Layer } from '../../../kernel/accounting';
import { csvMediaType, csvRow, safeText } from '../../../kernel/csv';
import { formatAmount, type Denomination } from '../../../kernel/money';
import type { Day } from '../../../kernel/time';
import { accountsTexts, type AskedAccounts } from './asked-accounts';

interface OfAccount {
  readonly account: { readonly code: string; readonly name: string; readonly type: AccountType };
  /** The balance, positive on the side (debit or credit) on which accounts of the type grow, as in the other reports. */
  readonly balance: bigint;
}

interface Turnover {
  readonly debits: bigint;
  readonly credits: bigint;
}

interface EntryRow extends OfAccount {
  readonly row: 'entry';
  readonly date: Day;
  readonly transactionId: string;
  readonly reference: string | null;
  readonly description: string;
  readonly type: 'debit' | 'credit';
  readonly amount: bigint;
}

export type GeneralLedgerRow =
  | (OfAccount & { readonly row: 'opening'; readonly date: Day })
  | EntryRow
  | (OfAccount & Turnover & { readonly row: 'closing'; readonly date: Day })
  /** The sums of all entries in the file. */
  | (Turnover & { readonly row: 'total'; readonly date: Day })
  | GeneralLedgerStanding;

/**
 * The last row: the parameters of the request, and the sequence and hash of the log that the report covers. If a file lacks this row, it
 * was cut off.
 */
export interface GeneralLedgerStanding {
  readonly row: 'known_at';
  readonly from: Day;
  readonly to: Day;
  readonly layer: Layer;
  readonly accounts: AskedAccounts;
  readonly hidesZero: boolean;
  readonly place: { readonly sequence: bigint; readonly hash: string; readonly knownAt: Date | null };
}

export interface GeneralLedgerFormat {
  readonly mediaType: string;
  readonly beginning: string;
  write(row: GeneralLedgerRow, denomination: Denomination): string;
}

/** A row as texts by name of the column. A missing column is empty. */
type Cells = Readonly<Record<string, string | null>>;

const cellsOf = (row: Exclude<GeneralLedgerRow, GeneralLedgerStanding>, denomination: Denomination): Cells => {
  const print = (units: bigint): string => formatAmount(units, denomination);
  const account: Cells =
    row.row === 'total'
      ? {}
      : {
          account_code: row.account.code,
          account_name: row.account.name,
          account_type: row.account.type,
          balance: print(row.balance),
        };
  if (row.row === 'opening') return { date: row.date, ...account };
  if (row.row === 'entry')
    return {
      ...{ date: row.date, ...account, transaction_id: row.transactionId },
      ...{ reference: row.reference, description: row.description, [row.type]: print(row.amount) },
    };
  return { date: row.date, ...account, debit: print(row.debits), credit: print(row.credits) };
};

const ofAccount = ['account_code', 'account_name', 'account_type'];
const columns = [...ofAccount, 'date', 'transaction_id', 'reference', 'description', 'debit', 'credit', 'balance'];
const writtenByClients = new Set(['account_code', 'account_name', 'reference', 'description']);

const csv: GeneralLedgerFormat = {
  mediaType: csvMediaType,
  beginning: csvRow(['row', ...columns]),
  write: (row, denomination) => {
    if (row.row === 'known_at') {
      const { from, to, layer, accounts, hidesZero, place } = row;
      const { sequence, hash, knownAt } = place;
      const texts = [
        ...[`from ${from}`, `to ${to}`, ...accountsTexts(accounts), ...(hidesZero ? ['zero hide'] : [])],
        ...[`layer ${layer}`, `currency ${denomination.currency}`],
      ];
      const known = knownAt ? [`known at ${knownAt.toISOString()}`] : [];
      const standing = [...texts, `sequence ${sequence}`, `hash ${hash}`, ...known].join('; ');
      return csvRow([row.row, ...columns.map((name) => (name === 'description' ? standing : ''))]);
    }
    const cells = cellsOf(row, denomination);
    const textOf = (name: string): string =>
      writtenByClients.has(name) ? safeText(cells[name] ?? '') : (cells[name] ?? '');
    return csvRow([row.row, ...columns.map(textOf)]);
  },
};

const jsonl: GeneralLedgerFormat = {
  mediaType: 'application/x-ndjson',
  beginning: '',
  write: (row, denomination) => {
    if (row.row === 'known_at') {
      const { from, to, layer, accounts, hidesZero, place } = row;
      const { sequence, hash, knownAt } = place;
      const asked = {
        account_set_code: accounts.account_set_code ?? null,
        account_type: accounts.account_type ?? null,
        code_prefix: accounts.code_prefix ?? null,
        zero: hidesZero ? 'hide' : 'show',
      };
      const standing = { head: { sequence: Number(sequence), hash }, known_at: knownAt?.toISOString() ?? null };
      return lineOf({ row: row.row, from, to, layer, ...asked, currency: denomination.currency, ...standing });
    }
    const cells = cellsOf(row, denomination);
    return lineOf({ row: row.row, ...Object.fromEntries(columns.map((name) => [name, cells[name] ?? null])) });
  },
};

const lineOf = (row: object): string => `${JSON.stringify(row)}\n`;

export const generalLedgerFormatNames = ['csv', 'jsonl'] as const;
export type GeneralLedgerFormatName = (typeof generalLedgerFormatNames)[number];

export const generalLedgerFormats: Readonly<Record<GeneralLedgerFormatName, GeneralLedgerFormat>> = { csv, jsonl };
