/** What other contexts print of ledgering: what balances a dry run would leave. */
import { layers, signedBalance } from '../../../kernel/accounting';
import { all, money } from '../../../kernel/http/answers';
import { id, object, oneOf, text } from '../../../kernel/http/codecs';
import { formatAmount } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import type { BalanceChange } from '../application/rehearsal';

export const balanceChangesShape = all(
  object({ account_id: id(), account_code: text(), layer: oneOf(layers), before: money, after: money }),
);

/** Balances by their normal side, as everywhere. */
export const balanceChangeView =
  ({ denomination }: Pick<Principal, 'denomination'>) =>
  ({ accountId, accountCode, normalBalance, layer, before, after }: BalanceChange): object => {
    const print = ({ debits, credits }: BalanceChange['before']): string =>
      formatAmount(signedBalance(normalBalance, debits, credits), denomination);
    return {
      account_id: accountId,
      account_code: accountCode,
      layer,
      before: print(before),
      after: print(after),
    };
  };
