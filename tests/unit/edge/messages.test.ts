/** If a message names a remedy, the remedy works. */
import { Command } from 'commander';
import { addCheckCommands } from '../../../src/app/cli/checks';
import { readConfig } from '../../../src/app/config';
import { createProgressLine, verifyProgressText } from '../../../src/app/cli/progress';
import { largestAmount, parseAmount } from '../../../src/kernel/money';
import { refused } from '../../../src/kernel/refusal';
import { createVerify, type WorkDone } from '../../../src/modules/ledgering/application/verify';
import { addressesBeside } from '../../../src/modules/events/webhooks/addresses';
import { judgeTarget } from '../../../src/modules/events/webhooks/target';
import { HandClock } from '../../support/hand-clock';

const judging = (variables: NodeJS.ProcessEnv) => {
  const config = readConfig(variables);
  if (refused(config)) throw new Error(config.left);
  const addresses = addressesBeside(config.right.webhookAllow);
  return (url: string) =>
    judgeTarget(url, { addresses, resolve: async () => [], resolveTimeoutMs: 1_000, clock: new HandClock() });
};

describe('an address that webhooks may not go to', () => {
  test.each(['http://10.1.2.3/hook', 'https://10.1.2.3/hook'])(
    'is allowed by the setting that the message names: %s',
    async (url) => {
      const before = await judging({})(url);
      if (!refused(before)) throw new Error('it is allowed');
      const [, name = '', value = ''] = /such as (LEDGER_\w+)=([\d./]+)\)/.exec(before.left.reason) ?? [];
      expect(refused(await judging({ [name]: value })(url))).toBe(false);
      expect(refused(await judging({ [name]: value })('https://10.2.0.1/hook'))).toBe(true);
    },
  );
});

test.each([0, 2, 18])('a ledger with %i decimals accepts its largest amount, but no larger one', (storageDecimals) => {
  const denomination = { currency: 'X', storageDecimals, displayDecimals: storageDecimals };
  const largest = largestAmount(denomination);
  expect(parseAmount(largest, denomination)).toMatchObject({ right: 10n ** 38n - 1n });
  expect(refused(parseAmount(`1${'0'.repeat(38 - storageDecimals)}`, denomination))).toBe(true);
});

describe('the progress of a verification', () => {
  async function* many(): AsyncGenerator<readonly never[]> {
    const row = (sequence: number) => ({ hash: Buffer.alloc(33), sequence: BigInt(sequence), payload: {} }) as never;
    for (let from = 0; from < 2_500; from += 500) yield Array.from({ length: 500 }, (_, index) => row(from + index));
  }
  async function* nothing(): AsyncGenerator<never> {}

  const books = {
    size: async () => ({ transactions: 700, entries: 0, events: 2_500 }),
    verdicts: async (judged: () => void) => (judged(), judged(), []),
    head: async () => undefined,
    events: () => many(),
    ...{ decided: nothing, pending: nothing, accounts: nothing, journals: nothing, periodLocks: nothing },
    ...{ codes: nothing, operations: nothing },
    accountSets: () => nothing(),
    lastContents: async () => new Map(),
  };

  test('is counted by comparisons and rows, not by time', async () => {
    const reader = {
      read: (_: unknown, work: (of: typeof books) => Promise<unknown>) => work(books),
    };
    const told: WorkDone[] = [];
    const verify = createVerify({ books: reader as never, clock: new HandClock() });
    await verify('a ledger' as never, undefined, (work) => told.push(work));
    expect(told).toEqual([
      { checks: 1, rows: 0, ofRows: 3_200 },
      { checks: 2, rows: 0, ofRows: 3_200 },
      { checks: 2, rows: 1_000, ofRows: 3_200 },
      { checks: 2, rows: 2_000, ofRows: 3_200 },
    ]);
  });

  test.each<[options: readonly string[], isTTY: boolean, line: readonly string[]]>([
    [[], true, ['\r\u001B[Kledger 2 of 3: 1 checks, 0 of 5 events and transactions', '\n']],
    [['--json'], true, []],
    [[], false, []],
  ])('is written as expected with %j and a terminal: %j', async (options, isTTY, expected) => {
    const [clock, written] = [new HandClock(), [] as string[]];
    const report = { ok: true, checks: [], findings: [], notes: [], milliseconds: 0, waiting: { since: null } };
    const ofAll = async (told: (done: number, of: number) => void, working: (work: WorkDone) => void) => {
      told(1, 3);
      clock.advance(5_000);
      working({ checks: 1, rows: 0, ofRows: 5 });
      return { ...report, ledgers: 3, transactions: 0, entries: 0, events: 5 };
    };
    const program = new Command();
    addCheckCommands(program, {
      withAnyPepper: (work: (installation: unknown) => Promise<void>) =>
        work({ administration: { verifying: { ofAll } } }),
      ...{ clock, print: () => undefined, exitWith: () => undefined },
      streams: { stderr: { isTTY, write: (text: string) => written.push(text) > 0 } },
    } as never);
    await program.parseAsync(['node', 'ledger', 'verify', ...options]);
    expect(written).toEqual(expected);
  });

  test('is one line, which is not written at every step', () => {
    const clock = new HandClock();
    const written: string[] = [];
    const stderr = { isTTY: true, write: (text: string) => written.push(text) > 0 };
    const line = createProgressLine({ streams: { stderr }, clock } as never, true, verifyProgressText);
    const work = { done: 1, of: 12, checks: 14, rows: 120_000, ofRows: 3_200_000 };
    line.tell(work);
    clock.advance(200);
    line.tell(work);
    line.end();
    expect(written).toEqual([
      '\r\u001B[Kledger 2 of 12: 14 checks, 120,000 of 3,200,000 events and transactions',
      '\n',
    ]);
  });
});
