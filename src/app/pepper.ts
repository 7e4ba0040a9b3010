/**
 * Every process and every command must have the same pepper: with a different one, valid keys are refused and new keys are useless. So the
 * database keeps a check value, an HMAC of a constant under the installation's secret and the pepper, and each process compares its pepper
 * with it. The first process or command that hashes stores the check value.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { queryText } from '../kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../kernel/postgres/unit-of-work';
import { ok } from '../kernel/refusal';
import type { Secrets } from '../kernel/tokens';
import { noPepper } from './config';

export interface PepperCheck {
  /** Returns a sentence with cause and remedy; undefined if the pepper is the installation's, or if no check value is stored yet. */
  complaint(): Promise<string | undefined>;
  /**
   * Returns the same as `complaint`. Stores this pepper's check value if none is stored, or if the stored one is that of the previous
   * pepper.
   */
  settle(): Promise<string | undefined>;
}

export const createPepperCheck = (
  unitOfWork: Pick<PostgresUnitOfWork, 'read' | 'run'>,
  secrets: Secrets,
): PepperCheck => {
  const kept = async (): Promise<Buffer | null> => {
    const [row] = await unitOfWork.read({ ledgerIds: [] }, (tx) =>
      queryText<{ pepper_check: Buffer | null }>(tx, 'select pepper_check from installation', []),
    );
    return row?.pepper_check ?? null;
  };
  return {
    complaint: async () => sentence(complaintAboutPepper(await kept(), secrets)),
    settle: async () => {
      const before = await kept();
      const complaint = sentence(complaintAboutPepper(before, secrets));
      const present = checkValueOf(secrets.installationSecret, secrets.pepper);
      if (complaint !== undefined || before?.equals(present)) return complaint;
      // If two processes store a check value at once, the second one's update changes nothing, and its pepper is compared with the first
      // one's value.
      await unitOfWork.run<never, void>({ ledgerIds: [] }, async (tx) => {
        const settle = 'update installation set pepper_check = $1 where pepper_check is not distinct from $2';
        return ok(void (await queryText(tx, settle, [present, before])));
      });
      return sentence(complaintAboutPepper(await kept(), secrets));
    },
  };
};

export const checkValueOf = (installationSecret: Buffer, pepper: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', installationSecret, pepper, 'pepper check', 32)))
    .update('the pepper of this installation')
    .digest();

export interface PepperComplaint {
  readonly cause: string;
  readonly cure: string;
}

const effect = 'Keys, passwords, sessions and links that this process hashes would not be valid in any other process.';

const sentence = (complaint: PepperComplaint | undefined): string | undefined =>
  complaint && `${complaint.cause} ${effect} ${complaint.cure}`;

export const complaintAboutPepper = (
  kept: Buffer | null,
  { installationSecret, pepper, formerPepper }: Secrets,
): PepperComplaint | undefined => {
  const isOf = (one: string | undefined): boolean =>
    one !== undefined && kept?.equals(checkValueOf(installationSecret, one)) === true;
  // While the pepper is being changed, processes first get the next pepper as LEDGER_KEY_PEPPER_PREVIOUS, so a check value under that
  // pepper is accepted too.
  if (kept === null || isOf(pepper) || isOf(formerPepper)) return undefined;
  if (isOf(''))
    return {
      cause: 'LEDGER_KEY_PEPPER is set, but this installation has no pepper so far.',
      cure: `To introduce one, also set LEDGER_KEY_PEPPER_PREVIOUS=${noPepper}. Otherwise unset LEDGER_KEY_PEPPER.`,
    };
  const cure =
    'Set the pepper that the other processes have. docs/operate/rotation.md explains how to change a pepper, and what to do if it is lost.';
  return pepper === ''
    ? { cause: 'LEDGER_KEY_PEPPER is not set, but this installation has a pepper.', cure }
    : { cause: 'LEDGER_KEY_PEPPER is not the pepper of this installation.', cure };
};
