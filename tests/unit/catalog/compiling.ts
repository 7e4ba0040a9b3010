/** Short forms to compile and expand a template in tests. */
import type { Layer } from '../../../src/kernel/accounting';
import { formatAmount, type Denomination } from '../../../src/kernel/money';
import { refused, type FieldErrors } from '../../../src/kernel/refusal';
import type { JsonObject, NewTransactionCode } from '../../../src/modules/catalog';
import { expand, type Expanded } from '../../../src/modules/catalog/domain/expansion';
import { compileTemplate, type CompiledTemplate } from '../../../src/modules/catalog/domain/template';
import type { EntryTemplate } from '../../../src/modules/catalog/domain/transaction-code';
import { dollars, entry, newTransactionCode } from '../../support/transaction-codes';

/** One parameter of every kind that matters to an expression. */
export const someParams = {
  amount: { type: 'decimal' },
  rate: { type: 'decimal' },
  count: { type: 'integer', default: 3 },
  day: { type: 'date', default: '2026-01-15' },
  flag: { type: 'boolean', default: true },
  note: { type: 'string', required: false },
  quota: { type: 'decimal', required: false },
  side: { type: 'string', default: 'debit' },
  owner: { type: 'uuid', default: '018f0000-0000-7000-8000-000000000001' },
  till: { type: 'account_code', default: 'TILL-1' },
} as const;

export const compiled = (
  changes: Partial<NewTransactionCode>,
  denomination: Denomination = dollars,
): CompiledTemplate => {
  const template = compileTemplate(newTransactionCode({ paramsSchema: someParams, ...changes }), denomination);
  if (refused(template)) throw new Error(JSON.stringify(template.left));
  return template.right;
};

/** The errors for which a template is refused; empty if it is accepted. */
export const errorsOf = (changes: Partial<NewTransactionCode>, denomination: Denomination = dollars): FieldErrors => {
  const template = compileTemplate(newTransactionCode({ paramsSchema: someParams, ...changes }), denomination);
  return refused(template) ? template.left : {};
};

/** A template with a debit and a credit of this amount. */
export const withAmount = (amount: string, more: Partial<EntryTemplate> = {}): Partial<NewTransactionCode> => ({
  entriesTemplate: { entries: [entry('debit', amount, more), entry('credit', amount)] },
});

export const withRule = (expression: string): Partial<NewTransactionCode> => ({
  validationRules: { rules: [{ expression, message: 'is against the rule' }] },
});

export const expanded = (template: CompiledTemplate, params: JsonObject, layer: Layer = 'settled'): Expanded => {
  const outcome = expand(template, params, layer);
  if (refused(outcome)) throw new Error(JSON.stringify(outcome.left));
  return outcome.right;
};

export const refusedParams = (template: CompiledTemplate, params: JsonObject): FieldErrors => {
  const outcome = expand(template, params, 'settled');
  return refused(outcome) ? outcome.left : {};
};

/** The amount of the first entry, in major units. */
export const amountOf = (amount: string, params: JsonObject): string => {
  const { entries } = expanded(compiled(withAmount(amount)), params);
  return formatAmount(entries[0]?.amount ?? 0n, dollars);
};
