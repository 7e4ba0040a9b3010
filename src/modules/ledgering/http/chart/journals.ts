/** The routes of journals. */
import { array, id, object } from '../../../../kernel/http/codecs';
import { exampleId } from '../../../../kernel/http/examples';
import { get, pageReply, post, put, type Route } from '../../../../kernel/http/route';
import { only } from '../../../../kernel/http/status';
import { maxPageLimit } from '../../../../kernel/page';
import { ok, refuse } from '../../../../kernel/refusal';
import type { Journals } from '../../application/journals';
import type { ChartReader } from '../../application/reader';
import type { JournalId } from '../../domain/transaction';
import { journalChange, newJournal } from './chart-codecs';
import { journalShape } from './chart-shapes';
import { journalView } from '../../domain/formats/chart-records';
import { ledgeringAnswers } from '../status';

const tag = 'Journals';
const oneJournal = object({ journalId: id<'journal'>().described('The journal, by its id.') });
const missing = 'JournalMissing';
const cardSales = { journalId: exampleId('journal CARD-SALES') };

export const journalRoutes = (journals: Journals, charts: ChartReader): readonly Route[] => [
  get(
    '/journals',
    {
      operationId: 'listJournals',
      summary: 'List journals by code',
      description: 'Lists the journals of the ledger by code. Every ledger has one called DEFAULT.',
      tag,
      needs: 'read',
      eventual: true,
      list: true,
      ok: 200,
      refusals: {},
      answer: array(journalShape, 0, maxPageLimit),
    },
    async ({ caller, slice }) => ok(await charts.journals(caller, slice)),
    (page, { caller }) => pageReply(page, journalView(caller)),
  ),
  post(
    '/journals',
    {
      operationId: 'createJournal',
      summary: 'Create a journal',
      description:
        'Creates a journal. An existing code is refused with 409 `JOURNAL_CODE_EXISTS`, so that a repetition does no harm.',
      tag,
      needs: 'chart',
      body: newJournal,
      ok: 201,
      refusals: only(ledgeringAnswers, 'JournalCodeTaken', 'QuotaReached'),
      answer: journalShape,
      example: { body: { code: 'PAYROLL', name: 'Payroll' } },
    },
    ({ caller, body: { status, ...draft } }) => journals.open(caller, { ...draft, isClosed: status === 'closed' }),
    (journal, { caller }) => ({
      data: journalView(caller)(journal),
      headers: { Location: `/api/v1/journals/${journal.id}` },
    }),
  ),
  get(
    '/journals/:journalId',
    {
      operationId: 'readJournal',
      summary: 'Read a journal',
      description: 'Returns one journal.',
      tag,
      needs: 'read',
      eventual: true,
      params: oneJournal,
      missing,
      ok: 200,
      refusals: only(ledgeringAnswers, 'JournalMissing'),
      answer: journalShape,
      example: { params: cardSales },
    },
    async ({ caller, params }) => {
      const journal = await charts.journal(caller, params.journalId as JournalId);
      return journal ? ok(journal) : refuse({ kind: 'JournalMissing' } as const);
    },
    (journal, { caller }) => ({ data: journalView(caller)(journal) }),
  ),
  put(
    '/journals/:journalId',
    {
      operationId: 'changeJournal',
      summary: 'Change, close or open a journal',
      description:
        'Changes the fields that are sent: `status` closes a journal, which then takes no new transactions, or opens it again. The journal DEFAULT keeps its code and its name (403 `JOURNAL_RENAME_FORBIDDEN`). Can be repeated.',
      tag,
      needs: 'chart',
      params: oneJournal,
      missing,
      body: journalChange,
      ok: 200,
      refusals: only(ledgeringAnswers, 'JournalMissing', 'JournalRenameForbidden', 'JournalCodeTaken'),
      answer: journalShape,
      example: { params: cardSales, body: { name: 'Card sales', description: 'Sales of the web shop' } },
    },
    ({ caller, params, body: { status, code, name, description, metadata } }) =>
      journals.change(caller, params.journalId as JournalId, {
        ...(code === undefined ? {} : { code }),
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(metadata === undefined ? {} : { metadata }),
        ...(status === undefined ? {} : { isClosed: status === 'closed' }),
      }),
    (journal, { caller }) => ({ data: journalView(caller)(journal) }),
  ),
];
