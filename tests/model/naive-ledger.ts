/**
 * The ledger as the documentation describes it: a list of transactions, from which every answer is computed by brute force. Requests are
 * judged in this order everywhere: shape, idempotency, existence, state (journal, accounts, period), balance.
 */
import { today } from './commands';
import { limitsOver } from './naive-limits';
import { extending, extensionsOf, lastDayOf, obstacleToUndoing } from './extending';
import { isRefused, refuse, swap, undecided } from './records';
import { takeOf } from './taking';
import { isWritten, whatIsLeft } from './what-is-left';
import type { Account, AccountChange, Asked, Batch, Decimals, Entry, Journal, Layer, Made } from './records';
import type { PeriodLock, Refused, Side, Transaction, TransactionBody, Undoing, UndoingBody } from './records';

export type NaiveLedger = ReturnType<typeof openNaiveLedger>;

export const openNaiveLedger = ({ print, read }: Decimals, accounts: Account[], journals: Journal[]) => {
  /** All accepted transactions, in order of acceptance. */
  const transactions: Transaction[] = [];
  /** The decided transactions, in order of decision. */
  const decided: Transaction[] = [];
  const locks: PeriodLock[] = [];
  const sum = (entries: readonly Entry[]): bigint => entries.reduce((total, { units }) => total + units, 0n);
  const { leftOf, heldOf } = whatIsLeft(transactions);
  const on = (side: Side, entries: readonly Entry[]): Entry[] => entries.filter(({ type }) => type === side);
  const balance = (normal: Side, entries: readonly Entry[]): bigint => 2n * sum(on(normal, entries)) - sum(entries);
  /** The posted entries of an account, in the order in which the service lists them. */
  const rowsOf = (account: Account, only?: Layer) =>
    transactions
      .filter((it) => isWritten(it) && it.layer === (only ?? it.layer))
      .filter(({ entries }) => entries.some((entry) => entry.account === account))
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : Number(a.sequence) - Number(b.sequence)))
      .flatMap((each) =>
        each.entries.filter((entry) => entry.account === account).map((entry) => ({ ...each, ...entry })),
      );
  const settledOn = (account: Account, asOf: string): bigint => {
    let settled = 0n;
    for (const it of transactions)
      if (isWritten(it) && it.layer === 'settled' && it.day <= asOf)
        for (const { account: of, type, units } of it.entries)
          if (of === account) settled += type === account.normal_balance ? units : -units;
    return settled;
  };
  const settledBalance = (account: Account): bigint => settledOn(account, today);
  const limitsOf = ({ min_balance, max_balance }: Account) =>
    [min_balance, max_balance].map((limit) => (limit === null ? undefined : read(limit)));
  const takenOf = (account: Account): bigint => heldOf(account, swap[account.normal_balance]);
  const breakLimits = limitsOver({ accounts, transactions, limitsOf, settledOn, takenOf, heldOf });
  const isLocked = (day: string): boolean => locks.some((lock) => !lock.released && day <= lock.locked_until);
  /** The reason why a transaction cannot be posted now, apart from limits; undefined if there is none. */
  const obstacleOf = (journal: Journal, entries: readonly Entry[], day: string): string | undefined => {
    if (journal.status === 'closed') return 'JOURNAL_CLOSED';
    if (entries.some(({ account }) => !account.is_active)) return 'ACCOUNT_INACTIVE';
    return isLocked(day) ? 'PERIOD_LOCKED' : undefined;
  };
  const nextSequence = (): number => transactions.filter(({ sequence }) => sequence !== null).length + 1;
  const earlierUse = (key: string | null, request: string): Refused | Made | undefined => {
    const made = transactions.find((each) => key !== null && each.key === key);
    if (isUsed(key) || (made && made.request !== request)) return refuse(409, 'idempotency_key_reused');
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
    const asked = { day, key, request, reference, expires_at: body.expires_at ?? null };
    const made = { ...undecided(), ...correlation, ...asked, batch, journal, layer, entries };
    transactions.push(made);
    return { made, replayed: false };
  };

  /** Posts all transactions of the group, or fails all of them for the first reason found. */
  const post = (group: readonly Transaction[]): void => {
    for (const each of group) {
      let failure = obstacleOf(each.journal, each.entries, each.day);
      if (!failure) Object.assign(each, { status: 'posted', sequence: nextSequence() });
      if (!failure && !each.overrides && breakLimits([each])) failure = 'BALANCE_LIMIT_EXCEEDED';
      if (!failure) continue;
      for (const member of group) Object.assign(member, { status: 'failed', sequence: null, failure });
      break;
    }
    decided.push(...group);
  };

  /** Posts all of these transactions in one write, or none. */
  const postAtOnce = (...made: [...Transaction[], Transaction]): Refused | Made => {
    for (const each of made) {
      Object.assign(each, { status: 'posted', sequence: nextSequence() });
      transactions.push(each);
    }
    const isBeyond = breakLimits(made);
    if (isBeyond) transactions.splice(-made.length);
    else decided.push(...made);
    return isBeyond ? refuse(422, 'BALANCE_LIMIT_EXCEEDED') : { made: made.at(-1) as Transaction, replayed: false };
  };

  /** The state of a hold: its total, settled, released and remaining amounts. Null for a transaction that is not a hold. */
  const holdOf = (it: Transaction) => {
    if (it.layer === 'settled' || it.undoes || it.sequence === null) return null;
    const settlements = transactions.filter(({ settles }) => settles === it);
    const added = extensionsOf(transactions, it).flatMap(({ entries }) => entries);
    const total = sum(on('debit', [...it.entries, ...added]));
    const settled = settlements.reduce((all, { entries, excess }) => all + sum(on('debit', entries)) - excess, 0n);
    const left = it.status === 'void' ? 0n : sum(on('credit', mirror(it.entries)));
    const state = left > 0n ? 'open' : it.expired ? 'expired' : settled > 0n ? 'settled' : 'released';
    const amounts = [total, settled, total - settled - left, left].map(print);
    return { state, amounts, expires_at: it.expires_at, units: total };
  };
  /** Mirrored entries with the amounts in `taken`; by default, with all that is left of each entry. */
  const mirror = (
    entries: readonly Entry[],
    taken: readonly bigint[] = entries.map((entry) => leftOf(entry)),
  ): Entry[] =>
    entries
      .map((against, at) => ({ account: against.account, type: swap[against.type], units: taken[at] ?? 0n, against }))
      .filter(({ units }) => units > 0n);
  const follow = (undoes: Transaction, correlation_type: string, entries: readonly Entry[], asked: Asked) => {
    const correlation = { correlation_id: undoes.correlation_id ?? undoes.id, correlation_source_id: undoes.id };
    const { journal, layer } = undoes;
    return { ...undecided(), ...correlation, correlation_type, ...asked, batch: null, journal, layer, undoes, entries };
  };

  const judging = { transactions, read, today, holdOf, isLocked, obstacleOf, follow, postAtOnce };
  const { extend, isUsed } = extending({ ...judging, earlierUse: (key, request) => earlierUse(key, request) });

  return {
    ...{ accounts, journals, locks, transactions, settledBalance, leftOf, holdOf, accept, extend },

    /** The result of each item, in order. If an atomic batch is refused, none of its items is kept. */
    acceptBatch: (bodies: readonly TransactionBody[], batch: Batch): readonly (Refused | Made)[] => {
      const answers = bodies.map((body) => accept(body, batch));
      const isRefusedWhole = batch.atomic && answers.some(isRefused);
      while (isRefusedWhole && transactions.at(-1)?.batch === batch) transactions.pop();
      return answers;
    },

    /** Decides all pending transactions, oldest first; those of an atomic batch together. */
    postPending: (): void => {
      const pending = transactions.filter(({ status }) => status === 'pending');
      for (const each of pending)
        if (!each.batch?.atomic) post([each]);
        else if (each.status === 'pending') post(pending.filter(({ batch }) => batch === each.batch));
    },

    /** Reverses a transaction, settles a hold, or releases it. */
    undo: (what: Undoing, id: string, body: UndoingBody): Refused | Made => {
      const { idempotency_key: key = null, final = true } = body;
      const request = JSON.stringify([what, id, { final, ...body, idempotency_key: '' }]);
      const original = transactions.find((each) => each.id === id);
      if (!original) return earlierUse(key, request) ?? refuse(404, 'TRANSACTION_NOT_FOUND');
      const before = earlierUse(key, request) ?? obstacleToUndoing(what, original, holdOf(original), transactions);
      if (before) return before;
      const earliest = lastDayOf(transactions, original);
      const { reference = original.reference, date: day = today > earliest ? today : earliest } = body;
      if (day < earliest && !isLocked(earliest)) return refuse(422, 'DATE_BEFORE_ORIGINAL');
      if (isLocked(day)) return refuse(422, 'PERIOD_LOCKED');
      const left = original.entries.map((entry) => leftOf(entry));
      const exceeded = what === 'reverse' ? 'REVERSAL_EXCEEDS_REMAINDER' : 'HOLD_EXCEEDED';
      const taken = takeOf(original, left, body, read, exceeded);
      if (isRefused(taken)) return taken;
      const { journal, entries } = original;
      const beyond = sum(on('credit', mirror(entries, taken))) - sum(on('credit', mirror(entries, left)));
      const excess = beyond > 0n ? beyond : 0n;
      const mirrored = mirror(entries, what === 'settle' && (final || beyond > 0n) ? undefined : taken);
      if (obstacleOf(journal, mirrored, day))
        return what === 'reverse' ? refuse(422, 'TRANSACTION_NOT_REVERSIBLE') : refuse(400, 'ACCOUNT_INACTIVE');
      const asked = { day, key, request, reference };
      const made = follow(original, what === 'reverse' ? 'reversal' : 'release', mirrored, asked);
      const settled = mirror(mirror(entries, taken)).map(({ account, type, units }) => ({ account, type, units }));
      const settlement = { ...follow(original, 'settlement', settled, asked), undoes: null, settles: original, excess };
      if (what === 'settle') return postAtOnce({ ...made, key: null }, { ...settlement, layer: 'settled' });
      const answer = postAtOnce(made);
      if (what === 'release' || isRefused(answer)) return answer;
      const isRest = entries.every((entry) => leftOf(entry) === 0n);
      Object.assign(original, { status: isRest ? 'reversed' : 'posted', reversed_by: made });
      return answer;
    },

    /** Releases the remaining amounts of the holds that expire by `until`, in order of expiry, each on the day of its expiry. */
    expire: (until: string): void => {
      for (const hold of transactions.toSorted((a, b) => (a.expires_at ?? '').localeCompare(b.expires_at ?? '')))
        if (holdOf(hold)?.state === 'open' && (hold.expires_at ?? 'never') <= until) {
          const [expiredOn, earliest] = [hold.expires_at?.slice(0, 10) ?? '', lastDayOf(transactions, hold)];
          const day = expiredOn > earliest ? expiredOn : earliest;
          postAtOnce(
            follow(hold, 'release', mirror(hold.entries), { day, key: null, request: '', reference: hold.reference }),
          );
          hold.expired = true;
        }
    },

    void: (id: string, void_reason: string | null): Refused | Made => {
      const made = transactions.find((each) => each.id === id);
      if (!made) return refuse(404, 'TRANSACTION_NOT_FOUND');
      const isWhole =
        !made.undoes &&
        extensionsOf(transactions, made).length === 0 &&
        made.entries.every((entry) => leftOf(entry) === entry.units);
      if (made.status !== 'posted' || !isWhole || made.journal.status === 'closed')
        return refuse(409, 'TRANSACTION_NOT_VOIDABLE');
      if (isLocked(made.day)) return refuse(409, 'PERIOD_LOCKED');
      made.status = 'void';
      const isBeyond = breakLimits([made], 'posted');
      Object.assign(made, isBeyond ? { status: 'posted' } : { void_reason });
      return isBeyond ? refuse(409, 'TRANSACTION_NOT_VOIDABLE') : { made, replayed: false };
    },

    change: (account: Account, change: AccountChange): Refused | Account => {
      const { code, type, normal_balance, ...changed } = { ...account, ...change };
      const [min, max] = limitsOf({ ...account, ...changed });
      if (min !== undefined && ((min < 0n && type !== 'liability') || (max !== undefined && max < min)))
        return refuse(400, 'VALIDATION_ERROR');
      if (accounts.some((other) => other !== account && other.code === code)) return refuse(409, 'ACCOUNT_CODE_EXISTS');
      const written = transactions
        .filter((it) => it.sequence !== null || it.status === 'pending')
        .flatMap(({ entries }) => entries);
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
    /** The transactions of a correlation including its root: first the decided ones, then the pending ones. */
    correlated: (id: string): readonly Transaction[] =>
      [...new Set([...decided, ...transactions])].filter((each) => each.correlation_id === id || each.id === id),

    /** The balance view as of a day, optionally of one layer only. */
    balances: (account: Account, asOf: string, only?: Layer) => {
      const rows = rowsOf(account, only);
      const show = (those: readonly Entry[]): string => print(balance(account.normal_balance, those));
      const [settled, pending, encumbrance] = (['settled', 'pending', 'encumbrance'] as const).map((layer) => {
        const those = rows.filter((row) => row.layer === layer && row.day <= asOf);
        const [debits, credits] = [print(sum(on('debit', those))), print(sum(on('credit', those)))];
        const last_entry_date = those.at(-1)?.day ?? null;
        return { debits, credits, balance: show(those), entry_count: those.length, last_entry_date };
      });
      const held = (only ?? 'pending') === 'pending' ? takenOf(account) : 0n;
      const laterDays = rowsOf(account, 'settled').flatMap(({ day }) => (day > asOf ? [day] : []));
      const lowest = [asOf, ...laterDays]
        .map((day) => settledOn(account, day))
        .reduce((one, other) => (other < one ? other : one));
      const available = print(((only ?? 'settled') === 'settled' ? lowest : 0n) - held);
      const due = transactions
        .filter((each) => each.layer === 'encumbrance' && each.day <= asOf && holdOf(each)?.state === 'open')
        .flatMap(({ entries }) => entries.filter((entry) => entry.account === account))
        .map((entry) => ({ ...entry, units: leftOf(entry) }));
      const overdue = (only ?? 'encumbrance') === 'encumbrance' ? show(due) : print(0n);
      const future = show(rows.filter(({ day }) => day > asOf));
      return {
        balances: { settled: settled?.balance, pending: pending?.balance, overdue, future, available },
        layer_details: { settled, pending, encumbrance, available },
      };
    },

    /** All entries of an account without a filter, each with the running balance of its layer. */
    listing: (account: Account) =>
      rowsOf(account).map((row, index, rows) => {
        const upToHere = rows.slice(0, index + 1).filter(({ layer }) => layer === row.layer);
        return { ...row, amount: print(row.units), balance_after: print(balance(account.normal_balance, upToHere)) };
      }),
  };
};
