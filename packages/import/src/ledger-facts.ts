/** Reads the data of the ledger that an import needs before it posts, and opens accounts and journals. */
import type { LedgerId } from '../../../src/kernel/ids';
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import type { Ledgering } from '../../../src/modules/ledgering';
import { typeDiffers, type ChartPlan, type KnownAccount } from './chart';
import type { LedgerCalls } from './ledger-calls';
import type { Reason } from './rows';

const codesAtATime = 1_000;
const readsAtATime = 50;

export type AccountsNamed = Ledgering['accountsNamed'];

export interface LedgerAccount extends KnownAccount {
  readonly isActive: boolean;
}

export const readAccounts = async (
  accountsNamed: AccountsNamed,
  ledgerId: LedgerId,
  codes: readonly string[],
): Promise<ReadonlyMap<string, LedgerAccount>> => {
  const known = new Map<string, LedgerAccount>();
  for (let from = 0; from < codes.length; from += codesAtATime)
    for (const { id, code, type, isActive } of await accountsNamed([ledgerId], codes.slice(from, from + codesAtATime)))
      known.set(code, { id, code, type, isActive });
  return known;
};

/** Returns the codes of those `known` accounts whose balance limits are enforced. */
export const limitedOf = async (calls: LedgerCalls, known: Iterable<KnownAccount>): Promise<ReadonlySet<string>> => {
  const limited = new Set<string>();
  const all = [...known];
  for (let from = 0; from < all.length; from += readsAtATime)
    await Promise.all(
      all.slice(from, from + readsAtATime).map(async ({ id, code }) => {
        const params = { accountId: id };
        const read = await calls.call<{ readonly enforce_balance_limits: boolean }>('readAccount', { params });
        if (!refused(read) && read.right.enforce_balance_limits) limited.add(code);
      }),
    );
  return limited;
};

/** Opens accounts. Returns the ids of the opened accounts by code, and for every other account the reason why it was refused. */
export const openAccounts = async (
  calls: LedgerCalls,
  { wanted }: Pick<ChartPlan, 'wanted'>,
  readAgain: (code: string) => Promise<KnownAccount | undefined>,
): Promise<{ readonly opened: ReadonlyMap<string, string>; readonly refusals: ReadonlyMap<string, Reason> }> => {
  const opened = new Map<string, string>();
  const refusals = new Map<string, Reason>();
  for (const { code, name, body, parentCode } of wanted) {
    const above = parentCode === null ? undefined : refusals.get(parentCode);
    const made: Outcome<Reason, { readonly id: string }> | undefined = above
      ? undefined
      : await calls.call<{ readonly id: string }>('createAccount', { body });
    if (made === undefined) refusals.set(code, above as Reason);
    else if (!refused(made)) opened.set(code, made.right.id);
    else {
      // Another import or a client may have opened the account in the meantime. Then that account is used.
      const existing = made.left.code === 'ACCOUNT_CODE_EXISTS' ? await readAgain(code) : undefined;
      if (existing === undefined) refusals.set(code, made.left);
      else if (existing.type !== body['type']) refusals.set(code, typeDiffers(existing, String(body['type']), name));
      else opened.set(code, existing.id);
    }
  }
  return { opened, refusals };
};

/** Opens a journal and returns its id. If another process opened the journal in the meantime, returns that journal's id. */
export const openJournal = async (calls: LedgerCalls, code: string): Promise<Outcome<Reason, string>> => {
  const made = await calls.call<{ readonly id: string }>('createJournal', { body: { code, name: code } });
  if (!refused(made)) return ok(made.right.id);
  const there = (await readJournals(calls)).get(code);
  return there === undefined ? made : ok(there);
};

/** Returns the last locked day; null if no day is locked. */
export const readLockedUntil = async (calls: LedgerCalls): Promise<string | null> => {
  let last: string | null = null;
  for await (const page of calls.list<{ readonly locked_until: string; readonly released_at: string | null }>(
    'listPeriodLocks',
  ))
    for (const { locked_until: until, released_at: releasedAt } of page)
      if (releasedAt === null && (last === null || until > last)) last = until;
  return last;
};

/** Returns the accounts that the ledger would refuse to open, with the reasons. Opens none. */
export const judgeAccounts = (
  calls: LedgerCalls,
  { wanted }: Pick<ChartPlan, 'wanted'>,
): ReadonlyMap<string, Reason> => {
  const refusals = new Map<string, Reason>();
  for (const { code, body, parentCode } of wanted) {
    const wrong =
      (parentCode === null ? undefined : refusals.get(parentCode)) ?? calls.complaint('createAccount', body);
    if (wrong) refusals.set(code, wrong);
  }
  return refusals;
};

/** Maps the code of each journal of the ledger to its id. */
export const readJournals = async (calls: LedgerCalls): Promise<Map<string, string>> => {
  const ids = new Map<string, string>();
  for await (const page of calls.list<{ readonly id: string; readonly code: string }>('listJournals'))
    for (const { id, code } of page) ids.set(code, id);
  return ids;
};

/** Returns the idempotency keys of failed transactions of earlier imports. A key that has been used cannot post another transaction. */
export const readFailedKeys = async (calls: LedgerCalls): Promise<ReadonlySet<string>> => {
  const keys = new Set<string>();
  const failed = calls.list<{ readonly idempotency_key: string | null }>('listTransactions', { status: 'failed' });
  for await (const page of failed)
    for (const { idempotency_key: key } of page) if (key?.startsWith('import:') === true) keys.add(key);
  return keys;
};

/** Deactivates accounts that this or an earlier import opened. Accounts that somebody else opened stay unchanged. */
export const makeInactive = async (
  calls: LedgerCalls,
  actor: string,
  accountIds: readonly string[],
): Promise<readonly Reason[]> => {
  const wrong: Reason[] = [];
  for (const accountId of accountIds) {
    for await (const [created] of calls.list<{ readonly actor: string }>('listActivity', {
      account_id: accountId,
      type: 'account_created',
    })) {
      if (created?.actor !== actor) break;
      const changed = await calls.call('changeAccount', { params: { accountId }, body: { is_active: false } });
      if (refused(changed)) wrong.push(changed.left);
    }
  }
  return wrong;
};
