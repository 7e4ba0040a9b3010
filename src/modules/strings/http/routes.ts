/** The routes of strings. */
import {
  amount,
  array,
  boolean,
  day,
  named,
  nullable,
  object,
  text,
  withDefault,
  wording,
} from '../../../kernel/http/codecs';
import { get, pageReply, post, type Route } from '../../../kernel/http/route';
import { only, withStatus } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import { ok, refuse } from '../../../kernel/refusal';
import { attributeMap } from '../../attributes/http/answers';
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
  'A string to create.',
  object({
    code: stringCode.described(
      'The code in paths: 1 to 50 letters, digits, dashes and underscores, unique within the tenant.',
    ),
    name: wording({ min: 1, max: 255 }).described('The name for people, at most 255 characters.'),
    description: nullable(wording({ max: 1000 })).described('The purpose, in at most 1,000 characters; null for none.'),
    is_active: withDefault(boolean, true).described('Whether value can be moved through it.'),
  }),
);

const common = {
  source_ledger_code: ledgerCode.described('The code of the source ledger, a member of the string.'),
  target_ledger_code: ledgerCode.described('The code of the target ledger, another member of the string.'),
  account_code: accountCode.described(
    'The code of the account that pays, which is the same in every ledger of the string.',
  ),
  reference: text({ min: 1, max: 100 }).described('Your own reference, 1 to 100 characters, on both legs.'),
  effective_date: nullable(day).described('The effective date of both legs; today if null.'),
  description: nullable(wording({ max: 255 })).described(
    'The description on both legs, in at most 255 characters; null for none.',
  ),
  attributes: nullable(attributeMap),
  idempotency_key: nullable(text({ min: 1, max: 255 })).described(
    'A text of your own, 1 to 255 characters: a request that is sent again with it is executed only once. The header Idempotency-Key takes precedence over it. Null for none.',
  ),
};

const conversion = named(
  'Conversion',
  'Value to move between two ledgers of different currencies.',
  object({
    ...common,
    source_amount: amount.described(
      'The amount that leaves the source, in major units of its currency: authoritative.',
    ),
    target_amount: amount.described(
      'The amount that the target receives, in major units of its currency: authoritative.',
    ),
    rate: nullable(positiveRate).described(
      'The units of the target currency for one unit of the source currency, which is recorded and never used in a calculation. If it is null, the current rate is looked up and recorded.',
    ),
  }),
);
const transfer = named(
  'Transfer',
  'Value to move between two ledgers of the same currency.',
  object({
    ...common,
    amount: amount.described('The amount, in major units, exact in both ledgers.'),
    target_account_code: nullable(accountCode).described(
      'The code of the account that receives the value; if null, the code of the account that pays.',
    ),
  }),
);

const { StringCodeTaken: _, QuotaReached: __, ...operationAnswers } = stringAnswers;
/** The specification requires 404 for reading a missing string, and 409 for moving value through it. */
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

const oneString = object({ code: text().described('The string, by its code.') });

const operationSpec = {
  tag,
  needs: 'post',
  strict: true,
  params: oneString,
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
      description: 'Lists the strings of the tenant by code, each with its member ledgers.',
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
      summary: 'Create a string with the ledger of this key as its first member',
      description:
        'Creates a string with the ledger of this key as its first member; operators add others. An existing code is refused with 422 `STRING_CODE_EXISTS`.',
      tag,
      needs: 'chart',
      body: newString,
      ok: 201,
      refusals: only(stringAnswers, 'StringCodeTaken', 'QuotaReached'),
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
      description: 'Returns one string with its member ledgers.',
      tag,
      needs: 'read',
      params: oneString,
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
      description:
        'Lists the customer accounts of all member ledgers: each code once for each member, by code and ledger. `materialized` shows whether the account exists in that ledger; if it does not, a conversion or transfer creates it. Only members may request it (else 404).',
      tag,
      needs: 'read',
      params: oneString,
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
      description:
        "Moves value between two member ledgers of different currencies: out of an account in the source, into the account of the same code in the target, each ledger balanced by the string's clearing account. Both legs are committed together, or neither is. The two amounts are authoritative, `rate` is only recorded; if it is left out, the current rate is looked up and recorded. Requires the capability `strings:participate:{code}`. With an idempotency key it is done once: a repetition answers 200 and the first result.",
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
      summary: 'Transfer between two ledgers of the same currency',
      description:
        "Moves value between two member ledgers of the same currency, out of an account in the source into one in the target, each ledger balanced by the string's clearing account. Both legs are committed together, or neither is. Requires the capability `strings:participate:{code}`. With an idempotency key it is done once: a repetition answers 200 and the first result.",
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
