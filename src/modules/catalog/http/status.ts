/** The HTTP responses to the catalog's refusals. Ledgering has its own table for postings by code. */
import { exampleOf, quotaAnswer } from '../../../kernel/http/quotas';
import { exemplified, firstOf, type RefusalAnswers, type RefusalExamples } from '../../../kernel/http/status';
import type { CatalogRefusal } from '../index';

const answers: RefusalAnswers<CatalogRefusal> = {
  TrancodeInvalid: {
    status: 400,
    code: 'VALIDATION_ERROR',
    when: 'A template, a parameter or a rule cannot be compiled; `errors` names each.',
    message: ({ errors }) => `The transaction code is not valid: ${firstOf(errors)}.`,
    errors: ({ errors }) => errors,
  },
  QuotaReached: quotaAnswer,
  TrancodeMissing: {
    status: 404,
    code: 'TRANCODE_NOT_FOUND',
    when: 'The ledger has no such transaction code.',
    message: () => 'This ledger has no transaction code with that id. GET /trancodes lists those it has.',
  },
  TrancodeNotFound: {
    status: 404,
    code: 'TRANCODE_NOT_FOUND',
    when: 'The ledger has no such transaction code.',
    message: ({ code }) => `This ledger has no transaction code ${JSON.stringify(code)}. Create it first.`,
  },
  TrancodeCodeExists: {
    status: 400,
    code: 'TRANCODE_CODE_EXISTS',
    when: 'Another transaction code of the ledger has this code.',
    message: ({ code }) =>
      `This ledger already has a transaction code ${code}, and codes never change. Choose another code.`,
    errors: () => ({ code: ['is taken by another transaction code of this ledger'] }),
  },
  TrancodeDeprecated: {
    status: 409,
    code: 'TRANCODE_DEPRECATED',
    when: 'The transaction code is deprecated.',
    message: ({ code }) =>
      `The transaction code ${code} is deprecated and takes no new transactions. Use another one: GET /trancodes?status=active lists them.`,
  },
  TrancodeNotBalanced: {
    status: 400,
    code: 'TRANCODE_NOT_BALANCED',
    when: 'The two sides of the template can never be equal.',
    message: ({ explanation }) =>
      `The template cannot balance: ${explanation}. Debits and credits must be equal in every layer.`,
    errors: ({ explanation }) => ({ 'entries_template.entries': [`cannot balance: ${explanation}`] }),
  },
  TrancodeParamsInvalid: {
    status: 422,
    code: 'TRANCODE_PARAMS_INVALID',
    when: 'The parameters do not match the parameters of the transaction code, break one of its rules, or produce entries that do not balance; `errors` names each parameter.',
    message: ({ code, errors }) => `The parameters do not fit the transaction code ${code}: ${firstOf(errors)}.`,
    errors: ({ errors }) => errors,
  },
};

const examples: RefusalExamples<CatalogRefusal> = {
  TrancodeInvalid: {
    errors: {
      'entries_template.entries.0.amount': [
        'names params.amuont, which params_schema does not declare; it declares amount and order',
      ],
    },
  },
  QuotaReached: exampleOf('transaction_codes'),
  TrancodeNotFound: { code: 'CARD_PAYMENTS' },
  TrancodeCodeExists: { code: 'CARD_PAYMENT' },
  TrancodeDeprecated: { code: 'CASH_REFUND' },
  TrancodeNotBalanced: { explanation: 'the debits are 0.5 more than the credits, whatever the parameters are' },
  TrancodeParamsInvalid: {
    code: 'MARKETPLACE_ORDER',
    errors: { 'sellers.2.price': ['must be a decimal string such as "10.50" with at most 38 digits, got "ten"'] },
  },
};

export const catalogAnswers = exemplified(answers, examples);
