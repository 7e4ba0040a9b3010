/** Tests how the console shows the checkpoint of a receipt. */
import { checkpointIn } from '../src/web/pages/receipt/checkpoint';
import { receiptTable } from '../../../tests/support/receipt-cases';

const noteOf = (name: string): string =>
  receiptTable().cases.find((one) => one.name === name)?.receipt.checkpoint ?? '';

test('a checkpoint shows its log, root, time and all signers', () => {
  const told = checkpointIn(noteOf('a receipt that a witness has signed too'));
  expect(told).toEqual({
    origin: expect.stringMatching(/^ledger\.example\/[0-9a-f-]+$/),
    root: expect.stringMatching(/^[\w+/]{43}=$/),
    signedAt: '2026-01-15T12:00:30.250Z',
    signers: ['ledger.example', 'witness.example'],
  });
});

test('a checkpoint without a time shows none', () => {
  expect(checkpointIn(noteOf('a checkpoint without a time')).signedAt).toBeNull();
});
