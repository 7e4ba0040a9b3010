/** The records of the naive ledger, and the request bodies that it and the service receive. */
export const layers = ['settled', 'pending', 'encumbrance'] as const;
export type Layer = (typeof layers)[number];
export type Side = 'debit' | 'credit';

export const swap = { debit: 'credit', credit: 'debit' } as const;
export const lastDay = '9999-12-31';
export const dayAfter = (day: string): string =>
  day === lastDay ? day : new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

export interface Account {
  /** The service assigns ids; the naive ledger receives them from the service's answers. */
  id: string;
  code: string;
  readonly type: string;
  normal_balance: Side;
  is_active: boolean;
  enforce_balance_limits: boolean;
  limit_basis: 'settled' | 'available';
  min_balance: string | null;
  max_balance: string | null;
}
export type AccountChange = Partial<Omit<Account, 'id' | 'type'>>;

export interface Journal {
  readonly id: string;
  readonly code: string;
  status: 'active' | 'closed';
}

export interface PeriodLock {
  id: string;
  readonly locked_until: string;
  released: boolean;
}

export interface Entry {
  readonly account: Account;
  readonly type: Side;
  readonly units: bigint;
  /** In a reversal or a release: the mirrored entry. */
  readonly against?: Entry;
  /** In an extension: the entry of the hold that this entry raises. */
  readonly adds?: Entry;
}

export interface Batch {
  id: string;
  readonly atomic: boolean;
}

export interface Transaction {
  id: string;
  status: 'pending' | 'posted' | 'failed' | 'void' | 'reversed';
  sequence: number | null;
  failure: string | null;
  void_reason: string | null;
  reversed_by: Transaction | null;
  expired: boolean;
  /** Whether the transaction may exceed balance limits. */
  overrides: boolean;
  /** In a settlement: the amount beyond the hold's remaining amount. */
  excess: bigint;
  entry_ids: readonly string[];
  /** The transaction that this one reverses, releases or extends. */
  readonly undoes: Transaction | null;
  readonly settles: Transaction | null;
  expires_at: string | null;
  readonly batch: Batch | null;
  readonly day: string;
  readonly layer: Layer;
  readonly journal: Journal;
  readonly entries: readonly Entry[];
  readonly key: string | null;
  /** The request as text, without its idempotency key. */
  readonly request: string;
  readonly reference: string | null;
  readonly correlation_id: string | null;
  readonly correlation_type: string | null;
  readonly correlation_source_id: string | null;
}

/** The members that a reversal, settlement or release takes from its request. */
export type Asked = Pick<Transaction, 'day' | 'key' | 'request' | 'reference'>;

export interface EntryBody {
  readonly account_id?: string;
  readonly account_code?: string;
  readonly type: Side;
  readonly amount: string;
  readonly description?: string;
}

export interface TransactionBody {
  readonly effective_date: string;
  readonly description: string;
  readonly idempotency_key: string;
  readonly layer?: string;
  readonly expires_at?: string;
  readonly reference?: string;
  readonly journal_id?: string;
  readonly override_limits?: boolean;
  readonly correlation_id?: string;
  readonly correlation_type?: string;
  readonly correlation_source_id?: string;
  readonly entries: readonly EntryBody[];
}

export type Undoing = 'reverse' | 'settle' | 'release';

/** The body of a reversal, a settlement or a release. */
export interface UndoingBody {
  readonly reason?: string;
  readonly date?: string;
  readonly final?: boolean;
  readonly allow_excess?: boolean;
  readonly reference?: string;
  readonly idempotency_key?: string;
  readonly amount?: string;
  readonly entries?: readonly { readonly entry_id: string; readonly amount: string }[];
}

export interface ExtensionBody {
  readonly amount?: string;
  readonly expires_at?: string | null;
  readonly idempotency_key?: string;
}

export interface Refused {
  readonly status: number;
  readonly code: string;
}

export interface Made {
  readonly made: Transaction;
  readonly replayed: boolean;
}

/** The initial members of every accepted transaction. */
export const undecided = () => ({
  ...{ id: '', status: 'pending' as Transaction['status'], sequence: null, failure: null, void_reason: null },
  ...{
    reversed_by: null,
    expired: false,
    overrides: false,
    excess: 0n,
    entry_ids: [],
    undoes: null,
    settles: null,
    expires_at: null,
  },
});

/** Converts amounts between text and minor units, with the decimals of one ledger. */
export interface Decimals {
  /** Digits between the display and storage decimals are printed only if they are not zero. */
  print(units: bigint): string;
  /** Undefined if the text has more decimals than the ledger stores. */
  read(text: string): bigint | undefined;
}

export const decimals = (stored: number, displayed: number): Decimals => ({
  print: (units) => {
    const digits = (units < 0n ? -units : units).toString().padStart(stored + 1, '0');
    const point = digits.length - stored;
    const fraction = digits.slice(point).replace(/0+$/, '').padEnd(displayed, '0');
    return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
  },
  read: (text) => {
    const [whole = '', fraction = ''] = text.split('.');
    const kept = fraction.replace(/0+$/, '').padEnd(stored, '0');
    return kept.length > stored ? undefined : BigInt(whole + kept);
  },
});

export const refuse = (status: number, code: string): Refused => ({ status, code });
export const isRefused = (answer: object): answer is Refused => Object.keys(answer).join() === 'status,code';
