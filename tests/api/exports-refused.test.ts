/** Refusals of an export before its first byte. */
import { replace } from '../../src/kernel/token';
import { refuse } from '../../src/kernel/refusal';
import { maxJournalAccounts } from '../../src/modules/ledgering';
import { JOURNAL_READER, type JournalReader } from '../../src/modules/ledgering/application/journal-reader';
import { startLedger } from '../support/ledger';
import { expectRefusal } from '../support/requests';

test('the export of a chart with too many accounts is refused', async () => {
  const reader: JournalReader = { journal: async () => refuse({ kind: 'TooManyAccounts', max: maxJournalAccounts }) };
  const ledger = await startLedger([replace(JOURNAL_READER, [], () => reader)]);
  try {
    const { api } = await ledger.newLedger();
    expectRefusal(await api.get('/exports/journal?format=csv'), 422, 'EXPORT_TOO_LARGE');
  } finally {
    await ledger.close();
  }
});

test('an export that ends before it begins is refused, like a report', async () => {
  const ledger = await startLedger();
  try {
    const { api } = await ledger.newLedger();
    const days = 'from=2026-02-01&to=2026-01-31';
    for (const path of [`exports/journal?format=csv&${days}`, `reports/general-ledger?format=csv&${days}`]) {
      const refused = await api.get(`/${path}`);
      expectRefusal(refused, 422, 'VALIDATION_ERROR', ['from']);
      expect(refused.body.message).toContain('must not be after the last day, which is 2026-01-31');
    }
    expect((await api.get('/exports/journal?format=csv&from=2026-01-31&to=2026-01-31')).status).toBe(200);
  } finally {
    await ledger.close();
  }
});
