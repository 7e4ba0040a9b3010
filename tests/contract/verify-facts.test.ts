/** `ledger verify` finds transactions that contradict the ledger's own facts: its layers and decimals. */
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

let tampered: TamperedBooks;

beforeAll(async () => {
  tampered = await openTamperedBooks();
});

afterAll(() => tampered.close());

describe('verifying transactions', () => {
  test('finds a pending entry of a settled transaction', async () => {
    const { owner, verifyAfter } = tampered;
    const { done, report } = await verifyAfter(() =>
      owner.query(
        `update entries set layer = 'pending'
          where sequence = (select min(sequence) from transactions
                             where layer = 'settled' and status = 'posted' and undone_by_transaction_id is null)
                and ledger_id = (select min(ledger_id::text)::uuid from ledger_heads) returning transaction_id`,
      ),
    );
    expect(done.rowCount).toBeGreaterThan(0);
    const found = report.findings.find(({ check }) => check === 'entries-of-one-layer');
    expect(found?.where).toBe(`transaction ${done.rows[0].transaction_id}`);
    expect(found?.detail).toMatch(/^is of the layer settled, and its entry [12] holds \d+ of the layer pending$/);
  });

  test('finds a transaction whose decimals differ from those of its ledger', async () => {
    const { owner, verifyAfter } = tampered;
    const { done, report } = await verifyAfter(() =>
      owner.query(
        `update transactions set storage_decimals = 3
          where id = (select id from transactions where status = 'posted' order by id limit 1) returning id`,
      ),
    );
    expect(report.findings).toEqual([
      expect.objectContaining({
        check: 'decimals-of-ledger',
        where: `transaction ${done.rows[0].id}`,
        detail: 'was booked in 3 decimals, and the ledger keeps 2',
      }),
    ]);
  });
});
