/**
 * Verifies that the logs of tenants are complete and agree with the stored rows (`ledger verify`). It only reads, in
 * one snapshot.
 */
import type { TenantId } from '../../../kernel/ids';
import { tenantEventFormats, tenantGenesisFormats, type TenantLogHead } from '../domain/tenant-log';
import type { LogBreach, LogBreaches, TenantLogReader, TenantLogSnapshot } from './tenant-log-reader';

export interface LogCheck extends LogBreaches {
  readonly name: string;
  /** The property that holds if the check finds nothing, as a sentence. */
  readonly promise: string;
}

const maxNamed = 100;

/** Verifies the log of one tenant, or those of all tenants and of the installation. */
export const createVerifyTenantLogs =
  (reader: TenantLogReader) =>
  (tenantId?: TenantId): Promise<readonly LogCheck[]> =>
    reader.read(async (logs) => [
      {
        name: 'tenant-log-chain',
        promise:
          'Each event in the log of a tenant has its own hash and the hash of the event before it, without a gap, from the first event to the last.',
        ...(await breaksIn(logs, tenantId)),
      },
      {
        name: 'tenant-log-agrees',
        promise:
          'Each tenant, quota, ledger, key, operator, link, session, webhook endpoint, attribute definition, string, membership and rate is in the state that the last event about it recorded, except for its secret.',
        ...(await logs.disagreements(tenantId)),
      },
      {
        name: 'tenant-log-out-of-reach',
        promise: 'The role of the service may write to the logs of tenants only by performing acts.',
        ...(await logs.openings()),
      },
    ]);

const breaksIn = async (logs: TenantLogSnapshot, tenantId: TenantId | undefined): Promise<LogBreaches> => {
  const named: LogBreach[] = [];
  let total = 0;
  for (const head of await logs.heads(tenantId))
    for await (const breach of breaksOf(logs, head)) {
      total += 1;
      if (named.length < maxNamed) named.push(breach);
    }
  return { total, named };
};

async function* breaksOf(
  logs: TenantLogSnapshot,
  { tenantId, lastSequence, lastHash }: TenantLogHead,
): AsyncIterable<LogBreach> {
  let before = tenantGenesisFormats.hashOf(tenantId);
  let sequence = 0n;
  const of = `log of ${tenantId}`;
  for await (const event of logs.events(tenantId)) {
    const where = `${of}, event ${event.sequence}`;
    if (event.sequence !== sequence + 1n) yield { where, detail: `follows event ${sequence}` };
    if (!event.previousHash.equals(before)) yield { where, detail: 'does not continue the event before it' };
    if (!tenantEventFormats.isHashOf(event.hash, event)) yield { where, detail: 'its hash does not match its content' };
    // The next event is compared with the stored hash, not with the computed one, so that one changed event is reported only once.
    before = event.hash;
    sequence = event.sequence;
  }
  if (sequence !== lastSequence)
    yield { where: `${of}, head`, detail: `the last event is ${lastSequence} in the head, but ${sequence} in the log` };
  else if (!before.equals(lastHash))
    yield { where: `${of}, head`, detail: 'its hash is not the hash of the last event' };
}
