/**
 * Measures how fast a journal is exported over HTTP in each format, and how much memory the export takes: for a whole long ledger, and for
 * one day of it. The export of a day should cost only as much as the entries of that day.
 */
import { request } from 'node:http';
import type { TenantId } from '../../../src/kernel/ids';
import { daysOfHistory, type HistoryPlan } from './history';
import { seedLedger } from './postgres/seeded-ledger';
import { judge, wholeNumber, type Section } from './report';
import type { Stage } from './stage';
import { goals } from './targets';
import { cpuMicrosOf, cpuMicrosOfFamily, peakBytesOf } from './usage';

export interface ExportPlan extends Pick<HistoryPlan, 'transactions' | 'entriesOfAccount'> {
  readonly seed: number;
}

const formats = ['hledger', 'beancount', 'csv', 'jsonl'] as const;
const bytesPerMegabyte = 1_048_576;

interface Taken {
  readonly format: string;
  readonly bytes: number;
  readonly seconds: number;
  /** The CPU time of the service and of PostgreSQL in seconds; undefined if the system does not report it. */
  readonly cpuSeconds: readonly (number | undefined)[];
}

export const measureExports = async (
  stage: Stage,
  tenantId: TenantId,
  plan: ExportPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const { transactions } = plan;
  const ledger = await seedLedger(stage.installation, tenantId, {
    ...plan,
    ledger: 'exported',
    rememberedTransactions: new Set(),
    rememberedEntries: new Set(),
  });
  await stage.owner.vacuum();
  say(`filled the ledger with ${wholeNumber(transactions)} transactions`);
  const take = async (format: string, query = ''): Promise<Taken> => {
    const path = `/api/v1/exports/journal?format=${format}${query}`;
    const [startedAt, before] = [performance.now(), cpuOf(stage)];
    const bytes = await bytesOf(stage, path, ledger.key);
    const seconds = (performance.now() - startedAt) / 1000;
    const cpuSeconds = cpuOf(stage).map((now, index) => now && (now - (before[index] ?? 0)) / 1_000_000);
    return { format, bytes, seconds, cpuSeconds };
  };
  await take('hledger', `&from=${ledger.dayAt(0)}&to=${ledger.dayAt(0)}`);
  const whole: Taken[] = [];
  for (const format of formats) whole.push(await take(format));
  const day = ledger.dayAt(Math.floor(daysOfHistory / 2));
  const narrow = await take('csv', `&from=${day}&to=${day}`);
  const peak = peakBytesOf(stage.service.pid);
  const perSecond = ({ seconds }: Taken): number => transactions / seconds;
  const [hledger] = whole as [Taken];
  return {
    title: `Exports: a journal of ${wholeNumber(transactions)} transactions over HTTP`,
    tables: [
      {
        columns: ['format', 'seconds', ' transactions per second', 'MB', 'CPU s, service', 'CPU s, PostgreSQL'],
        rows: whole.map((taken) => [
          taken.format,
          taken.seconds.toFixed(1),
          wholeNumber(perSecond(taken)),
          wholeNumber(taken.bytes / bytesPerMegabyte),
          ...taken.cpuSeconds.map((seconds) => seconds?.toFixed(1) ?? '?'),
        ]),
      },
    ],
    remarks: [
      `One day of it, as CSV: ${wholeNumber(narrow.seconds * 1000)} ms.`,
      `Memory of the service at its peak: ${peak === undefined ? '?' : wholeNumber(peak / bytesPerMegabyte)} MB.`,
    ],
    judgements: [
      judge(' transactions per second, exported for hledger', perSecond(hledger), goals.exportedPerSecond),
      ...(peak === undefined
        ? []
        : [judge('memory of the service after exports', peak / bytesPerMegabyte, goals.serviceMemory)]),
    ],
    figures: { exports: { whole, narrow, peak } },
  };
};

const cpuOf = ({ service, owner }: Stage): readonly (number | undefined)[] => [
  cpuMicrosOf(service.pid),
  owner.postmasterPid === undefined ? undefined : cpuMicrosOfFamily(owner.postmasterPid),
];

/** Returns the length of the response in bytes. Throws if the status is not 200, or if the response breaks off. */
export const bytesOf = ({ service: { host, port } }: Stage, path: string, key: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}` };
    request({ host, port, path, headers, agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length));
      response.once('error', reject);
      response.once('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path} was answered ${response.statusCode}`)),
      );
    })
      .once('error', reject)
      .end();
  });
