/** The chart as trees. Read in parts, so that nothing else of the process waits for a large one. */
import type { LedgerId } from '../../../kernel/ids';
import { queryShape } from '../../../kernel/postgres/sql';
import type { Tx } from '../../../kernel/unit-of-work';
import { maxTreeBytes, type AccountFilter, type AccountNode, type AccountWithBalance } from '../application/reader';
import { accountConditions } from './account-conditions';
import { selectAccounts, toAccount, type AccountRow } from './chart-rows';

const accountsAtOnce = 500;

/** Undefined where the accounts weigh more together than a tree may. */
export const readTree = async (
  tx: Tx,
  ledgerId: LedgerId,
  filter: AccountFilter,
): Promise<readonly AccountNode[] | undefined> => {
  const where = accountConditions(ledgerId, filter);
  const last = where.bind('');
  const text = `${selectAccounts.replace('a.*', `a.*, (true ${where.text}) as fits`)}
    where a.ledger_id = $1 and a.code > ${last}::text order by a.code limit ${accountsAtOnce}`;
  const found: FoundAccount[] = [];
  let bytes = 0;
  for (let after = ''; ; after = found.at(-1)?.account.code ?? after) {
    const rows = await queryShape<AccountRow & { fits: boolean }>(tx, text, [...where.values.slice(0, -1), after]);
    for (const row of rows) {
      const account = toAccount(row);
      found.push({ account, fits: row.fits });
      bytes += bytesOf(account);
    }
    if (bytes > maxTreeBytes) return undefined;
    if (rows.length < accountsAtOnce) return treeOf(found);
  }
};

/** An account as it is printed, without its free texts. */
const bareBytes = 480;

const bytesOf = ({ name, description, metadata }: AccountWithBalance): number =>
  bareBytes +
  Buffer.byteLength(name) +
  Buffer.byteLength(description ?? '') +
  (metadata === null ? 0 : Buffer.byteLength(JSON.stringify(metadata)));

interface FoundAccount {
  readonly account: AccountWithBalance;
  readonly fits: boolean;
}

/** Keeps what fits and everything above it. Accounts come by code, so every level is by code too. */
const treeOf = (found: readonly FoundAccount[]): readonly AccountNode[] => {
  const accounts = new Map<string, AccountWithBalance>(found.map(({ account }) => [account.id, account]));
  const kept = new Map<string, AccountNode & { readonly children: AccountNode[] }>();
  for (const { account, fits } of found)
    for (
      let above: AccountWithBalance | undefined = fits ? account : undefined;
      above && !kept.has(above.id);
      above = above.parentId === null ? undefined : accounts.get(above.parentId)
    )
      kept.set(above.id, { children: [], ...above });
  const roots: AccountNode[] = [];
  for (const { account } of found) {
    const node = kept.get(account.id);
    if (node) (account.parentId === null ? roots : kept.get(account.parentId)?.children)?.push(node);
  }
  return roots;
};
