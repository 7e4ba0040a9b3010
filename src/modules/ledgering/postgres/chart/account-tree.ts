/** Reads the chart as trees. The accounts are read in parts, so that a large chart does not block the process. */
import type { LedgerId } from '../../../../kernel/ids';
import { itemsAPiece, type Pieces } from '../../../../kernel/pieces';
import { finished, inSlices } from '../../../../kernel/running/slices';
import { queryShape } from '../../../../kernel/postgres/sql';
import type { Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxTreeBytes, type AccountFilter, type AccountNode, type AccountWithBalance } from '../../application/reader';
import { accountConditions } from './account-conditions';
import { selectAccounts, toAccount, type AccountRow } from './chart-rows';

const accountsAtOnce = 500;

/** Reads the trees. Undefined if the accounts together need more bytes than a tree may have. */
export const readTree = async (
  tx: Tx,
  ledgerId: LedgerId,
  filter: AccountFilter,
  today: Day,
): Promise<readonly AccountNode[] | undefined> => {
  const where = accountConditions(ledgerId, filter);
  const day = where.bind(today);
  const last = where.bind('');
  const text = `${selectAccounts(day).replace('a.*', `a.*, (true ${where.text}) as fits`)}
    where a.ledger_id = $1 and a.code > ${last}::text order by a.code limit ${accountsAtOnce}`;
  const found: FoundAccount[] = [];
  let bytes = 0;
  for (let after = ''; ; after = found.at(-1)?.account.code ?? after) {
    const rows = await queryShape<AccountRow & { fits: boolean }>(tx, text, [...where.values.slice(0, -1), after]);
    for (const row of rows) {
      const account = toAccount(row);
      found.push({ account, children: [], isKept: row.fits });
      bytes += bytesOf(account);
    }
    if (bytes > maxTreeBytes) return undefined;
    if (rows.length < accountsAtOnce) return finished(treeOf(found), inSlices());
  }
};

/** The approximate number of bytes of an account as JSON without its free texts. */
const bareBytes = 480;

const bytesOf = ({ name, description, metadata }: AccountWithBalance): number =>
  bareBytes +
  Buffer.byteLength(name) +
  Buffer.byteLength(description ?? '') +
  (metadata === null ? 0 : Buffer.byteLength(JSON.stringify(metadata)));

interface FoundAccount extends AccountNode {
  readonly children: FoundAccount[];
  /** Whether the account itself or a descendant matches the filter. */
  isKept: boolean;
}

/**
 * Builds the trees of the accounts that match the filter and all their ancestors. The accounts are sorted by code, so every level is sorted
 * too.
 */
function* treeOf(found: readonly FoundAccount[]): Pieces<readonly AccountNode[]> {
  const byId = new Map<string, FoundAccount>();
  const parentOf = ({ account }: FoundAccount): FoundAccount | undefined =>
    account.parentId === null ? undefined : byId.get(account.parentId);
  for (const [index, one] of found.entries()) {
    byId.set(one.account.id, one);
    if (index % itemsAPiece === 0) yield;
  }
  for (const [index, one] of found.entries()) {
    if (one.isKept)
      for (let above = parentOf(one); above && !above.isKept; above = parentOf(above)) above.isKept = true;
    if (index % itemsAPiece === 0) yield;
  }
  const roots: AccountNode[] = [];
  for (const [index, one] of found.entries()) {
    if (one.isKept) (one.account.parentId === null ? roots : parentOf(one)?.children)?.push(one);
    if (index % itemsAPiece === 0) yield;
  }
  return roots;
}
