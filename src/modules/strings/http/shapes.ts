/** The shapes of answers about strings: for the document and for the tests. */
import { accountTypes, entryTypes } from '../../../kernel/accounting';
import { all, orNull } from '../../../kernel/http/answers';
import { boolean, id, instant, named, object, oneOf, text } from '../../../kernel/http/codecs';
import { balanceChangesShape } from '../../ledgering/http/answers';

const uuid = id();
const memberShape = object({ id: uuid, code: text(), name: text(), currency: text() });

export const stringShape = named(
  'LedgerString',
  object({
    id: uuid,
    code: text(),
    name: text(),
    description: orNull(text()),
    is_active: boolean,
    ledgers: all(memberShape),
    created_at: instant,
    updated_at: instant,
  }),
);

export const stringAccountShape = named(
  'StringAccount',
  object({
    id: uuid,
    ledger_id: uuid,
    ledger_code: text(),
    currency: text(),
    code: text(),
    name: text(),
    type: oneOf(accountTypes),
    category: oneOf(['system', 'customer']),
    normal_balance: oneOf(entryTypes),
    is_active: boolean,
    materialized: boolean,
  }),
);

const legShape = object({
  ledger_code: text(),
  ledger_id: uuid,
  transaction_id: uuid,
  reference: text(),
  amount: text(),
});

export const operationShape = named(
  'StringOperation',
  object({
    operation: oneOf(['convert', 'transfer']),
    string_code: text(),
    correlation_id: uuid,
    replayed: boolean,
    source: legShape,
    target: legShape,
    rate: orNull(text()),
  }),
);

export const operationRehearsalShape = named(
  'StringOperationDryRun',
  object({ would: oneOf(['posted', 'replayed']), operation: operationShape, balances: balanceChangesShape }),
);
