/** The service of a test file (see ledger.ts): started before its tests and closed after them. It must have logged no warning or error. */
import { startLedger, type TestLedger } from './ledger';

export const ledgerOfFile = (...given: Parameters<typeof startLedger>): TestLedger => {
  let ledger: TestLedger;
  beforeAll(async () => {
    ledger = await startLedger(...given);
  });
  afterAll(async () => {
    await ledger.close();
    expect(ledger.complaints).toEqual([]);
  });
  return {
    get app() {
      return ledger.app;
    },
    get baseUrl() {
      return ledger.baseUrl;
    },
    get databaseUrl() {
      return ledger.databaseUrl;
    },
    get complaints() {
      return ledger.complaints;
    },
    newLedger: (options) => ledger.newLedger(options),
    newKey: (...asked) => ledger.newKey(...asked),
    contentOf: (all) => ledger.contentOf(all),
    close: () => ledger.close(),
  };
};
