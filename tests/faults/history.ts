/**
 * Replays the whole history of a ledger, in the order of its log, through the naive ledger of the model test. The naive ledger must reach
 * the same decisions for the same reasons, and every event must come from a request. If a request got no answer, the database shows whether
 * it took effect.
 */
import { openNaiveLedger, type NaiveLedger } from '../model/naive-ledger';
import {
  decimals,
  isRefused,
  undecided,
  type Account,
  type Batch,
  type Entry,
  type Transaction,
  type Undoing,
} from '../model/records';
import type { Archive, StoredAccount, StoredEvent, StoredTransaction } from './archive';
import type { StagedLedger } from './books';
import { createChanges } from './changes';
import { undoes, type Item, type Noted, type Wish } from './diary';

/** Returns every contradiction found, as a sentence. */
export const replay = (ledger: StagedLedger, archive: Archive, notes: readonly Noted[]): readonly string[] => {
  const wrong: string[] = [];
  const own = notes.filter((noted) => noted.ledger === ledger);
  const wanted = wantedIn(ledger, notes);
  const money = decimals(2, 2);
  const accounts = archive.accounts.map(bornAs);
  const journals = archive.journals.map(({ id, code }) => ({ id, code, status: 'active' as 'active' | 'closed' }));
  const naive = openNaiveLedger(money, accounts, journals);
  const stored = new Map(archive.transactions.map((transaction) => [transaction.id, transaction]));
  const decided = new Set<string>();
  const changes = createChanges(archive, naive, own);

  const enqueue = (transaction: StoredTransaction, batch: Batch | null): void => {
    const intent = intentOf(transaction, wanted, archive);
    const journal = journals.find(({ id }) => id === transaction.journal_id);
    if (!intent || !journal) return void wrong.push(`${transaction.id} is there, and nobody asked for it`);
    const entries = intent.entries.map(({ account_code, type, amount }): Entry => {
      const account = accounts.find(({ code }) => code === account_code) as Account;
      return { account, type, units: money.read(amount) ?? 0n };
    });
    wrong.push(...differences(transaction, intent, entries));
    const nothing = { correlation_id: null, correlation_type: null, correlation_source_id: null, reference: null };
    naive.transactions.push({
      ...{ ...undecided(), ...nothing, id: transaction.id, batch, journal, request: '', key: transaction.key },
      ...{ day: transaction.day, layer: transaction.layer as Transaction['layer'], entries },
      ...{ expires_at: intent.expiresAt ?? null, overrides: intent.overrides === true },
    });
  };

  /**
   * An extension that raises a hold posts a transaction (`raising`), which has the request's key. An extension of the expiry alone has only
   * its event.
   */
  const extend = (undone: string, told: StoredEvent, raising?: StoredTransaction): void => {
    const noted = own.find(
      ({ wish, isFound }) =>
        wish.kind === 'extend' &&
        wish.target === undone &&
        (raising ? wish.key === raising.key : !isFound && told.reason?.startsWith(`expires at ${wish.end}, `)),
    );
    if (noted?.wish.kind !== 'extend')
      return void wrong.push(`event ${told.sequence} extends ${undone}, and nobody asked for it`);
    noted.isFound = true;
    const { key, amount, end } = noted.wish;
    const asked = { idempotency_key: key, ...(amount && { amount }), ...(end && { expires_at: end }) };
    const before = naive.transactions.length;
    const answer = naive.extend(undone, asked, raising?.day);
    if (isRefused(answer)) return void wrong.push(`${undone} is extended, which cannot be: ${answer.code}`);
    const made = naive.transactions.slice(before);
    if (made.length !== (raising ? 1 : 0)) wrong.push(`${undone} is extended by ${made.length} transactions`);
    for (const added of made) {
      added.id = raising?.id ?? '';
      decided.add(added.id);
      if (raising) wrong.push(...differences(raising, added, added.entries));
    }
  };

  const undo = (transaction: StoredTransaction, undone: string, told: StoredEvent | undefined): void => {
    const { id, day: date } = transaction;
    if (told?.type === 'hold_extended') return extend(undone, told, transaction);
    const what = undoingTold(told?.type);
    const isExpiry = told?.type === 'hold_expired';
    const settlement = archive.transactions.find((other) => other.settles === undone && !decided.has(other.id));
    const { key } = what === 'settle' && settlement ? settlement : transaction;
    const wish = wanted.undoing(key);
    if (!what || (key !== null && (wish?.kind !== what || wish.target !== undone)))
      return void wrong.push(`${id} undoes ${undone}, and nobody asked for it`);
    const asked = wish?.kind === 'settle' ? { final: wish.isFinal, allow_excess: wish.allowsExcess } : {};
    const answer = naive.undo(what, undone, {
      ...{ ...asked, date, reason: '' },
      ...(wish?.amount === undefined ? {} : { amount: wish.amount }),
      ...(key === null ? {} : { idempotency_key: key }),
    });
    if (isRefused(answer)) return void wrong.push(`${id} undoes ${undone}, which cannot be: ${answer.code}`);
    answer.made.id = what === 'settle' ? (settlement?.id ?? '') : id;
    decided.add(answer.made.id).add(id);
    const original = naive.transactions.find((other) => other.id === undone);
    if (what === 'settle') {
      const released = naive.transactions.at(-2);
      if (released) released.id = id;
    }
    for (const made of naive.transactions.slice(what === 'settle' ? -2 : -1))
      wrong.push(...differences(stored.get(made.id) ?? transaction, made, made.entries));
    if (!isExpiry || !original) return;
    original.expired = true;
    if (new Date(original.expires_at ?? 'never') > (told?.occurred_at ?? new Date(0)))
      wrong.push(`${undone} expired at ${told?.occurred_at.toISOString()}, before its end ${original.expires_at}`);
  };

  const decide = (event: StoredEvent, next: StoredEvent | undefined): void => {
    const transaction = stored.get(event.transaction_id ?? '');
    if (!transaction) return void wrong.push(`event ${event.sequence} decides what is not there`);
    if (decided.has(transaction.id)) return;
    if (transaction.reverses !== null) return undo(transaction, transaction.reverses, next);
    const { batch_id: id } = transaction;
    const batch = id !== null && wanted.isAtomic(transaction.key) ? { id, atomic: true } : null;
    const together = batch ? archive.transactions.filter((other) => other.batch_id === batch.id) : [transaction];
    for (const member of together) {
      decided.add(member.id);
      enqueue(member, batch);
    }
    naive.postPending();
  };

  /** Returns true if the event at this place directly follows the event of a leg, as the event of a conversion or transfer must. */
  const isBehindLeg = (place: number): boolean =>
    (stored.get(archive.events[place - 1]?.transaction_id ?? '')?.operation_id ?? null) !== null;

  const isBehindWhatRaises = (place: number, hold: string | null): boolean =>
    stored.get(archive.events[place - 1]?.transaction_id ?? '')?.reverses === hold;

  for (const [place, event] of archive.events.entries())
    if (event.type === 'string_operation_posted') {
      if (!isBehindLeg(place)) wrong.push(`event ${event.sequence} tells of an operation without a leg`);
    } else if (event.type === 'hold_extended') {
      const hold = event.transaction_id ?? '';
      if (!isBehindWhatRaises(place, hold)) extend(hold, event);
    } else if (event.type === 'transaction_posted' || event.type === 'transaction_failed')
      decide(event, archive.events[place + 1]);
    else if (event.type === 'transaction_voided') {
      const voided = naive.void(event.transaction_id ?? '', event.reason);
      if (isRefused(voided)) wrong.push(`event ${event.sequence} voids what cannot be: ${voided.code}`);
    } else if (!changes.apply(event)) wrong.push(`event ${event.sequence} (${event.type}) is of nobody's making`);

  return [...wrong, ...endsDiffer(naive, archive, money.print)];
};

