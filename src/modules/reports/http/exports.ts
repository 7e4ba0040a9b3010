/** The route that exports a ledger's journal for use in other programs. */
import { day, named, object, oneOf, optional, text } from '../../../kernel/http/codecs';
import { get, type Reply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import type { StreamReader } from '../../../kernel/http/streams';
import type { JournalExports } from '../application/export-journal';
import { journalFormatNames, journalFormats } from '../domain/journal/formats';
import { exportAnswers } from './export-answers';
import { reportAnswers } from './status';

const mediaTypes = [...new Set(Object.values(journalFormats).map(({ mediaType }) => mediaType))];

const journalFormat = named(
  'JournalFormat',
  'A format of the journal: `hledger` and `beancount` for these programs, `csv` with a row for each account and for each entry, `jsonl` with one transaction per line.',
  oneOf(journalFormatNames),
);
const exportQuery = object({
  format: journalFormat.described('The format of the file.'),
  from: optional(day).described('The first effective date in the file; if left out, from the beginning.'),
  to: optional(day).described('The last effective date in the file; if left out, to the end.'),
});

export const exportRoutes = (exports: JournalExports): readonly Route[] => [
  get(
    '/exports/journal',
    {
      operationId: 'exportJournal',
      summary: 'Export the journal: every transaction in force, as hledger, beancount, CSV or JSON lines',
      description:
        'Returns every transaction in force as a file that other programs can read: hledger, beancount, CSV or JSON lines, in the order of posting, as of the moment in which the export began. The file is sent while the books are read, so a broken connection leaves it incomplete. A key may have two exports open at once (429 `EXPORTS_EXHAUSTED`).',
      tag: 'Reports',
      needs: 'read',
      query: exportQuery,
      onlyFiles: mediaTypes,
      ok: 200,
      refusals: { ...only(reportAnswers, 'Invalid'), ...only(exportAnswers, 'TooManyExports', 'TooManyAccounts') },
      answer: text().described(
        'The file, sent while the books are read. If the connection breaks off, the file is incomplete.',
      ),
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
