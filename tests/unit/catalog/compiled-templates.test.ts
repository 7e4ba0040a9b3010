/** What is kept of compiled templates: by what, for how long, and what it weighs. */
import { newId } from '../../../src/kernel/ids';
import type { JsonObject, TransactionCode } from '../../../src/modules/catalog';
import { createCompiledTemplates } from '../../../src/modules/catalog/application/compiled-templates';
import { bytesOf } from '../../../src/modules/catalog/application/weight';
import { dollars, entry, transactionCode } from '../../support/transaction-codes';

const ledgerId = newId<'ledger'>();

describe('compiled templates', () => {
  const [first, second, third] = ['A', 'B', 'C'].map((code) => transactionCode(ledgerId, { code })) as [
    TransactionCode,
    TransactionCode,
    TransactionCode,
  ];

  test('are kept until there is no more room, the longest unused going first', () => {
    const templates = createCompiledTemplates(2.5 * bytesOf(createCompiledTemplates().keep(first, dollars)));
    templates.keep(first, dollars);
    templates.keep(second, dollars);
    expect(templates.find(first)).toBeDefined();
    templates.keep(third, dollars);
    expect([first, second, third].map((one) => templates.find(one) !== undefined)).toEqual([true, false, true]);
  });

  test('weigh what they take once they are compiled: patterns and numbers much, texts little', () => {
    const bytesOfParams = (paramsSchema: JsonObject): number =>
      bytesOf(createCompiledTemplates().keep(transactionCode(ledgerId, { paramsSchema }), dollars));
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
    expect(templates.find({ ...first, version: 2 })).toBeUndefined();
    expect(templates.find({ ...first, ledgerId: newId() })).toBeUndefined();
  });

  test('that no longer compile are a fault, not a refusal', () => {
    const broken = transactionCode(ledgerId, {
      entriesTemplate: { entries: [entry('debit', 'x'), entry('credit', 'y')] },
    });
    expect(() => createCompiledTemplates().keep(broken, dollars)).toThrow('does not compile');
  });
});
