/** `ledger backup` and `ledger restore`. */
import type { Command } from 'commander';
import { backup } from '../operating/backup';
import { restore } from '../operating/restore';
import type { WaysIn } from '../operating/ways-in';
import { ledgerNames } from '../embedded-database';
import { wholeNumber } from './arguments';
import { waitingLine } from './checks';
import { counted, jsonOption, type Shell } from './run';

/** The maximum value of `--jobs`, which is more than the number of cores of any server. */
const maxJobs = 64;
/** The maximum number of differences that are printed; the JSON output contains all of them. */
const maxToldDifferences = 20;

export const addBackupCommands = (program: Command, shell: Shell): void => {
  const { config, onDatabase, withAnyPepper, print, env } = shell;
  program
    .command('backup')
    .description('copy everything with pg_dump while the service runs; a manifest states where each log ended')
    .requiredOption(
      '--to <file or folder/>',
      'the file to write; a name that ends with a slash is a folder with several files',
    )
    .option(
      '--jobs <n>',
      'how many tables to copy at once; more than one requires a folder',
      wholeNumber(1, maxJobs),
      1,
    )
    .addOption(jsonOption())
    .action(({ to, jobs, json }: { to: string; jobs: number; json: boolean }) => {
      const settings = config();
      return onDatabase(false, async (ownerUrl, superuserUrl, ended) => {
        const { dump, manifest, bytes } = await backup({
          ...{ to, jobs, env, ended },
          url: settings.backupUrl ?? superuserUrl ?? ownerUrl,
        });
        const { taken_at, ledgers, waiting_transactions } = manifest;
        print(
          json,
          { dump, bytes, ledgers: ledgers.length, taken_at, waiting_transactions },
          `${dump}: ${counted(ledgers.length, 'ledger')} as of ${taken_at}, ${bytes} bytes. Keep it with its manifest and roles: ${dump}.*`,
        );
      });
    });

  program
    .command('restore')
    .description('restore a backup into an empty database, and compare where each log ends with the manifest')
    .requiredOption('--from <file or folder>', 'the output of `ledger backup`, with its manifest in the same folder')
    .option('--verify', 'verify everything afterwards', false)
    .option(
      '--jobs <n>',
      'how many tables to restore at once; with more than one, a failed restore leaves part of the data in the database',
      wholeNumber(1, maxJobs),
      1,
    )
    .addOption(jsonOption())
    .action(async ({ from, jobs, verify, json }: Restoring) => {
      const { manifest, differences, madeRoles, waysIn } = await onDatabase(
        // The command may create the database: a restore needs an empty one.
        true,
        (ownerUrl, superuserUrl, ended) =>
          restore({
            ...{ from, jobs, env, ended },
            url: superuserUrl ?? ownerUrl,
            owner: superuserUrl === undefined ? undefined : ledgerNames.ownerRole,
          }),
      );
      const { taken_at, ledgers } = manifest;
      // A person reads what is in use before the verification, which may take hours and may be interrupted.
      if (!json)
        print(
          false,
          {},
          [
            ...(madeRoles.length > 0 ? [`Created the roles ${madeRoles.join(', ')}, without passwords.`] : []),
            `Restored ${from} of ${taken_at}: ${counted(ledgers.length, 'ledger')}, ${differences.length === 0 ? 'each log ends as in the manifest' : `${counted(differences.length, 'log')} ${differences.length === 1 ? 'differs' : 'differ'} from the manifest`}.`,
            ...differences.slice(0, maxToldDifferences).map((difference) => `  ${difference}`),
            ...linesOfWaysIn(waysIn),
          ].join('\n'),
        );
      const verified = verify
        ? await withAnyPepper(({ administration }) => administration.verifying.ofAll(() => undefined))
        : undefined;
      const broken = verified?.checks.filter(({ findings }) => findings > 0) ?? [];
      const ok = differences.length === 0 && broken.length === 0;
      if (json)
        print(
          true,
          {
            ok,
            taken_at,
            ledgers: ledgers.length,
            made_roles: madeRoles,
            differences,
            verified: verified ?? null,
            ways_in: waysIn ?? null,
          },
          '',
        );
      else if (verified)
        print(
          false,
          {},
          [
            `${counted(verified.transactions, 'transaction')} verified: ${broken.length === 0 ? 'everything holds' : `BROKEN: ${broken.map(({ name }) => name).join(', ')} (npx ledger verify says where)`}.`,
            ...waitingLine(verified.waiting),
          ].join('\n'),
        );
      if (!ok) shell.exitWith(1);
    });
};

const linesOfWaysIn = (waysIn: WaysIn | undefined): readonly string[] => {
  if (waysIn === undefined) return ['Sessions and links end when the database is migrated: npx ledger migrate.'];
  const { ended, in_use: inUse } = waysIn;
  const listed = (title: string, cure: string, those: readonly string[]): readonly string[] =>
    those.length === 0
      ? []
      : [
          `${title} (${cure}):`,
          ...those.slice(0, maxToldDifferences).map((one) => `  ${one}`),
          ...(those.length > maxToldDifferences
            ? [`  and ${those.length - maxToldDifferences} more: --json names them`]
            : []),
        ];
  const last = (at: string | null): string => (at === null ? 'never used' : `last used ${at}`);
  return [
    `Ended ${counted(ended.sessions, 'session')} and ${counted(ended.links, 'link')}. Keys, people and endpoints that were disabled after the backup are active again: check the lists below.`,
    ...listed(
      'Keys',
      'npx ledger keys revoke',
      inUse.keys.map((key) => `${key.prefix} of ${key.ledger}, ${last(key.last_used_at)}${named(key.name)}`),
    ),
    ...listed(
      "Administrators' keys",
      'npx ledger admin-keys revoke',
      inUse.admin_keys.map((key) => `${key.prefix}, ${last(key.last_used_at)}${named(key.name)}`),
    ),
    ...listed(
      'People',
      'npx ledger operators deactivate; everybody has the password of the time of the backup again',
      inUse.operators.map((one) => `${one.email}, ${one.role}, ${last(one.last_seen_at)}`),
    ),
    ...listed(
      'Webhook endpoints',
      'DELETE /api/v1/webhook-endpoints/{id}',
      inUse.webhook_endpoints.map(
        (one) => `${one.id} of ${one.ledger}, to ${one.origin}, created by ${one.created_by}`,
      ),
    ),
  ];
};

const named = (name: string | null): string => (name === null ? '' : `: ${name}`);

interface Restoring {
  readonly from: string;
  readonly jobs: number;
  readonly verify: boolean;
  readonly json: boolean;
}
