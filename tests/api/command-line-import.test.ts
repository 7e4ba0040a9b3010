/** `ledger import` reads a file or standard input. Tests its output, its exit codes, and its errors for wrong arguments. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { systemClock } from '../../src/kernel/running/system-clock';
import { serviceEnvironment } from '../support/database';
import { runHere } from '../support/command-line';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { openBooks } from '../support/requests';
import { settledOf } from '../support/strings';

let ledger: TestLedger;
let books: TestBooks;
let folder: string;

const environment = () => ({
  ...serviceEnvironment(ledger.databaseUrl),
  LOG_LEVEL: 'silent',
});
const run = (...args: readonly string[]) => runHere(['import', ...args], environment());
const fileOf = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const tea = (day: string, amount: string): string => `2026-01-${day} Tea\n    CASH  $${amount}\n    SALES\n`;
const good = `${tea('05', '1.00')}\n${tea('06', '2.00')}`;
const bad = `${good}\n${tea('32', '4.00')}`;
const into = (): readonly string[] => ['--ledger', books.ledger.id, '--format', 'hledger'];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-import-'));
  ledger = await startLedger([], { alone: true });
});
beforeEach(async () => {
  books = await openBooks(ledger);
});
afterAll(async () => {
  await ledger.close();
  rmSync(folder, { recursive: true });
});

test('import counts the posted rows, and in a second run those already posted', async () => {
  const file = fileOf('good', good);
  const told = (posted: number, before: number): string =>
    `2 transactions read: ${posted} posted, ${before} were already posted, 0 left out, 0 rejected.`;
  const first = await run(...into(), file);
  expect(first).toEqual({
    code: 0,
    stdout: expect.stringContaining(`${told(2, 0)}\n0 accounts and 0 journals opened. `),
    stderr: '',
  });
  expect(await run(...into(), file)).toEqual({ code: 0, stdout: expect.stringContaining(told(0, 2)), stderr: '' });
  expect(existsSync(`${file}.rejected`)).toBe(false);
});

test('import exits with 1 if it rejects rows, and names their file, which no other run overwrites', async () => {
  const file = fileOf('bad', bad);
  const { code, stdout, stderr } = await run(...into(), file);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('Rejected: line 9: DATE_INVALID: Line 9: 2026-01-32 is not a day.\n');
  expect(stdout).toContain(
    `Rejected rows are in ${file}.rejected. Correct them in the original file, and import it again: posted rows are recognised. Import the rejected rows alone only if none of them equals a posted row.\n`,
  );
  expect(readFileSync(`${file}.rejected`, 'utf8')).toBe(
    `; line 9: DATE_INVALID: Line 9: 2026-01-32 is not a day.\n${tea('32', '4.00')}\n`,
  );
  fileOf('bad.rejected', tea('31', '4.00'));
  expect(await run(...into(), file)).toMatchObject({ stdout: expect.stringContaining(`${file}.rejected.2.`) });
  fileOf('bad', good);
  expect(await run(...into(), file)).toMatchObject({ code: 0 });
  expect(readFileSync(`${file}.rejected`, 'utf8')).toBe(tea('31', '4.00'));
  expect(statSync(`${file}.rejected.2`).mode & 0o777).toBe(0o600);
});

test.each(['the file that is imported', 'a file', 'a link', 'a link that leads nowhere'])(
  'rejected rows never overwrite an existing path: %s',
  async (what) => {
    const file = fileOf('input', bad);
    const other = fileOf('precious', 'precious');
    const link = join(folder, `link to ${what}`);
    if (what.startsWith('a link')) symlinkSync(what === 'a link' ? other : join(folder, 'nowhere'), link);
    const path = what === 'a file' ? other : what === 'the file that is imported' ? file : link;
    const { code, stderr } = await run(...into(), '--rejected', path, file);
    expect(code).toBe(1);
    expect(stderr).toContain(`${path} already exists, and rejected rows never overwrite a file`);
    expect([readFileSync(file, 'utf8'), readFileSync(other, 'utf8')]).toEqual([bad, 'precious']);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
    expect(await settledOf(books, 'CASH')).toBe('0.00');
  },
);

test('rejected rows get another file if the usual name is a link', async () => {
  const file = fileOf('linked', bad);
  const precious = fileOf('kept', 'precious');
  symlinkSync(precious, `${file}.rejected`);
  expect(await run(...into(), file)).toMatchObject({ stdout: expect.stringContaining(`${file}.rejected.2.`) });
  expect(readFileSync(precious, 'utf8')).toBe('precious');
});

test('import --json prints one object, and --rejected sets the file of rejected rows', async () => {
  const [file, rejected] = [fileOf('json', bad), join(folder, 'elsewhere')];
  const { code, stdout, stderr } = await run(...into(), '--rejected', rejected, '--json', file);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  expect(JSON.parse(stdout)).toEqual({
    ...{
      format: 'hledger',
      dry_run: false,
      read: 3,
      posted: 2,
      posted_before: 0,
      untried: 0,
      left_out: 0,
      rejected: 1,
    },
    ...{
      accounts_opened: 0,
      journals_opened: 0,
      assertions_checked: 0,
      assertions_failed: 0,
      remarks: [],
      rejected_file: rejected,
      seconds: expect.any(Number),
    },
    rejections: [{ line: 9, code: 'DATE_INVALID', message: 'Line 9: 2026-01-32 is not a day.', times: 1 }],
  });
  expect(readFileSync(rejected, 'utf8')).toContain(tea('32', '4.00'));
  expect(existsSync(`${file}.rejected`)).toBe(false);
});

test('a dry run reports the result, and writes no rows and no file', async () => {
  const file = fileOf('dry', bad);
  const { code, stdout } = await run(...into(), '--dry-run', file);
  expect(code).toBe(1);
  expect(stdout).toContain('3 transactions read: 2 would be posted, 0 are already posted, 0 left out, 1 rejected.\n');
  expect(stdout).toContain('Nothing was written.\n');
  expect(existsSync(`${file}.rejected`)).toBe(false);
  expect(await settledOf(books, 'CASH')).toBe('0.00');
});

test('import compares asserted balances, and exits with 1 if one differs', async () => {
  const file = fileOf('asserted', good.replace('CASH  $2.00', 'CASH  $2.00 = $4.00'));
  const { code, stdout } = await run(...into(), file);
  expect(code).toBe(1);
  expect(stdout).toContain('Balances that the file asserts: 1 compared with the ledger, 1 different.\n');
  expect(stdout).toContain(
    'Note: The file asserts that the balance of CASH is 4.00 on 2026-01-06, but in the ledger it is 3.00. (line 6)\n',
  );
});

test('--all-or-nothing posts a file only if no row is rejected', async () => {
  const file = fileOf('whole', bad);
  const { code, stdout } = await run(...into(), '--all-or-nothing', file);
  expect(code).toBe(1);
  expect(stdout).toContain('2 would be posted, 0 are already posted, 0 left out, 1 rejected.\n');
  expect(stdout).toContain('Nothing was posted, because some rows would be rejected. ');
  expect(await settledOf(books, 'CASH')).toBe('0.00');
  fileOf('whole', good);
  expect(await run(...into(), '--all-or-nothing', file)).toMatchObject({ code: 0 });
  expect(await settledOf(books, 'CASH')).toBe('3.00');
});

test('import reads standard input in pieces', async () => {
  const rejectedFile = join(folder, 'stdin.rejected');
  const stdin = Readable.from([bad.slice(0, 50), bad.slice(50)].map((piece) => Buffer.from(piece)));
  const command = ['import', ...into(), '--json', '--rejected', rejectedFile, '-'];
  const { code, stdout } = await runHere(command, environment(), { stdin });
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { posted: 2, rejected: 1, rejected_file: rejectedFile }]);
  expect(readFileSync(rejectedFile, 'utf8')).toContain(tea('32', '4.00'));
  expect(await settledOf(books, 'CASH')).toBe('3.00');
});

test('--progress prints progress every few seconds if standard error is not a terminal', async () => {
  const file = fileOf('long', Array.from({ length: 200 }, () => tea('05', '1.00')).join('\n'));
  let seconds = 0;
  // This clock moves on by a second each time it is read.
  const clock = { ...systemClock, elapsed: () => (seconds += 1) * 1_000 };
  const command = ['import', ...into(), '--dry-run', file];
  const { code, stderr } = await runHere([...command, '--progress'], environment(), { clock });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^((reading|posting): \d+ %, line \d+, \d+ transactions?, \d+ per second\n)+$/);
  expect(await runHere(command, environment(), { clock })).toMatchObject({ stderr: '' });
});

describe('a ledger code that several tenants use', () => {
  test('needs --tenant', async () => {
    const file = fileOf('tenants', good);
    const made = async (tenant: string): Promise<string> => {
      const ledgerCommand = (...args: readonly string[]) => runHere(args, environment());
      await ledgerCommand('tenants', 'create', '--name', tenant);
      const ledgerArgs = ['--code', 'TWICE', '--name', 'Twice', '--currency', 'USD', '--json'];
      return JSON.parse((await ledgerCommand('ledgers', 'create', '--tenant', tenant, ...ledgerArgs)).stdout).id;
    };
    await made('North');
    await made('South');
    const map = fileOf('map.json', '{"accounts": {"CASH": {"type": "asset"}, "SALES": {"type": "revenue"}}}');
    const asked = ['--ledger', 'TWICE', '--format', 'hledger', '--map', map, '--json'];
    const unsaid = await run(...asked, file);
    expect([unsaid.code, unsaid.stdout]).toEqual([1, '']);
    expect(unsaid.stderr).toContain('--tenant');
    for (const tenant of ['North', 'South']) {
      const { code, stdout } = await run(...asked, '--tenant', tenant, file);
      expect([code, JSON.parse(stdout)]).toMatchObject([0, { posted: 2, posted_before: 0, accounts_opened: 2 }]);
    }
  });
});

test.each<readonly [args: string, complaint: RegExp]>([
  ['--format hledger FILE', /required option '--ledger /],
  ['--ledger LEDGER FILE', /This is a journal\. Import it with --format hledger or --format beancount\./],
  [
    '--ledger LEDGER --format xlsx FILE',
    /hledger, beancount, csv, camt053, mt940, ofx, qif, gnucash, quickbooks, xero, datev/,
  ],
  ['--ledger LEDGER EMPTY', /does not show its format: give it with --format/],
  ['--ledger LEDGER --format hledger', /missing required argument 'file'/],
  ['--ledger LEDGER --format hledger FILE FILE', /too many arguments/],
  ['--ledger NOWHERE --format hledger FILE', /There is no ledger NOWHERE/],
  ['--ledger LEDGER --tenant Nobody --format hledger FILE', /Nobody/],
  ['--ledger LEDGER --format hledger /nowhere/file', /\/nowhere\/file cannot be read: /],
  ['--ledger LEDGER --format hledger /', /\/ is a directory\./],
  ['--ledger LEDGER --format csv FILE', /This is a journal, .+ --format hledger .+ Nothing was imported\./],
  ['--ledger LEDGER --format csv --map /nowhere/map FILE', /The map cannot be read: /],
  ['--ledger LEDGER --format csv --map FILE FILE', /The map .+ is not valid:\nIt is not JSON/],
  [
    '--ledger LEDGER --format hledger --rejected /nowhere/rejected BAD',
    /^Rejected rows could not be written: .+ Nothing was imported\.$/m,
  ],
])('an error explains the fault in: %s', async (args, complaint) => {
  const words: Record<string, string> = {
    FILE: fileOf('wrong', good),
    BAD: fileOf('bad', bad),
    EMPTY: fileOf('empty', ''),
    LEDGER: books.ledger.id,
  };
  const { code, stdout, stderr } = await run(...args.split(' ').map((word) => words[word] ?? word));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(complaint);
  expect(await settledOf(books, 'CASH')).toBe('0.00');
});
