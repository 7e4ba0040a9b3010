/** The routes of strings. */
import {
  amount,
  anyObject,
  array,
  boolean,
  day,
  named,
  nullable,
  object,
  text,
  withDefault,
} from '../../../kernel/http/codecs';
import { get, pageReply, post, type Route } from '../../../kernel/http/route';
import { only, withStatus } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import { ok, refuse } from '../../../kernel/refusal';
import type { Strings } from '../index';
import { operationRehearsalShape, operationShape, stringAccountShape, stringShape } from './shapes';
import { stringAnswers } from './status';
import { operatedReply, stringAccountView, stringView } from './views';

const tag = 'Strings';
const stringCode = text({
  pattern: /^[A-Za-z0-9_-]{1,50}$/,
  max: 50,
  shape: '1 to 50 letters, digits, dashes and underscores',
});
const ledgerCode = text({ min: 1, max: 50 });
const accountCode = text({ min: 1, max: 36 });
const positiveRate = text({
  pattern: /^(?=.*[1-9])\d{1,20}(\.\d{1,18})?$/,
  max: 40,
  shape: 'a positive decimal such as "1.0825", with at most 18 decimals',
});

const newString = named(
  'NewString',
  object({
    code: stringCode,
    name: text({ min: 1, max: 255 }),
    description: nullable(text({ max: 1000 })),
    is_active: withDefault(boolean, true),
  }),
);

const common = {
  source_ledger_code: ledgerCode,
  target_ledger_code: ledgerCode,
  account_code: accountCode,
  reference: text({ min: 1, max: 100 }),
  effective_date: nullable(day),
  description: nullable(text({ max: 255 })),
  attributes: nullable(anyObject),
  idempotency_key: nullable(text({ min: 1, max: 255 })),
};

const conversion = named(
  'Conversion',
  object({ ...common, source_amount: amount, target_amount: amount, rate: nullable(positiveRate) }),
);
const transfer = named('Transfer', object({ ...common, amount, target_account_code: nullable(accountCode) }));

const { StringCodeTaken: _, ...operationAnswers } = stringAnswers;
/** The specification answers a read of a missing string with 404, and a movement through it with 409. */
const notFound = withStatus(404, only(stringAnswers, 'StringNotFound'));
const global = { params: { code: 'GLOBAL' } };
const dollarsToEuros = {
  source_ledger_code: 'USD-MAIN',
  target_ledger_code: 'EUR-MAIN',
  account_code: 'WALLET-ANNA',
  source_amount: '50.00',
  target_amount: '46.00',
  rate: '0.92',
  reference: 'FX-2026-001',
  effective_date: '2026-01-15',
  idempotency_key: 'fx-2026-001',
};
const toTheBranch = {
  source_ledger_code: 'USD-MAIN',
  target_ledger_code: 'USD-BRANCH',
  account_code: 'WALLET-ANNA',
  amount: '10.00',
  reference: 'MOVE-2026-001',
  effective_date: '2026-01-15',
  idempotency_key: 'move-2026-001',
};

const operationSpec = {
  tag,
  needs: 'post',
  strict: true,
  params: object({ code: text() }),
  missing: 'StringNotFound',
  idempotency: 'header wins',
  ok: 201,
  alsoOk: 200,
  refusals: operationAnswers,
  answer: operationShape,
  dryRun: operationRehearsalShape,
} as const;

export const stringRoutes = (strings: Strings): readonly Route[] => [
  get(
    '/strings',
    {
      operationId: 'listStrings',
      summary: 'List the strings of the tenant by code',
      tag,
      needs: 'read',
      list: true,
      ok: 200,
      refusals: {},
      answer: array(stringShape, 0, maxPageLimit),
    },
    async ({ caller, slice }) => ok(await strings.administration.list(caller, slice)),
    (page) => pageReply(page, stringView),
  ),
  post(
    '/strings',
    {
      operationId: 'createString',
      summary: 'Create a string and enrol the ledger of this key',
      tag,
      needs: 'chart',
      body: newString,
      ok: 201,
      refusals: only(stringAnswers, 'StringCodeTaken'),
      answer: stringShape,
      example: { body: { code: 'EUROPE', name: 'European ledgers' } },
    },
    ({ caller, body }) =>
      strings.administration.create(caller, {
        code: body.code,
        name: body.name,
        description: body.description,
        isActive: body.is_active,
      }),
    (string) => ({ data: stringView(string), headers: { Location: `/api/v1/strings/${string.code}` } }),
  ),
  get(
    '/strings/:code',
    {
      operationId: 'readString',
      summary: 'Read a string',
      tag,
      needs: 'read',
      params: object({ code: text() }),
      missing: 'StringNotFound',
      ok: 200,
      refusals: notFound,
      answer: stringShape,
      example: global,
    },
    async ({ caller, params }) => {
      const string = await strings.administration.read(caller, params.code);
      return string ? ok(string) : refuse({ kind: 'StringNotFound' } as const);
    },
    (string) => ({ data: stringView(string) }),
  ),
  get(
    '/strings/:code/accounts',
    {
      operationId: 'listStringAccounts',
      summary: 'List the customer accounts of all member ledgers',
      tag,
      needs: 'read',
      params: object({ code: text() }),
      missing: 'StringNotFound',
      list: true,
      ok: 200,
      refusals: notFound,
      answer: array(stringAccountShape, 0, maxPageLimit),
      example: global,
    },
    async ({ caller, params, slice }) => {
      const string = await strings.administration.read(caller, params.code);
      return string?.memberIds.includes(caller.ledgerId)
        ? ok(await strings.accounts(string, slice))
        : refuse({ kind: 'StringNotFound' } as const);
    },
    (page) => pageReply(page, stringAccountView),
  ),
  post(
    '/strings/:code/convert',
    {
      ...operationSpec,
      operationId: 'convertInString',
      summary: 'Convert between two ledgers of different currencies',
      body: conversion,
      example: { ...global, body: dollarsToEuros },
    },
    ({ caller, params, body, isDryRun }) =>
      strings.operate(
        caller,
        {
          operation: 'convert',
          stringCode: params.code,
          sourceLedgerCode: body.source_ledger_code,
          targetLedgerCode: body.target_ledger_code,
          sourceAccountCode: body.account_code,
          targetAccountCode: body.account_code,
          sourceAmount: body.source_amount,
          targetAmount: body.target_amount,
          rate: body.rate,
          reference: body.reference,
          effectiveDate: body.effective_date,
          description: body.description,
          attributes: body.attributes,
          idempotencyKey: body.idempotency_key,
        },
        isDryRun,
      ),
    operatedReply,
  ),
  post(
    '/strings/:code/transfer',
    {
      ...operationSpec,
      operationId: 'transferInString',
      summary: 'Transfer between two ledgers of one currency',
      body: transfer,
      example: { ...global, body: toTheBranch },
    },
    ({ caller, params, body, isDryRun }) =>
      strings.operate(
        caller,
        {
          operation: 'transfer',
          stringCode: params.code,
          sourceLedgerCode: body.source_ledger_code,
          targetLedgerCode: body.target_ledger_code,
          sourceAccountCode: body.account_code,
          targetAccountCode: body.target_account_code ?? body.account_code,
          sourceAmount: body.amount,
          targetAmount: body.amount,
          rate: null,
          reference: body.reference,
          effectiveDate: body.effective_date,
          description: body.description,
          attributes: body.attributes,
          idempotencyKey: body.idempotency_key,
        },
        isDryRun,
      ),
    operatedReply,
  ),
];
