/** Journals group transactions. Every ledger has the journal DEFAULT from the start, for transactions that name no journal. */
import { newId } from '../../../kernel/ids';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { JournalRenameForbidden } from './refusals';
import type { JournalId } from './transaction';

export const defaultJournalCode = 'DEFAULT';

export interface Journal {
  readonly id: JournalId;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly isClosed: boolean;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const defaultJournal = (now: Date): Journal => ({
  id: newId<'journal'>(),
  code: defaultJournalCode,
  name: 'Default journal',
  description: null,
  isClosed: false,
  metadata: null,
  createdAt: now,
  updatedAt: now,
});

export type JournalDraft = Pick<Journal, 'code' | 'name' | 'description' | 'isClosed' | 'metadata'>;
export type JournalChange = Partial<JournalDraft>;

export const openJournal = (draft: JournalDraft, now: Date): Journal => ({
  id: newId<'journal'>(),
  ...draft,
  createdAt: now,
  updatedAt: now,
});

/** Changes a journal. The journal DEFAULT keeps its code and name. */
export const changeJournal = (
  journal: Journal,
  change: JournalChange,
  now: Date,
): Outcome<JournalRenameForbidden, Journal> => {
  const changed = { ...journal, ...definedMembers(change), updatedAt: now };
  return journal.code === defaultJournalCode && (changed.code !== journal.code || changed.name !== journal.name)
    ? refuse({ kind: 'JournalRenameForbidden' })
    : ok(changed);
};

/** Returns the object without its undefined members. */
const definedMembers = <T extends object>(change: T): Partial<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>;
