/**
 * The Python client against the real service: its own tests, and the quickstart of its README. They need a Python with httpx, pydantic and
 * pytest: LEDGER_TEST_PYTHON names it; the default is python3. With the value `fetch` (make test-python), the test creates a virtual
 * environment with packages from the registry, installs the client as users do, and also checks its types.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { newSecret, signatureHeaders } from '../../src/modules/events';
import { blocksOf, runProgram } from '../support/client-programs';
import { clientCases, serveCases, type ScriptedServer } from '../support/client-cases';
import { startLedger, type TestLedger } from '../support/ledger';
import { randomFrom, seedOf } from '../support/random';
import { randomEvent } from '../support/random-events';
import { openBooks, decide } from '../support/requests';
import { eventsOf } from '../support/feed';
import { openRestoredLog, postBatches } from '../support/restored-log';

jest.setTimeout(400_000);

const client = resolve(__dirname, '../../clients/python');
const wanted = process.env['LEDGER_TEST_PYTHON'] ?? 'python3';
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'ledger-python-'));
const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
afterAll(removeFolder);

const succeeds = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 180_000 }).status === 0;

/** Creates the virtual environment, and returns its Python; undefined if the registry cannot be reached. */
const fetched = (): string | undefined => {
  const environment = join(folder, 'environment');
  const python = join(environment, 'bin/python');
  const isThere =
    succeeds('python3', '-m', 'venv', environment) &&
    succeeds(python, '-m', 'pip', 'install', '--quiet', `${client}[test]`, 'mypy');
  // Deletes the files that pip's build has left in the source folder of the client.
  for (const left of ['build', 'src/ledger_service_client.egg-info'])
    rmSync(join(client, left), { recursive: true, force: true });
  return isThere ? python : undefined;
};

const isFetched = wanted === 'fetch';
const python = isFetched ? fetched() : succeeds(wanted, '-c', 'import httpx, pydantic, pytest') ? wanted : undefined;
if (python === undefined) {
  // Removes the folder here, because jest does not call `afterAll` if all tests are skipped.
  removeFolder();
  process.stdout.write(
    isFetched
      ? 'python: skipped, because there is no python3, or its packages could not be fetched\n'
      : `python: skipped, because ${wanted} has no httpx, pydantic and pytest; make test-python fetches them\n`,
  );
}
const describeWithPython = python === undefined ? describe.skip : describe;

/**
 * A program that resumes the stream after the last event that it has received. The service refuses this, because the log was restored from
 * a backup. So the program finds the last event that both logs have, and lists the events after it.
 */
const consumer = `
import json, os, sys
from pathlib import Path
from ledger_client import LedgerClient, LedgerRefusal
from ledger_client.models import LedgerEvent

had = [LedgerEvent.model_validate(event) for event in json.loads(Path(sys.argv[1]).read_text("utf-8"))]
with LedgerClient(os.environ["LEDGER_URL"], os.environ["LEDGER_KEY"]) as ledger:
    code = None
    try:
        next(ledger.events.stream(after_sequence=had[-1].sequence, after_hash=had[-1].hash))
    except LedgerRefusal as refusal:
        code = refusal.code
    both = ledger.events.last_in_both(had)
    read = [event.id for event in ledger.events.list(after_sequence=both.sequence, after_hash=both.hash)]
    print(json.dumps({"code": code, "both": both.sequence, "read": read}))
`;

