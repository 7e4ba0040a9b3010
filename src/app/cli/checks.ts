/** `ledger verify` checks that every invariant holds; `ledger bench` measures performance. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import {
  bench,
  benchParts,
  maxBenchSeconds,
  maxBenchSeed,
  minBenchSeconds,
  type BenchOptions,
} from '../../../packages/bench/src';
import type { VerificationReport, WorkDone } from '../../modules/ledgering';
import { writeVerifyMetrics } from '../metrics/verify-file';
import { reasonOf } from '../reason';
import { terminalLines } from '../terminal-text';
import { wholeNumber } from './arguments';
import { ledgerNamed } from './choose';
import { createProgressLine, verifyProgressText } from './progress';
import { checkpointLines, compareCheckpoints, type CheckpointFiles } from './proof';
import { CommandError, counted, jsonOption, tenantOption, type Shell } from './run';

/** The connections of `ledger verify`: one for checks in SQL, one for hashing, and one for reading the logs to compare checkpoints. */
const verifyConnections = 3;

/**
 * Returns the line about accepted transactions that wait for a worker to post them; a restored database contains those that were waiting
 * when it was backed up.
 */
export const waitingLine = ({ transactions, since }: VerificationReport['waiting']): readonly string[] =>
  since === null
    ? []
    : [
        `waits   for a worker: ${counted(transactions, 'transaction')}, the first since ${since.toISOString()}; posted once a worker runs`,
      ];

const nothingVerified =
  'There is no ledger in this database, so nothing was verified. Check DATABASE_URL (or LEDGER_DATA_DIR).';

interface Verifying extends CheckpointFiles {
  readonly ledger?: string;
  readonly tenant?: string;
  readonly since?: number;
  readonly metrics?: string;
  readonly json: boolean;
}

export const addCheckCommands = (program: Command, shell: Shell): void => {
  const { withAnyPepper, print, clock } = shell;
  program
    .command('verify')
    .description('recompute the books and check every invariant')
    .option('--ledger <id or code>', 'only this ledger')
    .addOption(tenantOption())
    .option(
      '--since <sequence>',
      'hash only the events after this sequence, up to which an earlier run verified the log; requires --ledger',
      wholeNumber(1, 999_999_999),
    )
    .option('--checkpoints <file or URL>', 'compare the logs with these checkpoints, which you stored elsewhere')
    .option(
      '--keys <file>',
      'the verifier keys to trust for the signatures of the checkpoints (default: those in the database)',
    )
    .option('--metrics <file>', "write the result to this file for the node exporter's textfile collector (*.prom)")
    .addOption(jsonOption())
    .action(({ ledger, tenant, since, metrics, json, ...files }: Verifying) =>
      withAnyPepper(async (installation) => {
        if (tenant !== undefined && ledger === undefined)
          throw new CommandError('--tenant says whose ledger --ledger means: give both, or neither.');
        if (since !== undefined && ledger === undefined)
          throw new CommandError('--since counts events of one ledger: name it with --ledger.');
        if (metrics !== undefined && !existsSync(dirname(resolve(metrics))))
          throw new CommandError(`--metrics: there is no folder ${dirname(resolve(metrics))}. Create it first.`);
        const only = ledger === undefined ? undefined : await ledgerNamed(installation, ledger, tenant);
        const { verifying } = installation.administration;
        const progress = createProgressLine(shell, shell.streams.stderr.isTTY === true && !json, verifyProgressText);
        let ledgers = { done: 0, of: 1 };
        const told = (done: number, of: number): void => void (ledgers = { done, of });
        const working = (work: WorkDone): void => progress.tell({ ...ledgers, ...work });
        const verification = only
          ? installation.ledgering.verify(only.id, told, working, BigInt(since ?? 0), 'fast')
          : verifying.ofAll(told, working, undefined, 'fast');
        const [report, signed] = await Promise.all([
          verification.finally(() => progress.end()),
          compareCheckpoints(installation, files, only?.id),
        ]);
        // An empty database is an error: if a nightly verification loses its settings, it must not succeed on the wrong database.
        const isNothing = report.ledgers === 0;
        const isGood = report.ok && !isNothing && (signed === undefined || signed.findings.length === 0);
        const { ledgers: count, transactions, entries, events, milliseconds } = report;
        const lines = [
          ...report.checks.map(({ name, findings }) => `${findings === 0 ? 'holds ' : 'BROKEN'}  ${name}`),
          ...(since === undefined ? [] : [`note    hashes: events up to ${since} were not hashed again`]),
          ...waitingLine(report.waiting),
          ...report.findings.map((finding) => `  ${finding.check}: ${finding.where}: ${finding.detail}`),
          ...report.notes.map((note) => `note    ${note.check}: ${note.where}: ${note.detail}`),
          `${counted(count, 'ledger')}, ${counted(transactions, 'transaction')}, ${counted(entries, 'entry', 'entries')}, ${counted(events, 'event')} in ${(milliseconds / 1000).toFixed(1)} s: ${report.ok ? 'everything holds' : counted(report.findings.length, 'finding')}.`,
          ...(signed ? checkpointLines(signed) : []),
          ...(isNothing ? [nothingVerified] : []),
        ];
        print(json, { ...report, ok: isGood, ...(signed && { checkpoints: signed }) }, lines.join('\n'));
        // The JSON has no finding that gives the reason.
        if (isNothing && json) shell.streams.stderr.write(terminalLines(`${nothingVerified}\n`));
        if (!isGood) shell.exitWith(1);
        // The metrics come last: if they cannot be written, the findings have been printed.
        if (metrics !== undefined)
          await writeVerifyMetrics(metrics, {
            scope: only ? 'ledger' : 'all',
            result: isGood ? 'passed' : 'failed',
            findings: report.checks.reduce((sum, { findings }) => sum + findings, signed?.findings.length ?? 0),
            seconds: milliseconds / 1_000,
            finishedAt: clock.now(),
          }).catch((error) =>
            Promise.reject(new CommandError(`--metrics: the result was not written: ${reasonOf(error)}`)),
          );
      }, verifyConnections),
    );

  program
    .command('bench')
    .description(
      'measure the performance of the ledger on this machine, and compare it with the targets, on a temporary database',
    )
    .option('--quick', 'one short round, in under a minute', false)
    .addOption(
      new Option('--only <part>', 'measure only this part, at full size, in up to 15 minutes (neighbours: 40)').choices(
        benchParts,
      ),
    )
    .option(
      '--seconds <n>',
      'how many seconds to measure each row of the report',
      wholeNumber(minBenchSeconds, maxBenchSeconds),
    )
    .option(
      '--seed <n>',
      'the seed of an earlier run, to repeat its accounts and amounts',
      wholeNumber(0, maxBenchSeed),
    )
    .option('--json <file>', 'write the figures to this file')
    .action((options: BenchOptions) => bench(options, shell));
};
