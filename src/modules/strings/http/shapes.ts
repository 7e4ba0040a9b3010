/** The shapes of answers about strings: for the document and for the tests. */
import { all, createdAt, orNull, recordId, updatedAt } from '../../../kernel/http/answers';
import { boolean, id, named, object, oneOf, text } from '../../../kernel/http/codecs';
import { accountCategory, accountType, entryType } from '../../../kernel/http/vocabulary';
import { balanceChangesShape } from '../../ledgering/http/answers';

const uuid = id();
const memberShape = named(
  'StringLedger',
  'A ledger that is a member of a string.',
  object({
    id: uuid.described('The ledger.'),
    code: text().described('The code of the ledger, unique within the tenant.'),
    name: text().described('What the ledger is called.'),
    currency: text().described('The currency of the ledger.'),
  }),
);

export const stringShape = named(
  'LedgerString',
  'A named group of ledgers of one tenant, between which value is converted and transferred.',
  object({
    id: recordId,
    code: text().described('What paths name it by, unique within the tenant.'),
    name: text().described('What people call it.'),
    description: orNull(text()).described('What it is for; null where nothing was said.'),
    is_active: boolean.described('Whether value moves through it.'),
    ledgers: all(memberShape).described('Its member ledgers, by code.'),
    created_at: createdAt,
    updated_at: updatedAt,
  }),
);

export const stringAccountShape = named(
  'StringAccount',
  'A customer account in one member ledger of a string.',
  object({
    id: uuid.described('The account; where it does not exist yet, the id is made of its ledger and its code.'),
    ledger_id: uuid.described('The member ledger.'),
    ledger_code: text().described('What requests name that ledger by.'),
    currency: text().described('The currency of that ledger.'),
    code: text().described('The code of the account, the same in every member ledger.'),
    name: text().described('What the account is called.'),
    type: accountType.described('What the account is.'),
    category: accountCategory.described('Always `customer`: others take no part in strings.'),
    normal_balance: entryType.described('The side on which its balance is above zero.'),
    is_active: boolean.described('Whether it takes new entries.'),
    materialized: boolean.described(
      'Whether the account exists in that ledger; else a conversion or transfer creates it.',
    ),
  }),
);

const legShape = named(
  'StringLeg',
  'What an operation moved in one of the two ledgers.',
  object({
    ledger_code: text().described('What requests name the ledger by.'),
    ledger_id: uuid.described('The ledger in which it was moved.'),
    transaction_id: uuid.described('The transaction in that ledger.'),
    reference: text().described('Your own name for the operation, the same on both legs.'),
    amount: text().described('How much was moved, in major units of the currency of that ledger.'),
  }),
);

export const operationShape = named(
  'StringOperation',
  'A conversion or a transfer, both of whose legs are posted.',
  object({
    operation: oneOf(['convert', 'transfer']).described('Whether value changed its currency.'),
    string_code: text().described('The string that it went through.'),
    correlation_id: uuid.described('What both legs have as their correlation.'),
    replayed: boolean.described('Whether the idempotency key was used before, and this is what was done then.'),
    source: legShape.described('Where value left.'),
    target: legShape.described('Where value came.'),
    rate: orNull(text()).described(
      'Units of the target for one of the source, as given or looked up, for the record; null of a transfer.',
    ),
  }),
);

export const operationRehearsalShape = named(
  'StringOperationDryRun',
  'What a conversion or transfer would do. Nothing of it was written.',
  object({
    would: oneOf(['posted', 'replayed']).described('What would become of it: `posted`, or `replayed`, done before.'),
    operation: operationShape.described('The operation as it would be. Its ids are those of this dry run.'),
    balances: balanceChangesShape,
  }),
);
