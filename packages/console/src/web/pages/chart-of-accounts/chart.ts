/** The chart of accounts with its balances in each layer: of each account alone, and with all accounts below it. */
import type { Schemas } from '../../api/schemas';
import { negated, sumOf } from '../../parts/amount';
import type { LayerName } from '../../parts/layers';
import type { TreeRow } from '../../parts/tree-row';

export type AccountType = Schemas['Account']['type'];

export const accountTypes: readonly AccountType[] = ['asset', 'liability', 'equity', 'revenue', 'expense'];

/** The balance of each account by its id, signed by the normal side of the account's type. */
export type Balances = ReadonlyMap<string, string>;

export const balancesOf = (report: Schemas['TrialBalance']): Balances =>
  new Map(report.rows.filter((row) => !row.is_subtotal).map((row) => [row.account_id, row.balance]));

export interface ChartNode {
  readonly account: Schemas['AccountNode'];
  readonly children: readonly ChartNode[];
  /** The sums of the account and all below it; accounts of the opposite normal balance are subtracted. */
  readonly sums: Readonly<Partial<Record<LayerName, string>>>;
  readonly own: Readonly<Partial<Record<LayerName, string>>>;
}

/** The balance signed by the account's own normal balance, which may differ from that of its type. */
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
  /** A text to find in the code or the name; its case does not matter. */
  readonly text: string;
  readonly type: string;
  /** `true`, `false`, or empty for both. */
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

/** The visible rows. With a filter: the matching accounts and their ancestors, all of them open. */
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

/** The ids of all accounts with children at the depth `least` or deeper, so that a large chart opens with closed branches. */
export const branchesOf = (nodes: readonly ChartNode[], least = 0, depth = 0): readonly string[] =>
  nodes.flatMap(({ account, children }) =>
    children.length === 0 ? [] : [...(depth >= least ? [account.id] : []), ...branchesOf(children, least, depth + 1)],
  );

export const codesOf = (nodes: readonly ChartNode[]): readonly string[] =>
  nodes.flatMap(({ account, children }) => [account.code, ...codesOf(children)]);
