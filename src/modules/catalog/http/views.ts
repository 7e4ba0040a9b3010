/** The response to `validate-params` if the transaction code accepts the parameters. */
import { formatAmount } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import type { Expanded } from '../index';

export const validParamsView = (
  { entries, attributes, metadata }: Expanded,
  { denomination }: Principal,
): Readonly<Record<string, unknown>> => ({
  valid: true,
  message: 'The parameters are valid. Nothing was posted.',
  rendered: {
    entries: entries.map(({ account, type, layer, amount, description, metadata }) => ({
      account_code: account.kind === 'code' ? account.code : null,
      account_id: account.kind === 'id' ? account.id : null,
      type,
      layer,
      amount: formatAmount(amount, denomination),
      description,
      metadata,
    })),
    attributes,
    metadata,
  },
});