/** Returns whether an event of this type records a reversal, a settlement or a release. */
const undoingTold = (type: string | undefined): Undoing | undefined => {
  if (type === 'transaction_reversed' || type === 'transaction_reversed_in_part') return 'reverse';
  if (type === 'hold_settled') return 'settle';
  return type === 'hold_released' || type === 'hold_expired' ? 'release' : undefined;
};

const bornAs = ({ id, code, type, normal_balance }: StoredAccount): Account => ({
  ...{ id, code, type, normal_balance },
  ...{ is_active: true, enforce_balance_limits: false, limit_basis: 'settled', min_balance: null, max_balance: null },
});

interface Intent {
  readonly entries: readonly {
    readonly account_code?: string;
    readonly type: 'debit' | 'credit';
    readonly amount: string;
  }[];
  readonly day: string;
  readonly layer: string;
  readonly expiresAt?: string | undefined;
  readonly overrides?: boolean | undefined;
}

interface Wanted {
  item(key: string | null): Item | undefined;
  isAtomic(key: string | null): boolean;
  /** The reversal, settlement or release that was requested with this key. */
  undoing(key: string | null): Extract<Wish, { readonly kind: Undoing }> | undefined;
  /**
   * The transaction that the ledger should have posted for its side of a conversion or transfer, if the given transaction is a leg of one.
   */
  leg(transaction: StoredTransaction, archive: Archive): Intent | undefined;
}

