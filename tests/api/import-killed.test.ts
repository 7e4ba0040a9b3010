/**
 * An import is killed with SIGKILL at random places and then repeated: in the end the ledger is the same as after a single run. `make test`
 * kills it twice, `make imports` ten times. LEDGER_TEST_SEED repeats a run, but the timing of the kills depends on the machine.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceEnvironment } from '../support/database';
import { exported, withNumbers } from '../support/exporting';
import { headOf } from '../support/feed';
import { fillImportable } from '../support/importable-books';
import { atSequence } from '../support/feed';
import { importAll } from '../support/importing';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { randomFrom, seedOf } from '../support/random';
import { dataOf, type Fields } from '../support/requests';
import { install, ledgerProgram, type Ended, type Installed } from '../support/service-process';
import { settledOf } from '../support/strings';

jest.setTimeout(900_000);

const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);
const isFull = process.env['LEDGER_TEST_IMPORTS'] === 'full';
const kills = isFull ? 10 : 2;
const plainTransactions = isFull ? 12_000 : 2_500;

const tableRows = isFull ? 100_000 : 3_000;

let home: Installed;
let ledger: TestLedger;

beforeAll(async () => {
  home = install();
  ledger = await startLedger([], { alone: true });
});
afterAll(async () => {
  await home.remove();
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

/** Each transaction appears at least twice with the same content, so that the test covers repeated content. */
const plainText = (): string =>
  Array.from({ length: plainTransactions }, (_, index) => {
    const amount = `${1 + (index % 50)}.00 USD`;
    return `2026-03-0${1 + (index % 9)} * Coffee\n    1000  ${amount}\n    ASSETS:CONTRA  -${amount}\n`;
  }).join('\n');

test('a killed import continues when it runs again', async () => {
  process.stdout.write(`import-killed: LEDGER_TEST_SEED=${seed}\n`);
  const books = await ledger.newLedger();
  await fillImportable(books, randomFrom(seed), 120);
  const text = (await exported(ledger, books, 'hledger')).replace(
    /; end of the journal: (\d+) transactions\n$/,
    (_, count: string) => `${plainText()}\n; end of the journal: ${Number(count) + plainTransactions} transactions\n`,
  );
  const [undisturbed, killed] = [await ledger.newLedger(), await ledger.newLedger()];
  const { read: transactions } = await importAll(ledger, undisturbed, 'hledger', text);

  await importKilled(killed, ['--format', 'hledger'], text, transactions);
  const told = async (of: typeof killed): Promise<string> =>
    withNumbers((await exported(ledger, of, 'hledger')).replace(/^; .*\n/, ''));
  expect(await told(killed)).toBe(await told(undisturbed));
  expect(await ledger.app.ledgering.verify(killed.ledger.id)).toMatchObject({ findings: [] });
});

test('a killed import of a table continues when it runs again', async () => {
  const killed = await ledger.newLedger();
  // The keys of rows with the same content differ by a counter. Some such rows follow each other and others are far apart, so the test
  // fails if the second run counts them differently.
  const rows = Array.from({ length: tableRows }, (_, index) => {
    const day = new Date(Date.UTC(2025, 0, 1 + Math.floor(index / 400))).toISOString().slice(0, 10);
    return { day, text: `Payee ${index % 7}`, cents: ((index * 7) % 50) - 20 || 30 };
  });
  let cents = 0;
  const lines = rows.map(({ day, text, cents: more }) => {
    cents += more;
    return `${day},${text},${(more / 100).toFixed(2)},${(cents / 100).toFixed(2)}`;
  });
  const map = join(home.dataDirectory, '..', 'map.json');
  const csv = {
    ...{ date: { column: 'Date' }, description: 'Text', amount: 'Amount', balance: 'Balance' },
    ...{ account: 'BANK', contra_account: 'UNSORTED' },
  };
  writeFileSync(map, JSON.stringify({ csv, accounts: { '*': { type: 'asset' } } }));
  const text = `Date,Text,Amount,Balance\n${lines.join('\n')}\n`;
  await importKilled(killed, ['--format', 'csv', '--map', map], text, tableRows);
  expect(await settledOf(killed, 'BANK')).toBe((cents / 100).toFixed(2));
  const undisturbed = await ledger.newLedger();
  const { seconds } = await importAll(ledger, undisturbed, 'csv', text, {
    map: { csv, accounts: { '*': { type: 'asset' } } },
  });
  const balanceOn = async (of: typeof killed, day: string): Promise<unknown> =>
    dataOf(await of.api.get(`/accounts/code/BANK/balance?as_of_date=${day}`), 200);
  for (const day of ['2025-01-03', '2025-01-08']) {
    const [one, other] = [await balanceOn(killed, day), await balanceOn(undisturbed, day)] as Fields[];
    expect(one?.['balances']).toEqual(other?.['balances']);
  }
  process.stdout.write(
    `import-killed: ${tableRows} rows without a kill: ${seconds.toFixed(1)} s, ${Math.round(tableRows / seconds)} rows per second\n`,
  );
});

/** Kills the import of a text several times, and then lets it finish. Expects each transaction once. */
const importKilled = async (
  { api, ledger: { id } }: TestBooks,
  options: readonly string[],
  text: string,
  transactions: number,
): Promise<void> => {
  const file = join(home.dataDirectory, '..', 'books');
  writeFileSync(file, text);
  const begin = () =>
    home.run([...ledgerProgram, 'import', '--ledger', id, ...options, '--json', file], {
      ...serviceEnvironment(ledger.databaseUrl),
      LOG_LEVEL: 'silent',
    });
  const random = randomFrom(seed);
  const found: string[] = [];
  for (let time = 0; time < kills; time++) {
    const before = await headOf(api);
    const running = begin();
    // Waits until the import has posted a random number of further transactions.
    await atSequence(api, before + 1 + Math.floor((random.next() * transactions) / kills / 2));
    const { signal } = await running.stop('SIGKILL');
    found.push(`${signal ?? 'ended'} at ${await headOf(api)}`);
    if (!signal) break;
  }
  expect(found[0]).toMatch(/^SIGKILL at [1-9]/);
  const { code, stdout, stderr }: Ended = await begin().ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { posted, posted_before: before, rejected } = JSON.parse(stdout);
  expect({ sum: posted + before, rejected }).toEqual({ sum: transactions, rejected: 0 });
  process.stdout.write(`import-killed: ${found.join(', ')}; the last run posted ${posted} of ${transactions}\n`);
};
