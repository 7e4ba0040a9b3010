/** The data that every export format of the journal writes, in the ledger's own terms, and the interface of a format. */
import type { AccountType, CashFlowClass, EntryType, Layer, NormalBalance } from '../../../../kernel/accounting';
import { formatAmount, type Denomination, type Minor } from '../../../../kernel/money';
import type { Day } from '../../../../kernel/time';

type Json = Readonly<Record<string, unknown>>;

/** The ledger, and the sequence of its log as of which the journal is exported. */
export interface ToldLedger {
  readonly code: string;
  readonly name: string;
  readonly denomination: Denomination;
  readonly place: { readonly sequence: bigint; readonly hash: string; readonly knownAt: Date | null };
  /** The exported days; undefined: no limit on that side. */
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

/** An account with the data that entries need. */
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

/** The account with its description and metadata. */
export interface DescribedAccount extends ToldAccount {
  readonly description: string | null;
  readonly isActive: boolean;
  readonly isGroup: boolean;
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
  /** The expiry of a hold that still has a remaining amount; else null. */
  readonly expiresAt: Date | null;
  readonly undoes: { readonly transactionId: string; readonly as: 'reversal' | 'release' | 'extension' } | null;
  readonly settlesTransactionId: string | null;
  readonly entries: readonly ToldEntry[];
}

/** Every account by its id, in the order of codes. */
export type Chart = ReadonlyMap<string, ToldAccount>;

/** Writes one ledger's journal in one format. Each part is whole lines, and the lines of a transaction come together. */
export interface WrittenJournal {
  readonly beginning: string;
  /** Writes an account; undefined if the format does not mention accounts without entries. */
  readonly account?: (account: DescribedAccount) => string;
  /** Writes a transaction lazily, so that the caller can yield to the event loop between its lines. */
  readonly transaction: (transaction: ToldTransaction) => Iterable<string>;
  /** Writes the last line, with the number of transactions. In formats that have such a line, a file without it was cut off. */
  readonly end: (transactions: number) => string;
}

export interface JournalFormat {
  readonly mediaType: string;
  write(ledger: ToldLedger, chart: Chart): WrittenJournal;
}

/**
 * Returns whether the transaction has a correlation of its own. If it undoes or settles another transaction, the service sets its
 * correlation, and does so again when the transaction is imported.
 */
export const isCorrelated = ({ undoes, settlesTransactionId }: ToldTransaction): boolean =>
  undoes === null && settlesTransactionId === null;

/** Returns the ids of the transactions that this one reverses, releases or extends. */
export const undoneBy = ({
  undoes,
}: ToldTransaction): Readonly<Record<'reverses' | 'releases' | 'extends', string | null>> => ({
  reverses: undoes?.as === 'reversal' ? undoes.transactionId : null,
  releases: undoes?.as === 'release' ? undoes.transactionId : null,
  extends: undoes?.as === 'extension' ? undoes.transactionId : null,
});

export type AmountOf = (entry: Pick<ToldEntry, 'type' | 'amount'>) => string;

/** Prints amounts with debits positive and credits negative, with all decimals that the ledger keeps. */
export const signedAmounts = ({ storageDecimals, currency }: Denomination, commodity: string): AmountOf => {
  const exact = { currency, storageDecimals, displayDecimals: storageDecimals };
  return ({ type, amount }) => `${formatAmount(type === 'debit' ? amount : -amount, exact)} ${commodity}`;
};

export const accountIn = (chart: Chart, id: string): ToldAccount => {
  const account = chart.get(id);
  if (!account) throw new Error(`the chart of the journal has no account ${id}`);
  return account;
};