const wantedIn = (ledger: StagedLedger, notes: readonly Noted[]): Wanted => {
  const items = new Map<string, { readonly item: Item; readonly noted: Noted }>();
  const undoings = new Map<string, Extract<Wish, { readonly kind: Undoing }>>();
  for (const noted of notes) {
    const { wish } = noted;
    if (noted.ledger !== ledger) continue;
    if (wish.kind === 'post') for (const item of wish.items) items.set(item.body.idempotency_key, { item, noted });
    if (undoes(wish) && wish.key !== undefined) undoings.set(wish.key, wish);
  }
  return {
    item: (key) => items.get(key ?? '')?.item,
    isAtomic: (key) => {
      const wish = items.get(key ?? '')?.noted.wish;
      return wish?.kind === 'post' && wish.batch === 'atomic';
    },
    undoing: (key) => undoings.get(key ?? ''),
    leg: ({ operation_id: operation, id, day }, { accounts }) => {
      const moved = notes.find(({ operationId }) => operationId === operation)?.wish;
      const clearing = accounts.find(({ code }) => code.startsWith('STR-'))?.code;
      if (moved?.kind !== 'move' || clearing === undefined || id === '') return undefined;
      const leaves = moved.source === ledger;
      const amount = leaves ? moved.sourceAmount : moved.targetAmount;
      return {
        day,
        layer: 'settled',
        entries: [
          { account_code: moved.accountCode, type: leaves ? 'debit' : 'credit', amount },
          { account_code: clearing, type: leaves ? 'credit' : 'debit', amount },
        ],
      };
    },
  };
};

const intentOf = (transaction: StoredTransaction, wanted: Wanted, archive: Archive): Intent | undefined => {
  if (transaction.operation_id !== null) return wanted.leg(transaction, archive);
  const body = wanted.item(transaction.key)?.body;
  return (
    body && {
      ...{ entries: body.entries, day: body.effective_date, layer: body.layer ?? 'settled' },
      ...{ expiresAt: body.expires_at, overrides: body.override_limits },
    }
  );
};

const differences = (
  stored: StoredTransaction,
  intent: Pick<Intent, 'day' | 'layer'>,
  entries: readonly Entry[],
): readonly string[] => {
  const asked = JSON.stringify([intent.day, intent.layer, entries.map((e) => [e.account.id, e.type, String(e.units)])]);
  const has = JSON.stringify([stored.day, stored.layer, stored.entries]);
  const isPosted = stored.sequence !== null;
  return isPosted && asked !== has ? [`${stored.id} was asked for as ${asked} and is ${has}`] : [];
};

const endsDiffer = (naive: NaiveLedger, archive: Archive, print: (units: bigint) => string): readonly string[] => {
  const wrong: string[] = [];
  const replayed = new Map(naive.transactions.map((transaction) => [transaction.id, transaction]));
  for (const { id, status, sequence, failure } of archive.transactions) {
    const { status: asStatus, sequence: asSequence, failure: asFailure } = replayed.get(id) ?? undecided();
    const [is, should] = [
      [status, sequence, failure],
      [asStatus, asSequence, asFailure],
    ].map((all) => all.join(' '));
    if (is !== should) wrong.push(`${id} is ${is} and should be ${should}`);
  }
  for (const { id, hold } of archive.transactions) {
    const own = replayed.get(id);
    const should = (own && naive.holdOf(own)) ?? null;
    const [is, asReplayed] = [hold, should && [should.state, ...should.amounts]].map((all) => String(all));
    if (is !== asReplayed) wrong.push(`the hold ${id} is ${is} and should be ${asReplayed}`);
  }
  for (const account of naive.accounts) {
    const row = archive.accounts.find(({ id }) => id === account.id);
    const shown = naive.balances(account, '9999-12-31').layer_details;
    for (const layer of ['settled', 'pending', 'encumbrance'] as const) {
      const is = (row?.totals[layer] ?? ['0', '0']).map((units) => print(BigInt(units))).join(' ');
      const should = `${shown[layer]?.debits} ${shown[layer]?.credits}`;
      if (is !== should) wrong.push(`${account.code}.${layer} is ${is} and should be ${should}`);
    }
    const state = [row?.is_active, row?.enforce_balance_limits].join();
    if (state !== [account.is_active, account.enforce_balance_limits].join()) wrong.push(`${account.code} is ${state}`);
  }
  return wrong;
};
