/** The content that every format of the journal writes, in the ledger's own words, and the interface of a format. */
import type { AccountType, CashFlowClass, EntryType, Layer, NormalBalance } from '../../../../kernel/accounting';
import { formatAmount, type Denomination, type Minor } from '../../../../kernel/money';
import type { Day } from '../../../../kernel/time';

type Json = Readonly<Record<string, unknown>>;

/** The ledger, and the place of its log that the journal is exported as of. */
export interface ToldLedger {
  readonly code: string;
  readonly name: string;
  readonly denomination: Denomination;
  readonly place: { readonly sequence: bigint; readonly hash: string; readonly knownAt: Date | null };
  /** The exported days, if they are not all days. */
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

/** An account as entries name it. */
export interface ToldAccount {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly category: 'system' | 'customer';
  readonly normalBalance: NormalBalance;
  readonly parentId: string | null;
  readonly cashFlow: CashFlowClass | null;
}

/** The account with its longer texts. */
export interface DescribedAccount extends ToldAccount {
  readonly description: string | null;
  readonly isActive: boolean;
  readonly metadata: Json | null;
}

export interface ToldEntry {
  readonly accountId: string;
  readonly layer: Layer;
  readonly type: EntryType;
  readonly amount: Minor;
  readonly description: string | null;
  readonly metadata: Json | null;
}

export interface ToldTransaction {
  readonly id: string;
  readonly sequence: bigint;
  readonly effectiveDate: Day;
  readonly postedAt: Date;
  readonly journalCode: string;
  readonly layer: Layer;
  readonly description: string;
  readonly reference: string | null;
  readonly correlationId: string | null;
  readonly correlationType: string | null;
  readonly correlationSourceId: string | null;
  readonly attributes: Readonly<Record<string, string>> | null;
  readonly metadata: Json | null;
  /** The end of a hold of which something was left. */
  readonly expiresAt: Date | null;
  readonly undoes: { readonly transactionId: string; readonly as: 'reversal' | 'release' | 'extension' } | null;
  readonly settlesTransactionId: string | null;
  readonly entries: readonly ToldEntry[];
}

/** Every account by its id, in the order of codes. */
export type Chart = ReadonlyMap<string, ToldAccount>;

/** One way of writing a journal down, for one ledger and its chart. Each part is whole lines, those of a transaction together. */
export interface WrittenJournal {
  readonly beginning: string;
  /** Undefined where the format says nothing of accounts that have no entries. */
  readonly account?: (account: DescribedAccount) => string;
  /** Written as it is iterated over, so that others have their turn meanwhile. */
  readonly transaction: (transaction: ToldTransaction) => Iterable<string>;
  /** After this many transactions; a file without it was cut off, where the format has a place for it. */
  readonly end: (transactions: number) => string;
}

export interface JournalFormat {
  readonly mediaType: string;
  write(ledger: ToldLedger, chart: Chart): WrittenJournal;
}

/** Whether its correlation is its own: what undoes or settles is correlated by its operation, and will be again. */
export const isCorrelated = ({ undoes, settlesTransactionId }: ToldTransaction): boolean =>
  undoes === null && settlesTransactionId === null;

/** The transaction that it reverses, releases or extends. */
export const undoneBy = ({
  undoes,
}: ToldTransaction): Readonly<Record<'reverses' | 'releases' | 'extends', string | null>> => ({
  reverses: undoes?.as === 'reversal' ? undoes.transactionId : null,
  releases: undoes?.as === 'release' ? undoes.transactionId : null,
  extends: undoes?.as === 'extension' ? undoes.transactionId : null,
});

export type AmountOf = (entry: Pick<ToldEntry, 'type' | 'amount'>) => string;

/** Debits positive, credits negative, with all decimals that the ledger keeps. */
export const signedAmounts = ({ storageDecimals, currency }: Denomination, commodity: string): AmountOf => {
  const exact = { currency, storageDecimals, displayDecimals: storageDecimals };
  return ({ type, amount }) => `${formatAmount(type === 'debit' ? amount : -amount, exact)} ${commodity}`;
};

export const accountIn = (chart: Chart, id: string): ToldAccount => {
  const account = chart.get(id);
  if (!account) throw new Error(`the chart of the journal has no account ${id}`);
  return account;
};
