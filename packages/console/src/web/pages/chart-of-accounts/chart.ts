/**
 * The chart of accounts as a tree. Each account has two balances in each layer: its own, and the sum that includes all accounts below it.
 */
import type { Schemas } from '../../api/schemas';
import { negated, sumOf } from '../../parts/amount';
import type { LayerName } from '../../parts/layers';
import type { TreeRow } from '../../parts/tree-row';

export type AccountType = Schemas['Account']['type'];

export const accountTypes: readonly AccountType[] = ['asset', 'liability', 'equity', 'revenue', 'expense'];

/** Maps the id of an account to its balance. The balance is positive on the normal side of the account's type. */
export type Balances = ReadonlyMap<string, string>;

export const balancesOf = (report: Schemas['TrialBalance']): Balances =>
  new Map(report.rows.filter((row) => !row.is_subtotal).map((row) => [row.account_id, row.balance]));

export interface ChartNode {
  readonly account: Schemas['AccountNode'];
  readonly children: readonly ChartNode[];
  /** The sums of the account and all accounts below it, by layer. Accounts whose type has the opposite normal side are subtracted. */
  readonly sums: Readonly<Partial<Record<LayerName, string>>>;
  readonly own: Readonly<Partial<Record<LayerName, string>>>;
}

/** Returns the balance with the sign of the account's own normal side, which may differ from the normal side of its type. */
export const normalBalanceOf = (
  { id, type, normal_balance: normal }: Pick<Schemas['Account'], 'id' | 'type' | 'normal_balance'>,
  balances: Balances,
): string => {
  const balance = balances.get(id) ?? '0';
  return growsOnDebits(type) === (normal === 'debit') ? balance : negated(balance);
};

const growsOnDebits = (type: AccountType): boolean => type === 'asset' || type === 'expense';

export const chartOf = (
  accounts: readonly Schemas['AccountNode'][],
  balances: Readonly<Partial<Record<LayerName, Balances>>>,
): readonly ChartNode[] => {
  const layers = Object.entries(balances) as readonly (readonly [LayerName, Balances])[];
  const nodeOf = (account: Schemas['AccountNode']): ChartNode => {
    const children = account.children.map(nodeOf);
    const own = Object.fromEntries(layers.map(([layer, those]) => [layer, those.get(account.id) ?? '0']));
    const sums = Object.fromEntries(
      layers.map(([layer]) => [
        layer,
        sumOf([own[layer] ?? '0', ...children.map((child) => asSeenFrom(account, child, layer))]),
      ]),
    );
    return { account, children, own, sums };
  };
  return accounts.map(nodeOf);
};

const asSeenFrom = (parent: Schemas['AccountNode'], child: ChartNode, layer: LayerName): string => {
  const sum = child.sums[layer] ?? '0';
  return growsOnDebits(parent.type) === growsOnDebits(child.account.type) ? sum : negated(sum);
};

export interface ChartFilter {
  /** The text that the code or the name must contain, regardless of case. */
  readonly text: string;
  readonly type: string;
  /** `true` for active accounts, `false` for inactive ones, empty for all. */
  readonly active: string;
}

export const isFiltering = ({ text, type, active }: ChartFilter): boolean => text + type + active !== '';

const fits = ({ code, name, type, is_active: isActive }: Schemas['AccountNode'], filter: ChartFilter): boolean => {
  const text = filter.text.trim().toLowerCase();
  return (
    (text === '' || code.toLowerCase().includes(text) || name.toLowerCase().includes(text)) &&
    (filter.type === '' || filter.type === type) &&
    (filter.active === '' || filter.active === String(isActive))
  );
};

/** Returns the visible rows. With a filter these are the matching accounts and all their ancestors, and every branch is open. */
export const rowsOf = (
  nodes: readonly ChartNode[],
  closed: ReadonlySet<string>,
  filter: ChartFilter,
): readonly TreeRow<ChartNode>[] => {
  const isSought = isFiltering(filter);
  const branch = (node: ChartNode, depth: number): readonly TreeRow<ChartNode>[] => {
    const below =
      isSought || !closed.has(node.account.id) ? node.children.flatMap((child) => branch(child, depth + 1)) : [];
    if (isSought && below.length === 0 && !fits(node.account, filter)) return [];
    const hasChildren = isSought ? below.length > 0 : node.children.length > 0;
    const isOpen = isSought ? below.length > 0 : !closed.has(node.account.id);
    return [{ item: node, key: node.account.id, depth, hasChildren, isOpen }, ...below];
  };
  return nodes.flatMap((node) => branch(node, 0));
};

export const countOf = (nodes: readonly ChartNode[]): number =>
  nodes.reduce((count, { children }) => count + 1 + countOf(children), 0);

/**
 * Returns the ids of all accounts that have children and are at depth `least` or deeper. A large chart begins with these branches closed.
 */
export const branchesOf = (nodes: readonly ChartNode[], least = 0, depth = 0): readonly string[] =>
  nodes.flatMap(({ account, children }) =>
    children.length === 0 ? [] : [...(depth >= least ? [account.id] : []), ...branchesOf(children, least, depth + 1)],
  );

export const codesOf = (nodes: readonly ChartNode[]): readonly string[] =>
  nodes.flatMap(({ account, children }) => [account.code, ...codesOf(children)]);
