/** How entries stand in T-accounts: one for each account and layer, debits at the left, credits at the right. */
import type { Schemas } from '../../api/schemas';
import { sumOf } from '../../parts/amount';

export type Entry = Schemas['Transaction']['entries'][number];

export interface TAccount {
  readonly accountId: string;
  readonly code: string;
  readonly name: string;
  readonly layer: Entry['layer'];
  readonly debits: readonly Entry[];
  readonly credits: readonly Entry[];
  readonly debited: string;
  readonly credited: string;
}

/** What is debited first, because it is read from the left. */
export const tAccountsOf = (entries: readonly Entry[]): readonly TAccount[] => {
  const byAccount = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = `${entry.account_id} ${entry.layer}`;
    byAccount.set(key, [...(byAccount.get(key) ?? []), entry]);
  }
  const drawn = [...byAccount.values()].flatMap((all): readonly TAccount[] => {
    const [first] = all;
    if (first === undefined) return [];
    const debits = all.filter(({ type }) => type === 'debit');
    const credits = all.filter(({ type }) => type === 'credit');
    const sum = (side: readonly Entry[]): string => sumOf(side.map(({ amount }) => amount));
    return [
      {
        ...{ accountId: first.account_id, code: first.account_code, name: first.account_name, layer: first.layer },
        ...{ debits, credits, debited: sum(debits), credited: sum(credits) },
      },
    ];
  });
  return drawn.toSorted((one, other) => Number(one.debits.length === 0) - Number(other.debits.length === 0));
};
