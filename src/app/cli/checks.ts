/** `ledger verify` and `ledger bench`: whether everything holds, and how fast. */
import { Option, type Command } from 'commander';
import {
  bench,
  benchParts,
  maxBenchSeconds,
  maxBenchSeed,
  minBenchSeconds,
  type BenchOptions,
} from '../../bench/bench';
import type { VerificationReport } from '../../modules/ledgering';
import { writeVerifyMetrics } from '../metrics/verify-file';
import { wholeNumber } from './arguments';
import { ledgerNamed } from './choose';
import { CommandError, jsonOption, onInstallation, print, tenantOption } from './run';

/** A worker posts it; a restored database has what waited when it was copied. */
export const waitingLine = ({ transactions, since }: VerificationReport['waiting']): readonly string[] =>
  since === null
    ? []
    : [
        `waits   for a worker: ${transactions} transactions, the first since ${since.toISOString()}; a process that posts will`,
      ];

interface Verifying {
  readonly ledger?: string;
  readonly tenant?: string;
  readonly metrics?: string;
  readonly json: boolean;
}

export const addCheckCommands = (program: Command): void => {
  program
    .command('verify')
    .description('re-derive everything that must always be true')
    .option('--ledger <id or code>', 'only this ledger')
    .addOption(tenantOption())
    .option('--metrics <file>', 'write the outcome there for Prometheus, as the node exporter collects it (*.prom)')
    .addOption(jsonOption())
    .action(({ ledger, tenant, metrics, json }: Verifying) =>
      onInstallation(async (installation) => {
        if (tenant !== undefined && ledger === undefined)
          throw new CommandError('--tenant says whose ledger --ledger means: give both, or neither.');
        const only = ledger === undefined ? undefined : await ledgerNamed(installation, ledger, tenant);
        const { verifying } = installation.administration;
        const report = only ? await installation.ledgering.verify(only.id) : await verifying.ofAll(() => undefined);
        const { ledgers: count, transactions, entries, events, milliseconds } = report;
        const lines = [
          ...report.checks.map(({ name, findings }) => `${findings === 0 ? 'holds ' : 'BROKEN'}  ${name}`),
          ...waitingLine(report.waiting),
          ...report.findings.map((finding) => `  ${finding.check}: ${finding.where}: ${finding.detail}`),
          `${count} ledgers, ${transactions} transactions, ${entries} entries, ${events} events in ${(milliseconds / 1000).toFixed(1)} s: ${report.ok ? 'everything holds' : `${report.findings.length} findings`}.`,
        ];
        if (metrics !== undefined)
          await writeVerifyMetrics(metrics, {
            scope: only ? 'ledger' : 'all',
            result: report.ok ? 'passed' : 'failed',
            findings: report.checks.reduce((sum, { findings }) => sum + findings, 0),
            seconds: milliseconds / 1_000,
            finishedAt: new Date(),
          });
        print(json, report, lines.join('\n'));
        if (!report.ok) process.exitCode = 1;
      }),
    );

  program
    .command('bench')
    .description('measure this machine against the targets, on a database of its own that is removed afterwards')
    .option('--quick', 'one short round, in under a minute', false)
    .addOption(
      new Option('--only <part>', 'one part alone, in its full size, which takes up to 15 minutes').choices(benchParts),
    )
    .option('--seconds <n>', 'measured seconds of each row', wholeNumber(minBenchSeconds, maxBenchSeconds))
    .option('--seed <n>', 'repeat the accounts and amounts of an earlier run', wholeNumber(0, maxBenchSeed))
    .option('--json <file>', 'write the figures there')
    .action((options: BenchOptions) => bench(options));
};
