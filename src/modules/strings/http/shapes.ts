/** The response shapes of strings, for the OpenAPI document and for the tests. */
import { all, createdAt, orNull, recordId, updatedAt } from '../../../kernel/http/answers';
import { boolean, id, integer, named, object, oneOf, text } from '../../../kernel/http/codecs';
import { accountCategory, accountType, entryType } from '../../../kernel/http/vocabulary';
import { balanceChangesShape } from '../../ledgering/http/answers';

const uuid = id();
const memberShape = named(
  'StringLedger',
  'A ledger that is a member of a string.',
  object({
    id: uuid.described('The ledger.'),
    code: text().described('The code of the ledger, unique within the tenant.'),
    name: text().described('The name of the ledger.'),
    currency: text().described('The currency of the ledger.'),
    storage_decimals: integer(0, 18).described(
      'The number of decimals that the ledger stores. Round the amounts of a conversion to them: an amount with more is refused.',
    ),
    display_decimals: integer(0, 18).described('The minimum number of decimals of displayed amounts of the ledger.'),
  }),
);

export const stringShape = named(
  'LedgerString',
  'A named group of ledgers of one tenant, between which value is converted and transferred.',
  object({
    id: recordId,
    code: text().described('The code in paths, unique within the tenant.'),
    name: text().described('The name for people.'),
    description: orNull(text()).described('The purpose; null if none was given.'),
    is_active: boolean.described('Whether value can be moved through it.'),
    ledgers: all(memberShape).described('Its member ledgers, by code.'),
    created_at: createdAt,
    updated_at: updatedAt,
  }),
);

export const stringAccountShape = named(
  'StringAccount',
  'A customer account in one member ledger of a string.',
  object({
    id: uuid.described('The account; if it does not exist yet, the id is derived from its ledger and its code.'),
    ledger_id: uuid.described('The member ledger.'),
    ledger_code: text().described('The code of that ledger in requests.'),
    currency: text().described('The currency of that ledger.'),
    code: text().described('The code of the account, the same in every member ledger.'),
    name: text().described('The name of the account.'),
    type: accountType.described('The type of the account.'),
    category: accountCategory.described('Always `customer`: others take no part in strings.'),
    normal_balance: entryType.described('The side on which its balance is positive.'),
    is_active: boolean.described('Whether it takes new entries.'),
    materialized: boolean.described(
      'Whether the account exists in that ledger; else a conversion or transfer creates it.',
    ),
  }),
);

const legShape = named(
  'StringLeg',
  'The leg of an operation in one of the two ledgers.',
  object({
    ledger_code: text().described('The code of the ledger in requests.'),
    ledger_id: uuid.described('The ledger of this leg.'),
    transaction_id: uuid.described('The transaction of this leg.'),
    reference: text().described('Your own reference for the operation, the same on both legs.'),
    amount: text().described('The amount moved, in major units of the currency of that ledger.'),
  }),
);

export const operationShape = named(
  'StringOperation',
  'A conversion or a transfer, both of whose legs are posted.',
  object({
    operation: oneOf(['convert', 'transfer']).described('Whether it was a conversion or a transfer.'),
    string_code: text().described('The string through which the value was moved.'),
    correlation_id: uuid.described('The correlation id of both legs.'),
    replayed: boolean.described(
      'Whether the idempotency key was used before, and this is the result of the earlier request.',
    ),
    source: legShape.described('The leg in the source ledger.'),
    target: legShape.described('The leg in the target ledger.'),
    rate: orNull(text()).described(
      'The units of the target currency for one unit of the source currency, as sent or looked up, for the record; null for a transfer.',
    ),
  }),
);

export const operationRehearsalShape = named(
  'StringOperationDryRun',
  'The effect that a conversion or transfer would have. Nothing was written.',
  object({
    would: oneOf(['posted', 'replayed']).described(
      'The outcome that it would have: `posted`, or `replayed`, executed by an earlier request.',
    ),
    operation: operationShape.described('The operation that would result. Its ids are valid only in this dry run.'),
    balances: balanceChangesShape,
  }),
);
