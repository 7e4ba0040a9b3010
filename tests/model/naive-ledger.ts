/**
 * The ledger as its documents describe it: a list of transactions, and all else worked out from that list by brute force
 * whenever it is asked for. Judged everywhere: shape, idempotency, existence, state (journal, accounts, period), balance.
 */
import { isRefused, refuse, undecided } from './records';
import type { Account, AccountChange, Batch, Decimals, Entry, Journal, Layer, Made, PeriodLock } from './records';
import type { Refused, ReversalBody, Side, Transaction, TransactionBody } from './records';

const swap = { debit: 'credit', credit: 'debit' } as const;

export type NaiveLedger = ReturnType<typeof openNaiveLedger>;

export const openNaiveLedger = ({ print, read }: Decimals, accounts: Account[], journals: Journal[]) => {
  /** In the order of acceptance. */
  const transactions: Transaction[] = [];
  /** Those that are decided, in the order in which they were. */
  const decided: Transaction[] = [];
  const locks: PeriodLock[] = [];
  const sum = (entries: readonly Entry[]): bigint => entries.reduce((total, { units }) => total + units, 0n);
  const on = (side: Side, entries: readonly Entry[]): Entry[] => entries.filter(({ type }) => type === side);
  const balance = (normal: Side, entries: readonly Entry[]): bigint => 2n * sum(on(normal, entries)) - sum(entries);
  /** What posted transactions did to an account, in the order of its listing. */
  const rowsOf = (account: Account, only?: Layer) =>
    transactions
      .filter(({ status, layer }) => (status === 'posted' || status === 'reversed') && layer === (only ?? layer))
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : Number(a.sequence) - Number(b.sequence)))
      .flatMap((each) =>
        each.entries.filter((entry) => entry.account === account).map((entry) => ({ ...each, ...entry, entry })),
      );
  /** What reversals up to a day left of an entry. */
  const leftOf = (entry: Entry, asOf = '9999-12-31'): bigint => {
    const undone = transactions
      .filter(({ reverses, status, day }) => reverses && status === 'posted' && day <= asOf)
      .flatMap(({ entries }) => entries);
    return entry.units - sum(undone.filter(({ undoes }) => undoes === entry));
  };
  const settledBalance = (account: Account): bigint => balance(account.normal_balance, rowsOf(account, 'settled'));
  const limitsOf = ({ min_balance, max_balance }: Account) =>
    [min_balance, max_balance].map((limit) => (limit === null ? undefined : read(limit)));
  /** What is left of pending entries of one side. */
  const heldOf = (account: Account, side: Side, asOf?: string): bigint =>
    rowsOf(account, 'pending')
      .filter(({ type, reverses, day }) => type === side && !reverses && day <= (asOf ?? day))
      .reduce((total, { entry }) => total + leftOf(entry, asOf), 0n);
  const takenOf = (account: Account, asOf?: string): bigint => heldOf(account, swap[account.normal_balance], asOf);
  /** What min_balance binds, and what max_balance does. */
  const boundBy = (account: Account): readonly [low: bigint, high: bigint] => {
    const settled = settledBalance(account);
    if (account.limit_basis === 'settled') return [settled, settled];
    return [settled - takenOf(account), settled + heldOf(account, account.normal_balance)];
  };
  /** Whoever is beyond a limit already may come nearer to it. Compared with the books in which it is not `posted`, or `void`. */
  const breaksLimits = (made: Transaction, otherwise: Transaction['status'] = 'pending'): boolean => {
    const limited = accounts.filter(({ enforce_balance_limits }) => enforce_balance_limits);
    const [{ status }, now] = [{ ...made }, limited.map(boundBy)];
    Object.assign(made, { status: otherwise });
    const before = limited.map(boundBy);
    Object.assign(made, { status });
    return limited.some((account, index) => {
      const [[low, high], [lowBefore, highBefore]] = [now[index] ?? [0n, 0n], before[index] ?? [0n, 0n]];
      const [min, max] = limitsOf(account);
      return (
        (min !== undefined && low < min && low < lowBefore) || (max !== undefined && high > max && high > highBefore)
      );
    });
  };
  const isLocked = (day: string): boolean => locks.some((lock) => !lock.released && day <= lock.locked_until);
  /** Why a transaction cannot happen now, whatever it adds up to. */
  const obstacleOf = (journal: Journal, entries: readonly Entry[], day: string): string | undefined => {
    if (journal.status === 'closed') return 'JOURNAL_CLOSED';
    if (entries.some(({ account }) => !account.is_active)) return 'ACCOUNT_INACTIVE';
    return isLocked(day) ? 'PERIOD_LOCKED' : undefined;
  };
  const nextSequence = (): number => Math.max(0, ...transactions.map(({ sequence }) => Number(sequence))) + 1;
  const earlierUse = (key: string | null, request: string): Refused | Made | undefined => {
    const made = transactions.find((each) => key !== null && each.key === key);
    if (made && made.request !== request) return refuse(409, 'idempotency_key_reused');
    return made && { made, replayed: true };
  };
  const accept = (body: TransactionBody, batch: Batch | null = null): Refused | Made => {
    const { idempotency_key: key, effective_date: day, reference = null } = body;
    const { correlation_type = null, correlation_source_id = null } = body;
    const amounts = body.entries.map(({ amount }) => read(amount));
    if (amounts.includes(0n)) return refuse(400, 'VALIDATION_ERROR');
    if (!correlation_type !== !correlation_source_id) return refuse(400, 'CORRELATION_PAIR_INCOMPLETE');
    if (amounts.includes(undefined)) return refuse(400, 'AMOUNT_PRECISION_EXCEEDED');
    const layer = (body.layer ?? 'settled').toLowerCase() as Layer;
    const request = JSON.stringify({ ...body, idempotency_key: '', layer });
    const before = earlierUse(key, request);
    if (before) return before;
    const journal = journals.find(({ id, code }) => (body.journal_id ? id === body.journal_id : code === 'DEFAULT'));
    if (!journal) return refuse(400, 'JOURNAL_NOT_FOUND');
    const entries = body.entries.map(({ account_id, account_code, type }, index) => {
      const account = accounts.find(({ id, code }) => id === account_id || code === account_code);
      return { account: account as Account, type, units: amounts[index] ?? 0n };
    });
    if (entries.some(({ account }) => !account)) return refuse(400, 'ACCOUNT_NOT_FOUND');
    const source = transactions.find(({ id }) => id === correlation_source_id);
    if (correlation_source_id !== null && !source) return refuse(400, 'CORRELATION_SOURCE_NOT_FOUND');
    const obstacle = obstacleOf(journal, entries, day);
    if (obstacle) return refuse(obstacle === 'PERIOD_LOCKED' ? 409 : 400, obstacle);
    if (balance('debit', entries) !== 0n) return refuse(400, 'ENTRIES_NOT_BALANCED');
    const correlation_id = body.correlation_id ?? source?.correlation_id ?? source?.id ?? null;
    const correlation = { correlation_id, correlation_type, correlation_source_id };
    const made = { ...undecided(), ...correlation, batch, journal, layer, day, entries, key, request, reference };
    transactions.push(made);
    return { made, replayed: false };
  };

  /** Posts all of them, or fails all of them for the first reason there is. */
  const post = (group: readonly Transaction[]): void => {
    for (const each of group) {
      let failure = obstacleOf(each.journal, each.entries, each.day);
      if (!failure) Object.assign(each, { status: 'posted', sequence: nextSequence() });
      if (!failure && breaksLimits(each)) failure = 'BALANCE_LIMIT_EXCEEDED';
      if (!failure) continue;
      for (const member of group) Object.assign(member, { status: 'failed', sequence: null, failure });
      break;
    }
    decided.push(...group);
  };

  return {
    ...{ accounts, journals, locks, transactions, settledBalance, leftOf, accept },

    /** The answer to each item, in order; of a refused atomic batch nothing is kept. */
    acceptBatch: (bodies: readonly TransactionBody[], batch: Batch): readonly (Refused | Made)[] => {
      const answers = bodies.map((body) => accept(body, batch));
      const isRefusedWhole = batch.atomic && answers.some(isRefused);
      while (isRefusedWhole && transactions.at(-1)?.batch === batch) transactions.pop();
      return answers;
    },

    /** Decides everything that waits, oldest first; members of an atomic batch together. */
    postPending: (): void => {
      const pending = transactions.filter(({ status }) => status === 'pending');
      for (const each of pending)
        if (!each.batch?.atomic) post([each]);
        else if (each.status === 'pending') post(pending.filter(({ batch }) => batch === each.batch));
    },

    reverse: (id: string, { date: day, ...body }: ReversalBody): Refused | Made => {
      const { idempotency_key: key = null, reference = null, amount } = body;
      const part = amount === undefined ? undefined : read(amount);
      if (amount !== undefined && part === undefined) return refuse(400, 'AMOUNT_PRECISION_EXCEEDED');
      const request = JSON.stringify([id, day, { ...body, idempotency_key: '' }]);
      const before = earlierUse(key, request);
      if (before) return before;
      const original = transactions.find((each) => each.id === id);
      if (!original) return refuse(404, 'TRANSACTION_NOT_FOUND');
      if (original.status === 'reversed') return refuse(422, 'TRANSACTION_ALREADY_REVERSED');
      const { journal, entries, reverses, status } = original;
      if (status !== 'posted' || reverses || journal.status === 'closed')
        return refuse(422, 'TRANSACTION_NOT_REVERSIBLE');
      if (isLocked(day)) return refuse(422, 'PERIOD_LOCKED');
      if (part !== undefined && entries.length !== 2) return refuse(400, 'VALIDATION_ERROR');
      if (entries.some((entry) => (part ?? 0n) > leftOf(entry))) return refuse(422, 'REVERSAL_EXCEEDS_REMAINDER');
      if (obstacleOf(journal, entries, day)) return refuse(422, 'TRANSACTION_NOT_REVERSIBLE');
      const correlation_id = original.correlation_id ?? id;
      const correlation = { correlation_id, correlation_type: 'reversal', correlation_source_id: id };
      const posted = { id: '', status, sequence: nextSequence(), reverses: original, reversed_by: null, batch: null };
      const mirrored = entries.map((undoes) => ({
        ...{ account: undoes.account, type: swap[undoes.type], units: part ?? leftOf(undoes), undoes },
      }));
      const made = { ...original, ...correlation, ...posted, key, request, day, reference, entries: mirrored };
      transactions.push(made);
      const isBeyond = breaksLimits(made);
      if (isBeyond) transactions.pop();
      if (isBeyond) return refuse(422, 'BALANCE_LIMIT_EXCEEDED');
      const isRest = entries.every((entry) => leftOf(entry) === 0n);
      Object.assign(original, { status: isRest ? 'reversed' : 'posted', reversed_by: made });
      decided.push(made);
      return { made, replayed: false };
    },

    void: (id: string, void_reason: string | null): Refused | Made => {
      const made = transactions.find((each) => each.id === id);
      if (!made) return refuse(404, 'TRANSACTION_NOT_FOUND');
      if (made.status !== 'posted' || made.reverses || made.reversed_by || made.journal.status === 'closed')
        return refuse(409, 'TRANSACTION_NOT_VOIDABLE');
      if (isLocked(made.day)) return refuse(409, 'PERIOD_LOCKED');
      made.status = 'void';
      const isBeyond = breaksLimits(made, 'posted');
      Object.assign(made, isBeyond ? { status: 'posted' } : { void_reason });
      return isBeyond ? refuse(409, 'TRANSACTION_NOT_VOIDABLE') : { made, replayed: false };
    },

    change: (account: Account, change: AccountChange): Refused | Account => {
      const { code, type, normal_balance, ...changed } = { ...account, ...change };
      const [min, max] = limitsOf({ ...account, ...changed });
      if (min !== undefined && ((min < 0n && type !== 'liability') || (max !== undefined && max < min)))
        return refuse(400, 'VALIDATION_ERROR');
      if (accounts.some((other) => other !== account && other.code === code)) return refuse(409, 'ACCOUNT_CODE_EXISTS');
      const written = transactions.filter(({ sequence }) => sequence !== null).flatMap(({ entries }) => entries);
      if (written.some((entry) => entry.account === account) && normal_balance !== account.normal_balance)
        return refuse(400, 'ACCOUNT_HAS_ENTRIES');
      return Object.assign(account, change);
    },

    lock: (lock: PeriodLock): Refused | PeriodLock => {
      const isPending = ({ status, day }: Transaction): boolean => status === 'pending' && day <= lock.locked_until;
      if (transactions.some(isPending)) return refuse(409, 'PERIOD_HAS_PENDING');
      locks.push(lock);
      return lock;
    },
    /** A correlation with its root: first what is decided, then what waits. */
    correlated: (id: string): readonly Transaction[] =>
      [...new Set([...decided, ...transactions])].filter((each) => each.correlation_id === id || each.id === id),

    /** The balance view as of a day; with a layer, that one alone. */
    balances: (account: Account, asOf: string, only?: Layer) => {
      const rows = rowsOf(account, only);
      const show = (those: readonly Entry[]): string => print(balance(account.normal_balance, those));
      const [settled, pending, encumbrance] = (['settled', 'pending', 'encumbrance'] as const).map((layer) => {
        const those = rows.filter((row) => row.layer === layer && row.day <= asOf);
        const [debits, credits] = [print(sum(on('debit', those))), print(sum(on('credit', those)))];
        const last_entry_date = those.at(-1)?.day ?? null;
        return { debits, credits, balance: show(those), entry_count: those.length, last_entry_date };
      });
      const held = (only ?? 'pending') === 'pending' ? takenOf(account, asOf) : 0n;
      const available = print(
        balance(
          account.normal_balance,
          rows.filter(({ layer, day }) => layer === 'settled' && day <= asOf),
        ) - held,
      );
      const overdue = show(rows.filter(({ layer, day }) => layer === 'encumbrance' && day < asOf));
      const future = show(rows.filter(({ day }) => day > asOf));
      return {
        balances: { settled: settled?.balance, pending: pending?.balance, overdue, future, available },
        layer_details: { settled, pending, encumbrance, available },
      };
    },

    /** The whole entries listing of an account, before any filter: each row with the running balance of its layer. */
    listing: (account: Account) =>
      rowsOf(account).map((row, index, rows) => {
        const upToHere = rows.slice(0, index + 1).filter(({ layer }) => layer === row.layer);
        return { ...row, amount: print(row.units), balance_after: print(balance(account.normal_balance, upToHere)) };
      }),
  };
};
