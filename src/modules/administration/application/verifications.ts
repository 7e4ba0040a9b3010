/**
 * Verifications in the background of this process, one at a time: each reads everything that it is about. The last twenty are
 * remembered here and nowhere else; a process that ends forgets them.
 */
import type { Background } from '../../../kernel/background';
import { newId, type LedgerId, type TenantId } from '../../../kernel/ids';
import type { Observations } from '../../../kernel/observations';
import type { Administrator } from '../../../kernel/principal';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import type { Log } from '../../../kernel/tokens';
import type { VerificationNotFound, VerificationRunning } from '../domain/refusals';
import {
  beginVerification,
  breakOffVerification,
  endOf,
  finishVerification,
  mergeVerdicts,
  type Verification,
  type VerificationId,
} from '../domain/verification';
import type { Verifying } from './verifying';

export interface Verifications {
  /** Begins one and answers at once: of a ledger, of a tenant, or of all there is. */
  begin(scope: {
    readonly tenantId: TenantId | null;
    readonly ledgerId: LedgerId | null;
  }): Outcome<VerificationRunning, Verification>;
  /** One of the caller's: what another tenant's administrator, or that of all, asked for is not there for others. */
  read(caller: Administrator, id: VerificationId): Outcome<VerificationNotFound, Verification>;
}

export const maxRemembered = 20;

export interface VerificationsDependencies {
  readonly verifying: Verifying;
  readonly clock: LedgerTime;
  readonly log: Log;
  readonly observations: Pick<Observations, 'verified'>;
  /** Is told of each verification that ended. */
  readonly background: Pick<Background, 'done'>;
}

export const createVerifications = ({
  verifying,
  clock,
  log,
  observations,
  background,
}: VerificationsDependencies): Verifications => {
  // In the order in which they began.
  const remembered = new Map<VerificationId, Verification>();
  let isRunning = false;

  const change = (id: VerificationId, to: (verification: Verification) => Verification): void => {
    const verification = remembered.get(id);
    if (verification) remembered.set(id, to(verification));
  };
  const tell = (id: VerificationId): void => {
    const ended = remembered.get(id);
    if (ended) observations.verified(endOf(ended));
    background.done('verification', id);
  };
  const run = async ({ id, tenantId, ledgerId }: Verification): Promise<void> => {
    const told = (done: number, of: number): void => change(id, (verification) => ({ ...verification, done, of }));
    try {
      const verdict =
        ledgerId !== null
          ? await verifying.ofLedger(ledgerId, told)
          : tenantId !== null
            ? await verifying.ofTenant(tenantId, told)
            : await verifying.ofAll(told);
      change(id, (verification) => finishVerification(verification, mergeVerdicts([verdict]), clock.now()));
    } catch (error) {
      log.error({ verification: id, error }, 'a verification broke off');
      change(id, (verification) => breakOffVerification(verification, clock.now()));
    } finally {
      isRunning = false;
      tell(id);
    }
  };

  return {
    begin: (scope) => {
      if (isRunning) return refuse({ kind: 'VerificationRunning' });
      isRunning = true;
      const begun = beginVerification({ id: newId<'verification'>(), ...scope }, clock.now());
      const [oldest] = remembered.keys();
      if (oldest !== undefined && remembered.size >= maxRemembered) remembered.delete(oldest);
      remembered.set(begun.id, begun);
      void run(begun);
      return ok(begun);
    },
    read: ({ tenantId }, id) => {
      const found = remembered.get(id);
      return found && (tenantId === null || found.tenantId === tenantId)
        ? ok(found)
        : refuse({ kind: 'VerificationNotFound' });
    },
  };
};
