/** Copies a transaction to a draft: its entries, its layer, its description and its attributes. The person enters the other fields anew. */
import type { Schemas } from '../../api/schemas';
import type { Line } from './draft';
import { emptyHead, type Head } from './head';

type Transaction = Schemas['Transaction'];

export interface Draft {
  readonly head: Head;
  readonly lines: readonly Line[];
}

/** `day` is the effective date of the draft. The date of the copied transaction is not used. */
export const copyOf = (
  { description, layer, attributes, entries }: Pick<Transaction, 'description' | 'layer' | 'attributes' | 'entries'>,
  day: string,
): Draft => ({
  head: {
    ...emptyHead(day),
    description,
    layer,
    attributes: Object.entries(attributes ?? {}).map(([name, value]) => ({ name, value })),
  },
  lines: entries.map((entry, index) => ({
    key: index + 1,
    account: entry.account_code,
    debit: entry.type === 'debit' ? entry.amount : '',
    credit: entry.type === 'credit' ? entry.amount : '',
    description: entry.description ?? '',
  })),
});
