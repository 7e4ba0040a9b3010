/** A command that is interrupted closes the installation that it opened, and with it the embedded database. */
import { PassThrough } from 'node:stream';
import { CommandError, createShell, type Shell } from '../../src/app/cli/run';
import { systemClock } from '../../src/kernel/system-clock';
import { serviceEnvironment } from '../support/database';
import { startLedger, type TestLedger } from '../support/ledger';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
});
afterAll(() => ledger.close());

const open = () => {
  const hearers = new Set<(signal: NodeJS.Signals) => void>();
  const nowhere = new PassThrough();
  const shell: Shell = createShell(
    {
      ...{ streams: { stdin: nowhere, stdout: nowhere, stderr: nowhere }, log: nowhere, clock: systemClock },
      env: { ...serviceEnvironment(ledger.databaseUrl), LOG_LEVEL: 'silent' },
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

test('what it asks then fails, it says that it was interrupted, and a second signal ends the process', async () => {
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

test('one that is told to end ends by itself', async () => {
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

test('a fault of its own is told as it is', async () => {
  const { shell, hearers } = open();
  await expect(shell.onInstallation(() => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  expect(hearers.size).toBe(0);
});
