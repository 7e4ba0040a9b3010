/** Opens, changes and closes journals. Closing takes a turn of the ledger, so that each posting is clearly before or after the closing. */
import type { Principal } from '../../../kernel/principal';
import { judgeUse, type QuotaReached } from '../../../kernel/quotas';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { changeJournal, openJournal, type Journal, type JournalChange, type JournalDraft } from '../domain/journal';
import { journalFormats } from '../domain/formats';
import type { JournalCodeTaken, JournalMissing, JournalRenameForbidden } from '../domain/refusals';
import type { JournalId } from '../domain/transaction';
import { inTurn, logEvent, type TurnDependencies } from './turn';

type ChangeRefusal = JournalMissing | JournalRenameForbidden | JournalCodeTaken;

export interface Journals {
  open(caller: Principal, draft: JournalDraft): Promise<Outcome<JournalCodeTaken | QuotaReached, Journal>>;
  change(caller: Principal, journalId: JournalId, change: JournalChange): Promise<Outcome<ChangeRefusal, Journal>>;
}

export const createJournals = (dependencies: TurnDependencies): Journals => {
  const { chart } = dependencies;
  return {
    open: ({ tenantId, ledgerId, actor }, draft) =>
      inTurn<JournalCodeTaken | QuotaReached, Journal>(dependencies, ledgerId, async (turn) => {
        const journal = openJournal(draft, turn.now);
        if (!(await chart.insertJournal(turn.tx, ledgerId, journal)))
          return refuse({ kind: 'JournalCodeTaken', code: draft.code });
        const room = judgeUse('journals', await chart.readUse(turn.tx, 'journals', { tenantId, ledgerId }));
        if (refused(room)) return room;
        await logEvent(dependencies, turn, ledgerId, {
          type: 'journal_created',
          subject: { journalId: journal.id },
          actor,
          content: journalFormats.contentOf(journal),
        });
        return ok(journal);
      }),

    change: ({ ledgerId, actor }, journalId, change) =>
      inTurn<ChangeRefusal, Journal>(dependencies, ledgerId, async (turn) => {
        const found = await chart.readJournal(turn.tx, ledgerId, journalId);
        if (!found) return refuse({ kind: 'JournalMissing' });
        const journal = changeJournal(found, change, turn.now);
        if (refused(journal)) return journal;
        if (!(await chart.updateJournal(turn.tx, ledgerId, journal.right)))
          return refuse({ kind: 'JournalCodeTaken', code: journal.right.code });
        await logEvent(dependencies, turn, ledgerId, {
          type: 'journal_updated',
          subject: { journalId },
          actor,
          content: journalFormats.contentOf(journal.right),
        });
        return journal;
      }),
  };
};
