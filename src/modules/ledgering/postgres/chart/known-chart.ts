/** Reads the chart as known at a sequence of the log: the names of accounts, their parents, and the accounts of sets. */
import type { LedgerId } from '../../../../kernel/ids';
import { plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { Account, AccountId } from '../../domain/account';
import type { AccountSet, AccountSetId } from '../../domain/account-set';
import { readRecorded } from '../../domain/formats/reading';
import { toAccountSet, toBareAccount } from './chart-rows';

/**
 * Returns the accounts that were created, changed or deleted after that sequence, in their state at it; undefined if they did not exist.
 * Without `ids`, all such accounts are returned.
 */
export const readChangedAccounts = async (
  tx: Tx,
  ledgerId: LedgerId,
  sequence: bigint,
  ids?: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, Account | undefined>> => {
  const asked = { ledger_id: ledgerId, sequence: String(sequence), account_ids: ids ? plainArray(ids) : null };
  const rows = await fetchRows(tx, sql.read_changed_accounts, asked);
  return new Map(
    rows.map(({ account_id, content }) => [account_id, content === null ? undefined : accountIn(content)]),
  );
};

/** Returns the account sets that changed after that sequence, in their state at it; undefined if they did not exist. */
export const readChangedSets = async (
  tx: Tx,
  ledgerId: LedgerId,
  sequence: bigint,
): Promise<ReadonlyMap<AccountSetId, AccountSet | undefined>> => {
  const rows = await fetchRows(tx, sql.read_changed_sets, { ledger_id: ledgerId, sequence: String(sequence) });
  return new Map(
    rows.map(({ account_set_id, content }) => [account_set_id, content === null ? undefined : setIn(content)]),
  );
};

/** Returns the account that had that code at that sequence; undefined if no account had it. */
export const readAccountNamedThen = async (
  tx: Tx,
  ledgerId: LedgerId,
  sequence: bigint,
  code: string,
): Promise<Account | undefined> => {
  const [was, [row]] = await Promise.all([
    readChangedAccounts(tx, ledgerId, sequence),
    fetchRows(tx, sql.read_account_named, { ledger_id: ledgerId, code }),
  ]);
  const is = row && toBareAccount(row);
  return [...was.values()].find((account) => account?.code === code) ?? (is && !was.has(is.id) ? is : undefined);
};

/** Returns the account set that had that code at that sequence; undefined if no set had it. */
export const readSetNamedThen = async (
  tx: Tx,
  ledgerId: LedgerId,
  sequence: bigint,
  code: string,
): Promise<AccountSetId | undefined> => {
  const [was, [is]] = await Promise.all([
    readChangedSets(tx, ledgerId, sequence),
    fetchRows(tx, sql.read_set_named, { ledger_id: ledgerId, code }),
  ]);
  const found = [...was].find(([, set]) => set?.code === code)?.[0];
  return found ?? (is && !was.has(is.id) ? is.id : undefined);
};

export const readSetThen = async (
  tx: Tx,
  ledgerId: LedgerId,
  sequence: bigint,
  accountSetId: AccountSetId,
): Promise<AccountSet | undefined> => {
  const [was, [is]] = await Promise.all([
    readChangedSets(tx, ledgerId, sequence),
    fetchRows(tx, sql.read_set, { ledger_id: ledgerId, account_set_id: accountSetId }),
  ]);
  return was.has(accountSetId) ? was.get(accountSetId) : is && toAccountSet(is);
};

/** Returns the accounts that were in the set, or in a set within it, at that sequence; each account once. */
export const readAccountsOfSetThen = async (
  tx: Tx,
  ledgerId: LedgerId,
  sequence: bigint,
  accountSetId: AccountSetId,
): Promise<readonly AccountId[]> => {
  const accounts = new Set<AccountId>();
  const seen = new Set<string>([accountSetId]);
  for (let level: readonly string[] = [accountSetId]; level.length > 0;) {
    const rows = await fetchRows(tx, sql.read_members_then, {
      ledger_id: ledgerId,
      account_set_ids: plainArray(level),
      sequence: String(sequence),
    });
    const inside: string[] = [];
    for (const { type, content, member_id } of rows) {
      if (type !== 'account_set_member_added') continue;
      if (memberTypeIn(content) === 'account') accounts.add(member_id as AccountId);
      else if (!seen.has(member_id)) {
        seen.add(member_id);
        inside.push(member_id);
      }
    }
    level = inside;
  }
  return [...accounts];
};

const accountIn = (content: string): Account => {
  const recorded = readRecorded(content);
  if (recorded.kind !== 'account') throw new Error(`an event of an account keeps the text of a ${recorded.kind}`);
  return recorded.account;
};

const setIn = (content: string): AccountSet => {
  const recorded = readRecorded(content);
  if (recorded.kind !== 'account set') throw new Error(`an event of a set keeps the text of a ${recorded.kind}`);
  return recorded.set;
};

const memberTypeIn = (content: string): string => {
  const recorded = readRecorded(content);
  if (recorded.kind !== 'account set member') throw new Error(`a membership keeps the text of a ${recorded.kind}`);
  return recorded.member.memberType;
};

const sql = loadStatements(__filename, {
  read_account_named: parameters('ledger_id', 'code').rows<object>(),
  read_set_named: parameters('ledger_id', 'code').rows<{ readonly id: AccountSetId }>(),
  read_set: parameters('ledger_id', 'account_set_id').rows<object>(),
  read_changed_accounts: parameters('ledger_id', 'sequence', 'account_ids').rows<{
    readonly account_id: AccountId;
    readonly content: string | null;
  }>(),
  read_changed_sets: parameters('ledger_id', 'sequence').rows<{
    readonly account_set_id: AccountSetId;
    readonly content: string | null;
  }>(),
  read_members_then: parameters('ledger_id', 'account_set_ids', 'sequence').rows<{
    readonly member_id: string;
    readonly content: string;
    readonly type: string;
  }>(),
});
