/** A command that is interrupted closes the installation that it opened, and with it the embedded database. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { CommandError, createShell, leftWhenEnded, type Shell } from '../../src/app/cli/run';
import { backup } from '../../src/app/operating/backup';
import { systemClock } from '../../src/kernel/running/system-clock';
import { serviceEnvironment, superuserUrlOf } from '../support/database';
import { hangingTool } from '../support/hanging-tool';
import { startLedger, type TestLedger } from '../support/ledger';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
});
afterAll(() => ledger.close());

const open = (databaseUrl = ledger.databaseUrl) => {
  const hearers = new Set<(signal: NodeJS.Signals) => void>();
  const nowhere = new PassThrough();
  const shell: Shell = createShell(
    {
      ...{ streams: { stdin: nowhere, stdout: nowhere, stderr: nowhere }, log: nowhere, clock: systemClock },
      env: { ...serviceEnvironment(databaseUrl), LOG_LEVEL: 'silent' },
      telemetry: { stop: async () => undefined },
      onSignal: (heard) => {
        hearers.add(heard);
        return () => hearers.delete(heard);
      },
    },
    () => undefined,
  );
  const interrupt = (): void => [...hearers].forEach((heard) => heard('SIGINT'));
  return { shell, interrupt, hearers };
};

test('an interrupted command fails as interrupted, and a second signal ends the process', async () => {
  const { shell, interrupt, hearers } = open();
  let asked = 0;
  const command = shell.onInstallation(async ({ access }) => {
    for (;;) {
      await access.hasTenants();
      if (++asked === 3) interrupt();
      expect(hearers.size).toBe(asked < 3 ? 1 : 0);
    }
  });
  await expect(command).rejects.toThrow(CommandError);
  await expect(command).rejects.toThrow('Interrupted');
  expect(asked).toBeGreaterThanOrEqual(3);
});

test('a command that expects the signal ends by itself', async () => {
  const { shell, interrupt, hearers } = open();
  const ended = await shell.onInstallation(async ({ access }) => {
    let isTold = false;
    await shell.untilTold(async (signal) => {
      interrupt();
      isTold = signal.aborted;
      await access.hasTenants();
    });
    return isTold;
  });
  expect([ended, hearers.size]).toEqual([true, 0]);
});

test('an interrupted backup ends its tool and leaves no files', async () => {
  const superuserUrl = superuserUrlOf(ledger.databaseUrl);
  const { shell, interrupt, hearers } = open(superuserUrl);
  const tool = hangingTool();
  const folder = mkdtempSync(join(tmpdir(), 'ledger-interrupted-'));
  const to = join(folder, 'backup');
  const command = shell.onDatabase(false, (_, __, ended) =>
    backup({ url: superuserUrl, to, jobs: 1, env: { ...process.env, ...tool.env }, ended }),
  );
  await tool.begun;
  expect(readdirSync(folder)).toEqual(['backup.part']);
  interrupt();
  expect(hearers.size).toBe(0);
  await expect(command).rejects.toThrow('Interrupted: the command did not finish.');
  expect(readdirSync(folder)).toEqual([]);
});

test('work that ignores the signal is abandoned, and later work does not begin', async () => {
  const { shell, interrupt } = open();
  const left = shell.onDatabase(false, (_, __, ended) => {
    const never = leftWhenEnded(ended, new Promise(() => undefined));
    interrupt();
    return never;
  });
  await expect(left).rejects.toThrow('Interrupted');
  const begun = jest.fn();
  const late = shell.onDatabase(false, async () => void begun());
  interrupt();
  await expect(late).rejects.toThrow('Interrupted');
  expect(begun).not.toHaveBeenCalled();
});

test('an error of the command itself is reported unchanged', async () => {
  const { shell, hearers } = open();
  await expect(shell.onInstallation(() => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  expect(hearers.size).toBe(0);
});
