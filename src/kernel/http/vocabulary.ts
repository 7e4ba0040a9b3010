/** The terms of double-entry bookkeeping in every module's requests and answers, each described once. */
import { accountTypes, cashFlowClasses, entryTypes, layers, limitBases } from '../accounting';
import { scopes } from '../principal';
import { named, oneOf } from './codecs';

export const accountType = named(
  'AccountType',
  'The type of an account. Assets and expenses increase with debits; liabilities, equity and revenue with credits.',
  oneOf(accountTypes),
);

export const accountCategory = named(
  'AccountCategory',
  'The owner of an account: `system` is internal (general ledger), `customer` the balance of an end user, which strings convert and transfer.',
  oneOf(['system', 'customer']),
);

export const entryType = named('EntryType', 'A side of double entry.', oneOf(entryTypes));

const layerWords =
  'The layer of an entry: `settled` has happened, `pending` is held and not settled yet, `encumbrance` is planned, such as an instalment. Each layer balances by itself.';

export const layer = named('Layer', layerWords, oneOf(layers));

/** The layer in any letter case, as clients may write it. */
export const writtenLayer = named('Layer', layerWords, oneOf(layers, true));

export const limitBasis = named(
  'LimitBasis',
  'The balance to which the limits of an account apply: `settled` the settled balance; `available` what may be spent (`min_balance`) and the balance if all pending entries were settled (`max_balance`).',
  oneOf(limitBases),
);

export const cashFlowClass = named(
  'CashFlowClass',
  'The part of the cash flow statement to which an account belongs: `cash` is cash and cash equivalents, which must be assets; `operating`, `investing` and `financing` are the activities.',
  oneOf(cashFlowClasses),
);

export const currencyType = named(
  'CurrencyType',
  'Whether a currency is one of ISO 4217 (`fiat`) or not (`crypto`).',
  oneOf(['fiat', 'crypto']),
);

export const scope = named(
  'Scope',
  'The scope of a caller: `read` every GET; `post` post, settle, release, convert and transfer; `undo` reverse and void; `chart` change accounts, sets, journals, transaction codes, attributes and strings; `admin` webhook endpoints and administration.',
  oneOf(scopes),
);
