/** Shared parts of the cases for statements: a map, and books with a paid rent and a received salary. */
import type { ImportFormat } from '../../../packages/import/src';
import type { FileCase } from './case';
import type { Fields } from '../requests';

export const iban = 'DE89370400440532013000';
export const statementMap = (statement: Fields = {}, accounts: Fields = {}): Fields => ({
  statement: { contra_account: 'OPEN', ...statement },
  accounts: {
    ...{ [iban]: { code: 'BANK', type: 'asset' }, OPEN: { type: 'asset' }, BANK: { type: 'asset' } },
    ...accounts,
  },
});
export const rentPaid = { posted: 2, books: { BANK: '1250.00', OPEN: '-1250.00' } };
export const stopped = (
  code: string,
  says: string | RegExp,
  name: string,
  text: string | Buffer,
  statement: Fields = {},
): Omit<FileCase, 'format'> => ({
  ...{ name, files: [{ text, map: statementMap(statement) }], books: {}, stopped: code, says },
});
export const of = (format: ImportFormat, cases: readonly Omit<FileCase, 'format'>[]): readonly FileCase[] =>
  cases.map((each) => ({ ...each, name: `${format}: ${each.name}`, format }));