describeWithPython('the Python client', () => {
  let ledger: TestLedger;
  let server: ScriptedServer;
  const seed = seedOf('LEDGER_TEST_CLIENT_EVENTS_SEED');
  const random = randomFrom(seed);
  const events = Array.from({ length: 10_000 }, (_, index) => randomEvent(index + 1, random));

  beforeAll(async () => {
    ledger = await startLedger();
    server = await serveCases(clientCases(), events);
    process.stdout.write(`python: LEDGER_TEST_CLIENT_EVENTS_SEED=${seed}\n`);
  });
  afterAll(async () => {
    await server.close();
    await ledger.close();
    expect(ledger.complaints).toEqual([]);
  });

  const run = async (key: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runProgram(python ?? '', ['-B', ...args], client, {
      LEDGER_URL: ledger.baseUrl,
      LEDGER_KEY: key,
      LEDGER_CASES_URL: server.url,
      // If the client was installed by `fetch`, the tests use the installed package; otherwise they use the source folder.
      ...(isFetched ? {} : { PYTHONPATH: join(client, 'src') }),
      ...more,
    });

  /** The body and the signature of an event, as a webhook delivers it. */
  const webhook = async (): Promise<string> => {
    const { api } = await openBooks(ledger);
    await decide(api);
    const events = (await api.get('/events?types=transaction.posted')).body.data;
    const secret = newSecret();
    const body = JSON.stringify(events[0]);
    return JSON.stringify({ body, secret, headers: signatureHeaders({ id: 'msg_1', at: new Date(), body }, [secret]) });
  };

  test('passes its own tests', async () => {
    const { key } = await openBooks(ledger);
    const { code, stdout, stderr } = await run(key, ['-m', 'pytest'], { LEDGER_WEBHOOK: await webhook() });
    expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^\d+ passed/m);
  });

  test('runs the quickstart of its README, and the same for asyncio', async () => {
    const { key } = await ledger.newLedger();
    const [quickstart = '', forAsyncio = ''] = blocksOf(join(client, 'README.md'), 'python');
    const outputs: string[] = [];
    for (const [name, program] of [
      ['quickstart.py', quickstart],
      ['for_asyncio.py', forAsyncio],
    ] as const) {
      writeFileSync(join(folder, name), program);
      const { code, stdout, stderr } = await run(key, [join(folder, name)]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      outputs.push(stdout.trim());
    }
    const accounts = ['TICKETS 10.50', 'TILL 10.50'];
    expect(outputs[0]?.split('\n')).toEqual([
      ...['posted 10.50', '10.50', '422 REVERSAL_EXCEEDS_REMAINDER', ...accounts],
      expect.stringMatching(/^\d+ transaction\.posted$/),
    ]);
    expect(outputs[1]?.split('\n')).toEqual(accounts);
  });

  test('learns that a restore lost events, and reads on without losing or repeating any', async () => {
    const restored = await openRestoredLog();
    try {
      const had = join(folder, 'had.json');
      writeFileSync(had, JSON.stringify(restored.before));
      writeFileSync(join(folder, 'consumer.py'), consumer);
      const consume = async (): Promise<{ readonly code: string; readonly both: number; readonly read: string[] }> => {
        const { code, stdout, stderr } = await run(restored.key, [join(folder, 'consumer.py'), had], {
          LEDGER_URL: restored.ledger.baseUrl,
        });
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        return JSON.parse(stdout);
      };
      const { atBackup, before, api } = restored;
      expect(await consume()).toEqual({ code: 'SEQUENCE_NOT_REACHED', both: atBackup, read: [] });
      await postBatches(api, 10, 100);
      const { code, both, read } = await consume();
      expect([code, both]).toEqual(['LOG_CHANGED', atBackup]);
      const kept = before.slice(0, both).map(({ id }) => id as string);
      expect([...kept, ...read]).toEqual((await eventsOf(api)).map(({ id }) => id));
      expect(read.filter((id) => before.some((event) => event.id === id))).toEqual([]);
    } finally {
      await restored.close();
    }
  });

  (isFetched ? test : test.skip)('has valid types, which find a wrong call', async () => {
    writeFileSync(
      join(folder, 'wrong.py'),
      [
        'from ledger_client import LedgerClient',
        'def calls(ledger: LedgerClient) -> None:',
        '    ledger.transactions.list(status="done")',
        '    ledger.transactions.list(stauts="posted")',
        '    ledger.reports.income_statement()',
        '    rounded: float = ledger.accounts.balance("CASH").balances.settled',
        '',
      ].join('\n'),
    );
    const mypy = ['-m', 'mypy', '--strict', '--cache-dir', join(folder, 'mypy')];
    const own = await run('', [...mypy, 'src/ledger_client']);
    expect([own.code, own.stdout]).toEqual([0, expect.stringContaining('no issues')]);
    const { stdout } = await run('', [...mypy, join(folder, 'wrong.py')]);
    const lines = new Set([...stdout.matchAll(/wrong\.py:(\d+): error/g)].map(([, line]) => Number(line)));
    expect([...lines]).toEqual([3, 4, 5, 6]);
  });
});
