/** The route by which a ledger's books are taken elsewhere. */
import { day, object, oneOf, optional, text } from '../../../kernel/http/codecs';
import { get, type Reply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import type { StreamReader } from '../../../kernel/http/streams';
import type { JournalExports } from '../application/export-journal';
import { journalFormatNames, journalFormats } from '../domain/journal/formats';
import { exportAnswers } from './export-answers';

const mediaTypes = [...new Set(Object.values(journalFormats).map(({ mediaType }) => mediaType))];

export const exportRoutes = (exports: JournalExports): readonly Route[] => [
  get(
    '/exports/journal',
    {
      operationId: 'exportJournal',
      summary: 'Take the journal elsewhere: every transaction in force, as hledger, beancount, CSV or JSON lines',
      tag: 'Reports',
      needs: 'read',
      query: object({ format: oneOf(journalFormatNames), from: optional(day), to: optional(day) }),
      onlyFiles: mediaTypes,
      ok: 200,
      refusals: only(exportAnswers, 'TooManyExports', 'TooManyAccounts'),
      answer: text({
        description: 'The file, told while it is read. A connection that breaks off left out the rest of it.',
      }),
      example: { query: { format: 'hledger' } },
    },
    ({ caller, query, reader }) => exports.open(caller, query, (reader as StreamReader).gone),
    ({ sequence, ...file }): Reply => ({
      data: undefined,
      headers: { 'X-Ledger-Sequence': sequence.toString() },
      file,
    }),
  ),
];
