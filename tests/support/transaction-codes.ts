/** Builders for transaction codes and callers: a test shows only the members under test. */
import { newId, type LedgerId } from '../../src/kernel/ids';
import type { Denomination } from '../../src/kernel/money';
import { usualScopes, type Principal } from '../../src/kernel/principal';
import type { NewTransactionCode, TransactionCode } from '../../src/modules/catalog';
import type { EntryTemplate } from '../../src/modules/catalog/domain/transaction-code';
import { utc } from '../../src/kernel/time-zone';

export const dollars: Denomination = { currency: 'USD', storageDecimals: 2, displayDecimals: 2 };

export const principalOf = (
  ledgerId: LedgerId = newId<'ledger'>(),
  denomination: Denomination = dollars,
): Principal => ({
  tenantId: newId<'tenant'>(),
  ledgerId,
  denomination,
  timeZone: utc,
  callerId: newId<'key'>(),
  actor: 'test00000000',
  scopes: usualScopes,
  capabilities: new Set(),
});

export const entry = (type: string, amount: string, more: Partial<EntryTemplate> = {}): EntryTemplate => ({
  account: type === 'debit' ? 'CASH' : 'SALES',
  type,
  amount,
  ...more,
});

/** By default, debits and credits `{params.amount}`. */
export const newTransactionCode = (changes: Partial<NewTransactionCode> = {}): NewTransactionCode => ({
  code: 'SALE',
  name: 'A sale',
  description: null,
  status: 'active',
  paramsSchema: { amount: { type: 'decimal' } },
  entriesTemplate: { entries: [entry('debit', '{params.amount}'), entry('credit', '{params.amount}')] },
  attributesTemplate: null,
  validationRules: null,
  metadata: null,
  ...changes,
});

export const transactionCode = (ledgerId: LedgerId, changes: Partial<TransactionCode> = {}): TransactionCode => ({
  ...newTransactionCode(),
  id: newId<'transaction code'>(),
  ledgerId,
  version: 1,
  createdAt: new Date('2026-01-15T10:00:00.000Z'),
  updatedAt: new Date('2026-01-15T10:00:00.000Z'),
  ...changes,
});
