/** Tests how the console shows the checkpoint of a receipt. */
import { checkpointIn } from '../src/web/pages/receipt/checkpoint';
import { receiptTable } from '../../../tests/support/receipt-cases';

const noteOf = (name: string): string =>
  receiptTable().cases.find((one) => one.name === name)?.receipt.checkpoint ?? '';

test('tells the log, the root, the time and the names of all who signed', () => {
  const told = checkpointIn(noteOf('one that a witness has signed too'));
  expect(told).toEqual({
    origin: expect.stringMatching(/^ledger\.example\/[0-9a-f-]+$/),
    root: expect.stringMatching(/^[\w+/]{43}=$/),
    signedAt: '2026-01-15T12:00:30.250Z',
    signers: ['ledger.example', 'witness.example'],
  });
});

test('tells no time where the checkpoint does not say', () => {
  expect(checkpointIn(noteOf('a checkpoint that does not say when')).signedAt).toBeNull();
});
