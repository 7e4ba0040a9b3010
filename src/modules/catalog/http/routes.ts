/** The routes of transaction codes. */
import { array, id, object } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { get, pageReply, post, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import { ok } from '../../../kernel/refusal';
import type { Catalog } from '../index';
import {
  givenParams,
  newTransactionCode,
  transactionCodeFilter,
  transactionCodeShape,
  validParamsShape,
} from './codecs';
import { catalogAnswers } from './status';
import { transactionCodeView } from '../domain/record';
import { validParamsView } from './views';

const tag = 'Transaction codes';
const oneCode = object({ id: id<'transaction code'>().described('The transaction code, by its id.') });
const cardSale = { id: exampleId('transaction code CARD_SALE') };

export const transactionCodeRoutes = (catalog: Catalog): readonly Route[] => [
  get(
    '/trancodes',
    {
      operationId: 'listTransactionCodes',
      summary: 'List transaction codes by code',
      description: 'Lists the transaction codes of the ledger by code, including deprecated ones.',
      tag,
      needs: 'read',
      query: transactionCodeFilter,
      list: true,
      ok: 200,
      refusals: {},
      answer: array(transactionCodeShape, 0, maxPageLimit),
    },
    async ({ caller, query, slice }) => ok(await catalog.list(caller, query, slice)),
    (page) => pageReply(page, transactionCodeView),
  ),
  post(
    '/trancodes',
    {
      operationId: 'createTransactionCode',
      summary: 'Create a transaction code',
      description:
        'Creates a transaction code: a template of entries with parameters, which POST /transactions then uses by its code. Everything in it is read and compiled here; a template that can never balance is 400 `TRANCODE_NOT_BALANCED`, an existing code 400 `TRANCODE_CODE_EXISTS`. Unknown members are refused with 422 `VALIDATION_ERROR`, each named by its path, because a transaction code never changes afterwards: to change one, create another.',
      tag,
      needs: 'chart',
      body: newTransactionCode,
      strict: true,
      invalid: 400,
      unknown: 422,
      ok: 201,
      refusals: only(catalogAnswers, 'TrancodeInvalid', 'TrancodeCodeExists', 'TrancodeNotBalanced', 'QuotaReached'),
      answer: transactionCodeShape,
      example: { body: cardPayment },
    },
    ({ caller, body }) =>
      catalog.create(caller, {
        code: body.code,
        name: body.name,
        description: body.description,
        status: body.status,
        paramsSchema: body.params_schema,
        entriesTemplate: body.entries_template,
        attributesTemplate: body.attributes_template,
        validationRules: body.validation_rules,
        metadata: body.metadata,
      }),
    (created) => ({
      data: transactionCodeView(created),
      headers: { Location: `/api/v1/trancodes/${created.id}` },
    }),
  ),
  get(
    '/trancodes/:id',
    {
      operationId: 'readTransactionCode',
      summary: 'Read a transaction code',
      description: 'Returns one transaction code with its parameters and its template, as they were sent.',
      tag,
      needs: 'read',
      params: oneCode,
      missing: 'TrancodeMissing',
      ok: 200,
      refusals: only(catalogAnswers, 'TrancodeMissing'),
      answer: transactionCodeShape,
      example: { params: cardSale },
    },
    ({ caller, params }) => catalog.read(caller, params.id),
    (found) => ({ data: transactionCodeView(found) }),
  ),
  post(
    '/trancodes/:id/validate-params',
    {
      operationId: 'validateTransactionCodeParams',
      summary: 'Try parameters and see what would be posted',
      description:
        'Checks parameters as POST /transactions would, and shows the entries and attributes that would result. Nothing is created. Invalid parameters are refused with 422 `TRANCODE_PARAMS_INVALID`, with the errors of each parameter.',
      tag,
      needs: 'read',
      params: oneCode,
      missing: 'TrancodeMissing',
      body: givenParams,
      ok: 200,
      refusals: only(catalogAnswers, 'TrancodeMissing', 'TrancodeParamsInvalid'),
      answer: validParamsShape,
      example: { params: cardSale, body: { params: { amount: '100.00', order: 'A-17' } } },
    },
    ({ caller, params, body }) => catalog.validateParams(caller, params.id, body.params),
    (expanded, { caller }) => ({ data: validParamsView(expanded, caller) }),
  ),
  post(
    '/trancodes/:id/deprecate',
    {
      operationId: 'deprecateTransactionCode',
      summary: 'Deprecate a transaction code',
      description:
        'Deprecates a transaction code, permanently: new transactions cannot name it; its existing transactions stay valid. If it is sent again, the response is the same.',
      tag,
      needs: 'chart',
      params: oneCode,
      missing: 'TrancodeMissing',
      ok: 200,
      refusals: only(catalogAnswers, 'TrancodeMissing'),
      answer: transactionCodeShape,
      example: { params: { id: exampleId('transaction code CASH_REFUND') } },
    },
    ({ caller, params }) => catalog.deprecate(caller, params.id),
    (deprecated) => ({ data: transactionCodeView(deprecated) }),
  ),
];

const cardPayment = {
  code: 'CARD_PAYMENT',
  name: 'Card payment, less the fee',
  params_schema: { amount: { type: 'decimal', min: '1.00' }, order: { type: 'string', max_length: 40 } },
  entries_template: {
    entries: [
      { account: 'CARD-FEES', type: 'debit', amount: '{round(params.amount * 0.029 + 0.30, 2)}' },
      { account: 'BANK', type: 'debit', amount: '{remainder}' },
      { account: 'REVENUE', type: 'credit', amount: '{params.amount}', description: 'Order {params.order}' },
    ],
  },
  attributes_template: { order: '{params.order}' },
};
