/** `ledger signing-key`, and the comparison with checkpoints in `ledger verify`. */
import type { Command } from 'commander';
import type { LedgerId } from '../../kernel/ids';
import type { CheckpointReport } from '../../modules/proof';
import type { Installation } from '../installation';
import { checkpointsAt, namedSource, textOfFile } from './checkpoint-source';
import { CommandError, counted, jsonOption, type Shell } from './run';

export const addSigningKeyCommands = (program: Command, { withAnyPepper, print }: Shell): void => {
  const keys = program.command('signing-key').description('the key that signs checkpoints of the logs');

  keys
    .command('list')
    .description('list the verifier keys of all signing keys, newest first')
    .addOption(jsonOption())
    .action(({ json }: { json: boolean }) =>
      withAnyPepper(async ({ proof }) => {
        const found = await proof.keys();
        print(json, { keys: found }, found.join('\n') || 'Nothing has been signed yet.');
      }),
    );

  keys
    .command('rotate')
    .description('sign with a new key from the next checkpoint on; earlier signatures stay valid')
    .addOption(jsonOption())
    .action(({ json }: { json: boolean }) =>
      withAnyPepper(async ({ proof }) => {
        const key = await proof.rotateKey();
        print(json, { verifier_key: key }, `A new key signs the next checkpoints. Its verifier key:\n${key}`);
      }),
    );
};

export interface CheckpointFiles {
  readonly checkpoints?: string;
  readonly keys?: string;
}

/** Compares the logs with the checkpoints at `checkpoints`; returns undefined if that option is not given. */
export const compareCheckpoints = async (
  { proof, clock }: Pick<Installation, 'proof' | 'clock'>,
  { checkpoints, keys }: CheckpointFiles,
  only: LedgerId | undefined,
): Promise<CheckpointReport | undefined> => {
  if (checkpoints === undefined) {
    if (keys !== undefined) throw new CommandError('--keys says who signed the notes of --checkpoints: give both.');
    return undefined;
  }
  const trusted = keys === undefined ? undefined : textOfFile(keys).split(/\s+/).filter(Boolean);
  const report = await proof.verify(await checkpointsAt(checkpoints, clock), {
    ...(trusted === undefined ? {} : { keys: trusted }),
    ...(only === undefined ? {} : { only }),
  });
  // An empty file of checkpoints is an error: a nightly comparison with it would succeed without comparing anything.
  if (report.checkpoints === 0)
    throw new CommandError(
      `There is no checkpoint in ${namedSource(checkpoints)}. Check that you named the right file.`,
    );
  return report;
};

export const checkpointLines = ({ checkpoints, logs, events, findings }: CheckpointReport): readonly string[] => [
  `${findings.length === 0 ? 'holds ' : 'BROKEN'}  checkpoints`,
  ...findings.map(
    ({ ledgerId, tenantId, where, detail }) =>
      `  checkpoints: ${ledgerId ?? (tenantId === null ? 'no log' : `tenant ${tenantId}`)}: ${where}: ${detail}`,
  ),
  `${counted(checkpoints, 'checkpoint')} of ${counted(logs, 'log')}, compared with ${counted(events, 'event')}. They do not cover events that were written after the last of them.`,
];
