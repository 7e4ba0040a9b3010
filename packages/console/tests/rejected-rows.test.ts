/** Tests that the rejected rows of an import come with a cure that is right for the format of the file. */
import { importBodyOf } from '../src/web/pages/import/file';
import { cureOfRejected, rejectedName, unlistedRejections } from '../src/web/pages/import/rejected';

test('rejected rows are in a file named after the original, as CSV for a statement or a book', () => {
  expect(rejectedName('a.b.csv', 'csv')).toBe('a.b.rejected.csv');
  expect(rejectedName('journal', 'hledger')).toBe('journal.rejected');
  expect(rejectedName('june.sta', 'mt940')).toBe('june.rejected.csv');
  expect(rejectedName('statement', 'camt053')).toBe('statement.rejected.csv');
  expect(rejectedName('books.gnucash', 'gnucash')).toBe('books.rejected.csv');
});

test.each<[format: string, hasNewRows: boolean, cure: RegExp]>([
  ['hledger', false, /^Correct the rows in the original file/],
  ['csv', true, /^Correct the rows in this file, and import only this file/],
  ['camt053', false, /import the statement again.*in this CSV.*same map.*equals a posted one by hand/],
  ['mt940', true, /Import only the CSV, with the same option for new rows/],
  ['ofx', false, /in this CSV/],
  ['qif', false, /^Correct the rows in the original file/],
  ['qif', true, /^Remove the posted rows from the original file/],
  ['gnucash', false, /in GnuCash/],
])('the cure of rejected rows of %s, as new rows: %s, is right for the format', (format, hasNewRows, cure) => {
  expect(cureOfRejected(format, hasNewRows)).toMatch(cure);
});

test('an import names the format of its preview, so that the rejected rows of a statement are read as CSV', () => {
  const options = { new_rows: false, all_or_nothing: true };
  expect(importBodyOf({ base64: 'YQ==' }, 'csv', '{"statement":{}}', options)).toEqual({
    ...{ file: 'YQ==', format: 'csv', map: '{"statement":{}}' },
    ...options,
  });
  expect(importBodyOf({ base64: 'YQ==' }, undefined, undefined, options)).toEqual({ file: 'YQ==', ...options });
});

test('rejected rows without a listed reason are counted', () => {
  expect(unlistedRejections(7, [{ times: 3 }, { times: 1 }])).toBe(3);
  expect(unlistedRejections(4, [{ times: 3 }, { times: 1 }])).toBe(0);
});
