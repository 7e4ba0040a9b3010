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
