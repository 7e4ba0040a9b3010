/** `ledger doctor`: checks that this installation is set up correctly. It changes nothing, and runs no migrations. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { refused } from '../../kernel/refusal';
import { readConfig } from '../config';
import { complaintAboutProduction, embeddedDatabaseIn } from '../embedded-database';
import { examineDatabase, examineNoDatabase, examineProcess, type Examined } from '../doctor';
import { failure, fine, type Surroundings } from '../doctor/check';
import { reasonOf } from '../reason';
import { counted, jsonOption, leftWhenEnded, type Shell } from './run';
import { table } from './table';

export const addDoctorCommand = (program: Command, shell: Shell): void => {
  program
    .command('doctor')
    .description('find configuration mistakes and suggest corrections; exits with 1 if a check fails')
    .addOption(jsonOption())
    .action(async ({ json }: { json: boolean }) => {
      const checks = await examine(shell);
      const ok = checks.every(({ status }) => status !== 'fail');
      const record = checks.map(({ name, status, seen, advice }) => ({ name, status, seen, advice: advice ?? null }));
      shell.print(json, { ok, checks: record }, told(checks));
      if (!ok) shell.exitWith(1);
    });
};

const examine = async ({ env, clock, onDatabase }: Shell): Promise<readonly Examined[]> => {
  const config = readConfig(env);
  if (refused(config)) return [{ name: 'configuration', ...failure(config.left, 'correct the variable') }];
  const surroundings: Surroundings = {
    config: config.right,
    variables: env,
    clock,
    nodeVersion: process.version,
  };
  const { databaseUrl } = config.right;
  const ofProcess = await examineProcess(surroundings);
  const complaint = complaintAboutProduction(config.right);
  if (complaint !== undefined) return [...ofProcess, ...examineNoDatabase(failure(complaint, 'set DATABASE_URL'))];
  if (databaseUrl === undefined && !existsSync(embeddedDatabaseIn(config.right)))
    return [...ofProcess, ...examineNoDatabase(fine('none yet: the first start creates it'))];
  const ofDatabase = await onDatabase(false, (ownerUrl, _, ended) =>
    leftWhenEnded(
      ended,
      examineDatabase(
        { serviceUrl: databaseUrl ?? ownerUrl, ownerUrl, isEmbedded: databaseUrl === undefined },
        surroundings,
      ),
    ),
  ).catch((error: unknown) => examineNoDatabase(failure(reasonOf(error), 'look at the log of PostgreSQL')));
  return [...ofProcess, ...ofDatabase];
};

const told = (checks: readonly Examined[]): string => {
  const [header, ...lines] = table(
    ['STATUS', 'CHECK', 'SEEN'],
    checks.map(({ status, name, seen }) => [status, name, seen]),
  ).split('\n');
  const withAdvice = lines.flatMap((line, index) => {
    const advice = checks[index]?.advice;
    return advice === undefined ? [line] : [line, `        do: ${advice}`];
  });
  const count = (of: string): number => checks.filter(({ status }) => status === of).length;
  return [
    header,
    ...withAdvice,
    `${counted(checks.length, 'check')}: ${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} to correct.`,
  ].join('\n');
};
