/**
 * A verification that was requested over HTTP, with the same checks as `ledger verify`: its progress, and its result.
 */
import type { Id, LedgerId, TenantId } from '../../../kernel/ids';
import type { EndedVerification } from '../../../kernel/observations';

export type VerificationId = Id<'verification'>;

export interface VerifiedCheck {
  readonly name: string;
  /** The property that holds if the check finds nothing, as a sentence. */
  readonly promise: string;
  /** The number of rows that violate the property. */
  readonly findings: number;
}

export interface VerifiedFinding {
  readonly check: string;
  /** The ledger of the finding; null if it concerns the database, a tenant's log, or several ledgers. */
  readonly ledgerId: string | null;
  readonly where: string;
  readonly detail: string;
}

/** The checks that ran, and their findings. */
export interface VerificationResult {
  readonly checks: readonly VerifiedCheck[];
  readonly findings: readonly VerifiedFinding[];
  /** Remarks about facts that violate no check. */
  readonly notes: readonly VerifiedFinding[];
}

export interface Verification {
  readonly id: VerificationId;
  /** The tenant whose books are verified; null if an administrator of all tenants started the verification. */
  readonly tenantId: TenantId | null;
  /** The ledger, if only one is verified; null for all ledgers of the scope. */
  readonly ledgerId: LedgerId | null;
  readonly status: 'running' | 'passed' | 'failed';
  /** The number of ledgers that have been verified so far; `of` is the total. */
  readonly done: number;
  readonly of: number;
  readonly verdict: VerificationResult;
  /** The reason why the verification broke off, which makes it fail; null if it did not break off. */
  readonly brokenOff: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

export const beginVerification = (
  scope: Pick<Verification, 'id' | 'tenantId' | 'ledgerId'>,
  startedAt: Date,
): Verification => ({
  ...scope,
  status: 'running',
  done: 0,
  of: scope.ledgerId === null ? 0 : 1,
  verdict: { checks: [], findings: [], notes: [] },
  brokenOff: null,
  startedAt,
  finishedAt: null,
});

export const finishVerification = (
  running: Verification,
  verdict: VerificationResult,
  finishedAt: Date,
): Verification => ({
  ...running,
  status: verdict.checks.every(({ findings }) => findings === 0) ? 'passed' : 'failed',
  done: running.of,
  verdict,
  finishedAt,
});

export const breakOffVerification = (running: Verification, finishedAt: Date): Verification => ({
  ...running,
  status: 'failed',
  brokenOff: 'It could not be finished: the log of the service contains the reason. Start another one.',
  finishedAt,
});

/** Returns the figures of a verification that has ended, for monitoring. */
export const endOf = ({
  tenantId,
  ledgerId,
  status,
  verdict,
  brokenOff,
  startedAt,
  finishedAt,
}: Verification): EndedVerification => {
  const end = finishedAt ?? startedAt;
  return {
    scope: ledgerId !== null ? 'ledger' : tenantId !== null ? 'tenant' : 'all',
    result: brokenOff !== null ? 'broken off' : status === 'passed' ? 'passed' : 'failed',
    findings: verdict.checks.reduce((sum, { findings }) => sum + findings, 0),
    seconds: (end.getTime() - startedAt.getTime()) / 1_000,
    finishedAt: end,
  };
};

/** How many findings of one verification are kept; the checks count all of them. */
export const maxKeptFindings = 200;

/** Merges several results into one: if a check ran more than once, its findings are added up. */
export const mergeVerdicts = (verdicts: readonly VerificationResult[]): VerificationResult => {
  const checks = new Map<string, VerifiedCheck>();
  for (const check of verdicts.flatMap((verdict) => verdict.checks)) {
    const findings = (checks.get(check.name)?.findings ?? 0) + check.findings;
    checks.set(check.name, { ...check, findings });
  }
  return {
    checks: [...checks.values()],
    findings: verdicts.flatMap(({ findings }) => findings).slice(0, maxKeptFindings),
    notes: verdicts.flatMap(({ notes }) => notes).slice(0, maxKeptFindings),
  };
};
