/**
 * Verifications that run in the background of this process. A tenant has at most one at a time; at most two run at a time, and the others
 * wait in order of arrival. Only the memory of this process holds them, at most the last twenty of each tenant: they are lost when the
 * process ends.
 */
import type { Background } from '../../../kernel/running/background';
import { newId, type LedgerId, type TenantId } from '../../../kernel/ids';
import type { Observations } from '../../../kernel/observations';
import type { Administrator } from '../../../kernel/principal';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { Clock } from '../../../kernel/clock';
import { createFairLine } from '../../../kernel/running/fair-shares/line';
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
  /** Starts a verification of one ledger, one tenant or everything, or queues it, and returns at once. */
  begin(scope: {
    readonly tenantId: TenantId | null;
    readonly ledgerId: LedgerId | null;
  }): Outcome<VerificationRunning, Verification>;
  /**
   * Returns a verification. An administrator of all tenants can read every verification; an administrator of one tenant finds only those of
   * that tenant.
   */
  read(caller: Administrator, id: VerificationId): Outcome<VerificationNotFound, Verification>;
}

/** The maximum number of verifications that are kept per subject: a tenant, or the administrators of all tenants together. */
export const maxRemembered = 20;
/** The maximum number of verifications that are kept in total, because there may be very many tenants. */
const maxRememberedInAll = 2_000;
/** At most two verifications run at a time, and at most one per subject: a tenant, or the administrators of all tenants together. */
const turnsOf = { places: 2, placesEach: 1, maxWaitMs: 2_147_483_647, maxWaitingEach: 1 };

export interface VerificationsDependencies {
  readonly verifying: Verifying;
  readonly clock: Clock;
  readonly log: Log;
  readonly observations: Pick<Observations, 'verified'>;
  /** Notifies observers of each verification that has ended. */
  readonly background: Pick<Background, 'done'>;
}

export const createVerifications = ({
  verifying,
  clock,
  log,
  observations,
  background,
}: VerificationsDependencies): Verifications => {
  // The kept verifications, in the order in which they began.
  const remembered = new Map<VerificationId, Verification>();
  const turns = createFairLine(turnsOf, undefined, clock);
  /** The subjects that have a verification running or waiting. */
  const busy = new Set<string>();

  const subjectOf = ({ tenantId }: Pick<Verification, 'tenantId'>): string => tenantId ?? 'all';

  const remember = (verification: Verification): void => {
    const subject = subjectOf(verification);
    const own = [...remembered.values()].filter((one) => subjectOf(one) === subject);
    const [oldest] = remembered.values();
    const forgotten = own.length >= maxRemembered ? own[0] : remembered.size >= maxRememberedInAll ? oldest : undefined;
    if (forgotten) remembered.delete(forgotten.id);
    remembered.set(verification.id, verification);
  };

  const change = (id: VerificationId, to: (verification: Verification) => Verification): void => {
    const verification = remembered.get(id);
    if (verification) remembered.set(id, to(verification));
  };
  const tell = (id: VerificationId): void => {
    const ended = remembered.get(id);
    if (ended) observations.verified(endOf(ended));
    background.done('verification', id);
  };
  const run = async (begun: Verification): Promise<void> => {
    const { id, tenantId, ledgerId } = begun;
    const subject = subjectOf(begun);
    await turns.enter(subject);
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
      turns.leave(subject);
      busy.delete(subject);
      tell(id);
    }
  };

  return {
    begin: (scope) => {
      const begun = beginVerification({ id: newId<'verification'>(), ...scope }, clock.now());
      if (busy.has(subjectOf(begun))) return refuse({ kind: 'VerificationRunning' });
      busy.add(subjectOf(begun));
      remember(begun);
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
