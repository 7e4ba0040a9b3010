/** Arranges entries in T-accounts: one for each account and layer, with debits on the left and credits on the right. */
import type { Schemas } from '../../api/schemas';
import { sumOf } from '../../parts/amount';

export type Entry = Schemas['Transaction']['entries'][number];

export interface TSide {
  readonly entries: readonly Entry[];
  readonly sum: string;
}

export interface TAccount {
  readonly accountId: string;
  readonly code: string;
  readonly name: string;
  readonly layer: Entry['layer'];
  readonly debits: TSide;
  readonly credits: TSide;
}

/** Returns the T-accounts of the entries. Debited accounts come first. */
export const tAccountsOf = (entries: readonly Entry[]): readonly TAccount[] => {
  const byAccount = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = `${entry.account_id} ${entry.layer}`;
    byAccount.set(key, [...(byAccount.get(key) ?? []), entry]);
  }
  const drawn = [...byAccount.values()].flatMap((all): readonly TAccount[] => {
    const [first] = all;
    if (first === undefined) return [];
    const side = (type: Entry['type']): TSide => {
      const own = all.filter((entry) => entry.type === type);
      return { entries: own, sum: sumOf(own.map(({ amount }) => amount)) };
    };
    const { account_id: accountId, account_code: code, account_name: name, layer } = first;
    return [{ accountId, code, name, layer, debits: side('debit'), credits: side('credit') }];
  });
  const isCreditedOnly = ({ debits }: TAccount): number => Number(debits.entries.length === 0);
  return drawn.toSorted((one, other) => isCreditedOnly(one) - isCreditedOnly(other));
};
