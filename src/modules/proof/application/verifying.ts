/**
 * `ledger verify --checkpoints`: recomputes the tree of each log, event by event, and compares its root with every signed note. A different
 * root proves that an event within the note's size was changed, added or removed after signing. A note larger than the log proves that the
 * end of the log was removed. The other checks of `ledger verify` compare the hashes with the events.
 */
import { keptHashBytes } from '../../../kernel/formats';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { originOf, readCheckpoint } from '../domain/checkpoint';
import { hashOfLeaf, leafOf } from '../domain/leaf';
import { openFrontier } from '../domain/merkle';
import type { LogId, ProvenLog } from '../domain/proven-log';
import { notesIn, openNote, readVerifierKey, type Verifier } from '../domain/signed-note';
import type { Logs, TreeStore } from './ports';
import { piece } from './signing';

export interface CheckpointFinding {
  /** The ledger whose log the note is about; null if the note is about a tenant's log, or about no log. */
  readonly ledgerId: LedgerId | null;
  /**
   * The tenant whose log the note is about; null if the note is about a ledger's log, or about no log. The nil id stands for the
   * installation.
   */
  readonly tenantId: TenantId | null;
  /** The number of the note in the file, and the events that the note covers. */
  readonly where: string;
  readonly detail: string;
}

export interface CheckpointReport {
  readonly checkpoints: number;
  /** The number of logs that the notes cover. */
  readonly logs: number;
  readonly events: number;
  readonly findings: readonly CheckpointFinding[];
}

/**
 * `keys` are the trusted verifier keys, for example from a separate copy; if undefined, the keys in the database are used. `only` restricts
 * the check to one log.
 */
export type CheckpointVerification = (
  notes: string,
  options?: { readonly keys?: readonly string[]; readonly only?: LedgerId },
) => Promise<CheckpointReport>;

interface Signed {
  readonly number: number;
  readonly size: number;
  readonly root: Buffer;
}

export const createVerifying =
  ({
    store,
    logs,
  }: {
    readonly store: Pick<TreeStore, 'keys'>;
    readonly logs: Pick<Logs, 'hashes'>;
  }): CheckpointVerification =>
  async (notes, { keys, only } = {}) => {
    const verifiers = (keys ?? (await store.keys())).flatMap((key) => readVerifierKey(key) ?? []);
    const { byLog, findings, count } = sorted(notesIn(notes), verifiers, only);
    let events = 0;
    for (const { log, signed } of byLog.values()) {
      const compared = await compare(logs, log, signed);
      events += compared.events;
      findings.push(...compared.findings);
    }
    return { checkpoints: count, logs: byLog.size, events, findings };
  };

interface OfLog {
  readonly log: ProvenLog;
  readonly signed: Signed[];
}

/** Returns the ids that a finding about this log shows. */
const named = (log: ProvenLog | undefined): Pick<CheckpointFinding, 'ledgerId' | 'tenantId'> => ({
  ledgerId: log?.of === 'ledger' ? (log.id as LedgerId) : null,
  tenantId: log?.of === 'tenant' ? (log.id as TenantId) : null,
});

/** Returns the valid notes of each log, the smallest tree first. Each invalid note becomes a finding. */
const sorted = (
  notes: readonly string[],
  verifiers: readonly Verifier[],
  only: LedgerId | undefined,
): {
  readonly byLog: ReadonlyMap<LogId, OfLog>;
  readonly findings: CheckpointFinding[];
  readonly count: number;
} => {
  const byLog = new Map<LogId, OfLog>();
  const findings: CheckpointFinding[] = [];
  let count = 0;
  for (const [index, note] of notes.entries()) {
    const said = readCheckpoint(note);
    if (only !== undefined && said && said.log.id !== only) continue;
    count++;
    const where = `note ${index + 1} of the file`;
    const complain = (detail: string): void => void findings.push({ ...named(said?.log), where, detail });
    const opened = openNote(note, verifiers);
    if (!said) complain('it is not a checkpoint of a log: the file was changed, or is a different file');
    else if (!opened)
      complain('no known key has signed it: the note was changed, or its key was taken out of signing_keys');
    else if (!opened.by.some(({ name }) => originOf(name, said.log) === said.origin))
      complain(`its origin ${said.origin} does not belong to the key that signed it`);
    else {
      const { log, size, root } = said;
      const ofLog = byLog.get(log.id) ?? { log, signed: [] };
      ofLog.signed.push({ number: index + 1, size, root });
      byLog.set(log.id, ofLog);
    }
  }
  for (const { signed } of byLog.values()) signed.sort((one, other) => one.size - other.size);
  return { byLog, findings, count };
};

/** Reports at most one finding per log: the first checkpoint that differs from the log. Later checkpoints differ for the same reason. */
const compare = async (
  logs: Pick<Logs, 'hashes'>,
  log: ProvenLog,
  signed: readonly Signed[],
): Promise<Pick<CheckpointReport, 'findings' | 'events'>> => {
  const frontier = openFrontier();
  let [size, agreed] = [0, 0];
  const found = (number: number, detail: string): Pick<CheckpointReport, 'findings' | 'events'> => ({
    events: size,
    findings: [{ ...named(log), where: `note ${number} of the file`, detail }],
  });
  let hashes: Buffer = Buffer.alloc(0);
  let at = 0;
  for (const checkpoint of signed) {
    while (size < checkpoint.size) {
      if (at === hashes.length) [hashes, at] = [await logs.hashes(log, BigInt(size), piece), 0];
      if (hashes.length === 0)
        return found(
          checkpoint.number,
          `the log ends at event ${size}, but it was signed up to event ${checkpoint.size}: the events in between were removed`,
        );
      frontier.add(hashOfLeaf(leafOf(++size, hashes.subarray(at, at + keptHashBytes))));
      at += keptHashBytes;
    }
    if (!frontier.root().equals(checkpoint.root))
      return found(
        checkpoint.number,
        `the events up to ${checkpoint.size} are not those that were signed: one after event ${agreed} was changed, added or removed`,
      );
    agreed = checkpoint.size;
  }
  return { events: size, findings: [] };
};
