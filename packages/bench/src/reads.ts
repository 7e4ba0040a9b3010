/**
 * Measures whether reads slow down when there is more data. The same reads run alternately on a small and on a big ledger, so that other
 * load of the machine affects both. The medians are compared: a cost that grows with the ledger appears in every response, while the p99 of
 * a few hundred responses depends on only a few of them.
 */
import type { TenantId } from '../../../src/kernel/ids';
import type { HistoryPlan } from './history';
import { checkCursors, readsOf, rememberedRows, type Read, type MeasuredRead, type SizedLedger } from './lists';
import { percentilesOf, type Percentiles } from './percentiles';
import { seedLedger } from './postgres/seeded-ledger';
import { openReader, type Ask } from './reading';
import { judge, millisecondsText, wholeNumber, type Judgement, type Section } from './report';
import type { Stage } from './stage';
import { goals } from './targets';

export type LedgerSize = Pick<HistoryPlan, 'transactions' | 'entriesOfAccount'>;

export interface ReadPlan {
  readonly small: LedgerSize;
  readonly big: LedgerSize;
  /** The number of measured requests for each read and ledger. */
  readonly asks: number;
  readonly seed: number;
}

interface ReadFigure {
  readonly reading: MeasuredRead;
  readonly name: string;
  readonly smallMs: Percentiles;
  readonly bigMs: Percentiles;
  /** The median of the big ledger divided by that of the small one. */
  readonly growth: number;
}

/** The number of warm-up requests for each read, which are not measured. */
const warmUpAsks = 10;

export const measureReads = async (
  stage: Stage,
  tenantId: TenantId,
  plan: ReadPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const ledgers = [
    await fill(stage, tenantId, 'small', plan.small, plan.seed, say),
    await fill(stage, tenantId, 'big', plan.big, plan.seed, say),
  ] as const;
  // Vacuums now, so that autovacuum does not run during the measurement.
  await stage.owner.vacuum();
  // The service closes idle connections, so the readers connect only now.
  const [small, big] = [await openSide(stage, ledgers[0]), await openSide(stage, ledgers[1])];
  const reads = readsOf(stage.installation).map((read) => ({
    read,
    smallMs: new Array<number>(),
    bigMs: new Array<number>(),
  }));
  for (const { ledger, ask } of [small, big])
    await checkCursors(stage.installation, ledger, async (path) => (await ask({ path })).body);
  for (let time = -warmUpAsks; time < plan.asks; time++)
    for (const { read, smallMs, bigMs } of reads) {
      const sides = [
        { ...small, taken: smallMs },
        { ...big, taken: bigMs },
      ];
      for (const side of time % 2 === 0 ? sides : sides.reverse()) {
        const milliseconds = await timeRead(side, read, Math.abs(time));
        if (time >= 0) side.taken.push(milliseconds);
      }
    }
  return describe(
    plan,
    reads.map(({ read: { reading, name }, ...taken }) => {
      const [smallMs, bigMs] = [percentilesOf(taken.smallMs), percentilesOf(taken.bigMs)];
      return { reading, name, smallMs, bigMs, growth: bigMs.p50 / smallMs.p50 };
    }),
  );
};

interface Side {
  readonly ledger: SizedLedger;
  readonly ask: Ask;
}

const fill = async (
  { installation }: Stage,
  tenantId: TenantId,
  name: string,
  size: LedgerSize,
  seed: number,
  say: (line: string) => void,
): Promise<SizedLedger> => {
  const startedAt = performance.now();
  const seeded = await seedLedger(installation, tenantId, {
    ...size,
    ledger: name,
    seed,
    // The list is sorted newest first, so row 0 is the last transaction.
    rememberedTransactions: new Set([...rememberedRows(size.transactions)].map((row) => size.transactions - 1 - row)),
    rememberedEntries: rememberedRows(size.entriesOfAccount),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  say(
    `filled the ${name} ledger with ${wholeNumber(size.transactions)} transactions, ${wholeNumber(size.entriesOfAccount)} entries of them on one account, in ${seconds.toFixed(1)} s`,
  );
  return { ...seeded, ...size };
};

const openSide = async (stage: Stage, ledger: SizedLedger): Promise<Side> => ({
  ledger,
  ask: await openReader(stage, ledger.key),
});

/** Measures one read. The response is checked only after the time has been taken. */
const timeRead = async ({ ledger, ask }: Side, read: Read, time: number): Promise<number> => {
  const { body, milliseconds } = await ask({ path: read.pathFor(ledger, time) });
  read.check(body);
  return milliseconds;
};

const describe = (plan: ReadPlan, figures: readonly ReadFigure[]): Section => ({
  title: `Reads: ms until the answer, ${plan.asks} times each`,
  tables: [
    {
      columns: ['', 'small p50', 'p99', 'big p50', 'p99', 'p50 ratio'],
      rows: figures.map(({ name, smallMs, bigMs, growth }) => [
        name,
        ...[smallMs.p50, smallMs.p99, bigMs.p50, bigMs.p99].map(millisecondsText),
        `${growth.toFixed(2)} ×`,
      ]),
    },
  ],
  remarks: [sizeText('small', plan.small), sizeText('big', plan.big)],
  judgements: judgementsOf(plan, figures),
  figures: { reads: figures },
});

const sizeText = (name: string, { transactions, entriesOfAccount }: LedgerSize): string =>
  `The ${name} ledger has ${wholeNumber(transactions)} transactions over ten years; the account, ${wholeNumber(entriesOfAccount)} entries.`;

/** Judges each list by the worst of three ratios: those of its first, middle and last page. */
const judgementsOf = ({ small, big }: ReadPlan, figures: readonly ReadFigure[]): readonly Judgement[] => {
  const worst = (reading: MeasuredRead, of: (figure: ReadFigure) => number): number =>
    Math.max(...figures.filter((figure) => figure.reading === reading).map(of));
  const ofAccount = ['as-of balance', 'entries page'] as const;
  const ofLedger = ['transaction page', 'account page', 'correlation page'] as const;
  const entries = [big, small].map(({ entriesOfAccount }) => wholeNumber(entriesOfAccount));
  const transactions = [big, small].map(({ transactions: count }) => wholeNumber(count));
  return [
    ...ofAccount.flatMap((reading) => [
      judge(
        `${reading} of ${entries[0]} entries, p99`,
        worst(reading, ({ bigMs }) => bigMs.p99),
        goals.readOfAccount,
      ),
      judge(
        `${reading}, ${entries.join(' ÷ ')} entries`,
        worst(reading, ({ growth }) => growth),
        goals.readGrowth,
      ),
    ]),
    ...ofLedger.map((reading) =>
      judge(
        `${reading}, ${transactions.join(' ÷ ')} transactions`,
        worst(reading, ({ growth }) => growth),
        goals.readGrowth,
      ),
    ),
  ];
};
