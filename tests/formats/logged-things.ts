/**
 * Examples of string operations, transaction codes and other objects that a ledger's log records, besides transactions and the chart of
 * accounts.
 */
import type { TransactionCode } from '../../src/modules/catalog';
import type { StringOperation } from '../../src/modules/ledgering/domain/string-operation';
import { at, id, metadata } from './members';

export const stringOperation: StringOperation = {
  id: id(15),
  operation: 'convert',
  source: { ledgerId: id(16), transactionId: id(17) },
  target: { ledgerId: id(18), transactionId: id(19) },
  record: {
    string_code: 'WALLETS',
    reference: 'FX-1',
    source: { ledger_code: 'EUR-BOOKS', amount: '10.00' },
    target: { ledger_code: 'USD-BOOKS', amount: '11.20' },
    rate: '1.12',
    rate_source: 'given',
    rate_at: '2026-01-15T12:00:00.250Z',
  },
  createdAt: at(10),
};

export const transactionCode: TransactionCode = {
  id: id(20),
  // The hash of a transaction code does not contain the ledger's id, because the log that contains the hash belongs to one ledger.
  ledgerId: id(21),
  code: 'SALE',
  name: 'Sale of “tea”',
  description: 'what the till does',
  status: 'active',
  version: 1,
  paramsSchema: { amount: { type: 'decimal', required: true } },
  entriesTemplate: { entries: [{ account: 'CASH', type: 'debit', amount: '{params.amount}' }] },
  attributesTemplate: { shop: 'north' },
  validationRules: { rules: [{ expression: 'params.amount > 0', message: 'too little' }] },
  metadata,
  createdAt: at(11),
  updatedAt: at(12),
};

export const optionalCode: TransactionCode = {
  ...transactionCode,
  entriesTemplate: {
    entries: [{ account: 'CASH', type: 'debit', amount: '{round(params.amount, 2, half_up)}', optional: true }],
  },
};
