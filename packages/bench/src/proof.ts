/**
 * Measures the cost of proofs in a long log: the receipt of any transaction, and the verification of all books against the checkpoints that
 * the service signed. The verification also runs in a ledger of a tenth of the size; it should need the same memory.
 */
import type { TenantId } from '../../../src/kernel/ids';
import { apiPath } from '../../../src/app/server';
import { runCommand, type CommandRun } from './command';
import type { HistoryPlan } from './history';
import { percentilesOf } from './percentiles';
import { seedLedger, type SeededLedger } from './postgres/seeded-ledger';
import { openReader, untilDone } from './reading';
import { judge, millisecondsText, wholeNumber, type Section } from './report';
import { askService, checkpointFileIn } from './service';
import type { Stage } from './stage';
import { goals } from './targets';

export interface ProofPlan extends Pick<HistoryPlan, 'transactions'> {
  /** The number of requested receipts. Their transactions are distributed over the whole log. */
  readonly receipts: number;
  readonly seed: number;
}

const bytesPerMegabyte = 1_048_576;
const signedWithinMs = 180_000;
const warmUpAsks = 10;
const smaller = 10;

export const measureProof = async (
  stage: Stage,
  tenantId: TenantId,
  { transactions, receipts, seed }: ProofPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const few = Math.floor(transactions / smaller);
  const small = await fill(stage, tenantId, { name: 'short', transactions: few, receipts: 0, seed });
  const big = await fill(stage, tenantId, { name: 'long', transactions, receipts, seed });
  await untilSigned(stage, small);
  const signedSeconds = await untilSigned(stage, big);
  say(`filled ${wholeNumber(transactions)} transactions; the log was signed ${signedSeconds.toFixed(1)} s later`);
  await stage.owner.vacuum();
  const receiptsMs = await timeReceipts(stage, big);
  const short = await verified(stage, small);
  const long = await verified(stage, big);
  const perSecond = transactions / long.seconds;
  const { p50, p99 } = percentilesOf(receiptsMs);
  const megabytes = ({ peak }: CommandRun): string => (peak === undefined ? '?' : wholeNumber(peak / bytesPerMegabyte));
  return {
    title: `Proof: receipts and verification of a log of ${wholeNumber(transactions)} transactions`,
    tables: [
      {
        columns: ['receipt of any transaction', 'p50 ms', 'p99 ms'],
        rows: [[`${wholeNumber(receiptsMs.length)} times`, millisecondsText(p50), millisecondsText(p99)]],
      },
      {
        columns: ['verify --checkpoints', 'seconds', ' transactions per second', 'MB of the command'],
        rows: [
          ['short', short.seconds.toFixed(1), wholeNumber(few / short.seconds), megabytes(short)],
          ['long', long.seconds.toFixed(1), wholeNumber(perSecond), megabytes(long)],
        ],
      },
    ],
    remarks: [
      'The time includes the start of the command. Both verifications found nothing.',
      `The tree over the log was signed ${signedSeconds.toFixed(1)} s after its last event.`,
    ],
    judgements: [
      judge('receipt, p99', p99, goals.receipt),
      judge('transactions verified per second', perSecond, goals.verifiedPerSecond),
      ...(short.peak === undefined || long.peak === undefined
        ? []
        : [judge('memory of a long verification ÷ of a short one', long.peak / short.peak, goals.steadyMemory)]),
    ],
    figures: { proof: { receipts: { p50, p99 }, short, long, signedSeconds } },
  };
};

const fill = async (
  stage: Stage,
  tenantId: TenantId,
  plan: { readonly name: string; readonly transactions: number; readonly receipts: number; readonly seed: number },
): Promise<SeededLedger> => {
  const { name, transactions, receipts, seed } = plan;
  const step = Math.max(1, Math.floor(transactions / Math.max(1, receipts)));
  return seedLedger(stage.installation, tenantId, {
    ...{ ledger: name, transactions, entriesOfAccount: Math.ceil(transactions / 100), seed },
    rememberedTransactions: new Set(Array.from({ length: receipts }, (_, index) => index * step)),
    rememberedEntries: new Set(),
  });
};

/** Waits until a checkpoint covers the whole log. The service signs one at intervals. Returns the seconds waited. */
const untilSigned = async ({ owner, service }: Stage, { ledgerId, key }: SeededLedger): Promise<number> => {
  const head = await owner.lastEvent(ledgerId);
  const isSigned = async (): Promise<boolean> => (await owner.signedThrough(ledgerId)) >= head;
  const seconds = await untilDone(isSigned, signedWithinMs, 'the service does not sign the log');
  await askService({ ...service, key }, '/ledger/checkpoint');
  return seconds;
};

const timeReceipts = async (stage: Stage, { key, transactionIds }: SeededLedger): Promise<readonly number[]> => {
  const ask = await openReader(stage, key);
  const ids = [...transactionIds.values()];
  const taken: number[] = [];
  for (const id of [...ids.slice(0, warmUpAsks), ...ids]) {
    const { body, milliseconds } = await ask({ path: `${apiPath}/transactions/${id}/receipt` });
    if (!body.includes('"inclusion":[')) throw new Error(`this is no receipt: ${body.slice(0, 200)}`);
    taken.push(milliseconds);
  }
  return taken.slice(warmUpAsks);
};

const verified = async ({ dataDirectory }: Stage, { ledgerId }: SeededLedger): Promise<CommandRun> => {
  const options = ['--ledger', ledgerId, '--checkpoints', checkpointFileIn(dataDirectory), '--json'];
  const run = await runCommand(dataDirectory, ['verify', ...options]);
  if (!(JSON.parse(run.answer) as { readonly ok: boolean }).ok)
    throw new Error(`the books do not hold: ${run.answer.slice(0, 500)}`);
  return run;
};
