/** The cache of compiled templates: its keys, its age limit, and its size limit. */
import { newId } from '../../../src/kernel/ids';
import type { JsonObject, TransactionCode } from '../../../src/modules/catalog';
import { createCompiledTemplates } from '../../../src/modules/catalog/application/compiled-templates';
import { bytesOf } from '../../../src/modules/catalog/application/weight';
import { expected } from '../../support/access-in-memory';
import { dollars, entry, transactionCode } from '../../support/transaction-codes';

const ledgerId = newId<'ledger'>();
const kept = (code: TransactionCode) => expected(createCompiledTemplates().keep(code, dollars));

describe('compiled templates', () => {
  const [first, second, third] = ['A', 'B', 'C'].map((code) => transactionCode(ledgerId, { code })) as [
    TransactionCode,
    TransactionCode,
    TransactionCode,
  ];

  test('are evicted when there is no more room, the longest unused first', () => {
    const templates = createCompiledTemplates(2.5 * bytesOf(kept(first)));
    templates.keep(first, dollars);
    templates.keep(second, dollars);
    expect(templates.find(first, dollars)).toBeDefined();
    templates.keep(third, dollars);
    expect([first, second, third].map((one) => templates.find(one, dollars) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('are weighed by their compiled size: patterns and numbers much, texts little', () => {
    const bytesOfParams = (paramsSchema: JsonObject): number =>
      bytesOf(kept(transactionCode(ledgerId, { paramsSchema })));
    const amount = { type: 'decimal' };
    const plain = bytesOfParams({ amount });
    const [pattern, numbers] = ['(a?){490}', Array.from({ length: 100 }, (_, index) => index)];
    expect(plain).toBeLessThan(10_000);
    expect(bytesOfParams({ amount, x: { type: 'string', pattern } })).toBeGreaterThan(plain + 25_000);
    expect(bytesOfParams({ amount, x: { type: 'integer', enum: numbers } })).toBeGreaterThan(plain + 15_000);
    expect(bytesOfParams({ amount, x: { type: 'string', default: 'x'.repeat(900) } })).toBeLessThan(plain + 2_000);
  });

  test('are kept by ledger, id and version', () => {
    const templates = createCompiledTemplates();
    templates.keep(first, dollars);
    expect(templates.find({ ...first, version: 2 }, dollars)).toBeUndefined();
    expect(templates.find({ ...first, ledgerId: newId() }, dollars)).toBeUndefined();
  });

  test.each([
    ['other decimals', { ...dollars, storageDecimals: 3, displayDecimals: 3 }],
    ['other display decimals', { ...dollars, displayDecimals: 0 }],
    ['another currency', { ...dollars, currency: 'EUR' }],
  ])('are not shared with a ledger that counts in %s', (_, denomination) => {
    const templates = createCompiledTemplates();
    templates.keep(first, dollars);
    expect(templates.find(first, denomination)).toBeUndefined();
    expect(expected(templates.keep(first, denomination)).denomination).toEqual(denomination);
    expect(templates.find(first, dollars)?.denomination).toEqual(dollars);
  });

  test('that do not compile in the denomination of the ledger are refused, and not kept', () => {
    const fee = transactionCode(ledgerId, {
      entriesTemplate: { entries: [entry('debit', '10.50'), entry('credit', '10.50')] },
    });
    const yen = { currency: 'JPY', storageDecimals: 0, displayDecimals: 0 };
    const templates = createCompiledTemplates();
    expect(templates.keep(fee, yen)).toMatchObject({
      left: { 'entries_template.entries.0.amount': expect.anything() },
    });
    expect(templates.find(fee, yen)).toBeUndefined();
  });
});
