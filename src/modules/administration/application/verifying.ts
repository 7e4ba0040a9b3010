/** Verifies one ledger, the books and the log of one tenant, or everything. */
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { firstSlice, maxPageLimit, type Slice } from '../../../kernel/page';
import type { Access } from '../../access';
import type { Ledgering, VerifyPace, Progress, Since, VerificationReport, Working } from '../../ledgering';
import { mergeVerdicts, type VerificationResult } from '../domain/verification';

export interface VerifyingDependencies {
  readonly access: Pick<Access, 'verifyTenantLogs'>;
  readonly ledgering: Pick<Ledgering, 'verify' | 'ledgerPage'>;
}

type Told = (done: number, of: number) => void;

export interface Verifying {
  ofLedger(ledgerId: LedgerId, told: Told): Promise<VerificationResult>;
  /** Verifies the tenant's ledgers, one after the other, and its log. */
  ofTenant(tenantId: TenantId, told: Told): Promise<VerificationResult>;
  /** Verifies every ledger, runs the checks across ledgers, and verifies the guards of the database and the logs of all tenants. */
  ofAll(told: Progress, working?: Working, since?: Since, pace?: VerifyPace): Promise<VerificationReport>;
}

export const createVerifying = ({ access, ledgering }: VerifyingDependencies): Verifying => {
  const ledgersOf = async (tenantId: TenantId): Promise<readonly LedgerId[]> => {
    const ids: LedgerId[] = [];
    for (let slice: Slice | undefined = firstSlice(maxPageLimit); slice !== undefined;) {
      const page: Awaited<ReturnType<Ledgering['ledgerPage']>> = await ledgering.ledgerPage(tenantId, slice);
      ids.push(...page.items.map(({ id }) => id));
      slice = page.next && { ...firstSlice(maxPageLimit), from: page.next };
    }
    return ids;
  };

  const logsOf = async (tenantId?: TenantId): Promise<VerificationResult> => {
    const checks = await access.verifyTenantLogs(tenantId);
    return {
      checks: checks.map(({ name, promise, total }) => ({ name, promise, findings: total })),
      findings: checks.flatMap(({ name, named }) =>
        named.map((breach) => ({ check: name, ledgerId: null, ...breach })),
      ),
      notes: [],
    };
  };

  return {
    ofLedger: (ledgerId, told) => ledgering.verify(ledgerId, told),
    ofTenant: async (tenantId, told) => {
      const ids = await ledgersOf(tenantId);
      const verdicts: VerificationResult[] = [];
      for (const [done, id] of ids.entries()) {
        told(done, ids.length);
        // Each ledger's result is merged at once, so that the memory does not grow with the number of ledgers.
        verdicts.splice(0, 2, mergeVerdicts([...verdicts, await ledgering.verify(id)]));
      }
      told(ids.length, ids.length);
      return mergeVerdicts([...verdicts, await logsOf(tenantId)]);
    },
    ofAll: async (told, working, since, pace) => {
      const report = await ledgering.verify(undefined, told, working, since, pace);
      const logs = await logsOf();
      return {
        ...report,
        ok: report.ok && logs.checks.every(({ findings }) => findings === 0),
        checks: [...report.checks, ...logs.checks],
        findings: [...report.findings, ...logs.findings],
      };
    },
  };
};
