/** The codecs of the routes that import a file: their request bodies, and the data of their answers. */
import * as t from 'io-ts';
import { all, orNull } from '../../../../src/kernel/http/answers';
import {
  array,
  boolean,
  Codec,
  failure,
  id,
  integer,
  named,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../../../src/kernel/http/codecs';
import { importFormats } from '../../../import/src';

/**
 * The maximum size of an imported file in bytes: 2 MiB, about 20,000 rows. The service closes an idle connection after 30 s, and posting
 * this many rows takes much less time. Larger files are imported with the command line, which shows the progress.
 */
export const maxImportFileBytes = 2_097_152;
const maxMapCharacters = 200_000;
/** The maximum size of a request body, which contains the map, and the file in base64. */
export const importBodyLimit = {
  bytes: 3 * 1_048_576,
  cure: `A file may take at most ${maxImportFileBytes} bytes here: import a larger one with the command "ledger import".`,
};
const maxBase64 = Math.ceil(maxImportFileBytes / 3) * 4;

const tooLarge = `is larger than ${maxImportFileBytes} bytes: import it with the command "ledger import"`;

const base64 = new Codec<Buffer>({ type: 'string', contentEncoding: 'base64', maxLength: maxBase64 }, (input) => {
  if (typeof input !== 'string') return failure(input, 'must be a string');
  if (input.length > maxBase64) return failure(input, tooLarge);
  if (input.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(input)) return failure(input, 'must be base64');
  const bytes = Buffer.from(input, 'base64');
  return bytes.length > maxImportFileBytes ? failure(input, tooLarge) : t.success(bytes);
});

export const oneLedger = object({ ledgerId: id<'ledger'>().described('The ledger, by its id.') });

const sent = {
  file: base64.described(`The bytes of the file, in base64: at most ${maxImportFileBytes}.`),
  format: optional(oneOf(importFormats)).described(
    'The format of the file; without it the beginning of the file decides.',
  ),
  map: optional(text({ min: 1, max: maxMapCharacters })).described(
    'The map as JSON, as `ledger import --map` takes it: columns, accounts, currencies.',
  ),
};
export const sentFile = named('SentFile', 'A file to be read.', object(sent));
export const sentImport = named(
  'SentImport',
  'A file to be imported.',
  object({
    ...sent,
    new_rows: withDefault(boolean, false).described(
      'States that no row of the table was imported before: each row is posted, even one that equals a row of an earlier file. A repeated request posts all rows again.',
    ),
    all_or_nothing: withDefault(boolean, false).described(
      'Posts nothing unless a dry run of the file rejects nothing.',
    ),
  }),
);

/** The maximum numbers of transactions and of records in a preview. */
export const maxPreviewRows = 20;
const few = <A>(codec: Codec<A>): Codec<readonly A[]> => array(codec, 0, maxToldRows);
const shown = <A>(codec: Codec<A>): Codec<readonly A[]> => array(codec, 0, maxPreviewRows);
const cells = (codec: Codec<string>): Codec<readonly string[]> => array(codec, 0, maxCells);
const maxToldRows = 100;
const maxCells = 1_000;

const format = oneOf(importFormats).described('The format in which the file is read.');
const line = integer(0, Number.MAX_SAFE_INTEGER).described('The line of the file; 0 if it belongs to no line.');
const code = text().described('The code of the reason.');
const message = text().described('The cause, and the remedy if there is one.');
const toldShape = named('ToldRow', 'A row that is not posted, and why.', object({ line, code, message }));
const remarkShape = named(
  'ToldRows',
  'A reason, listed once for all rows that have it.',
  object({
    line,
    code,
    message,
    times: integer(1, Number.MAX_SAFE_INTEGER).described('The number of rows with this reason.'),
  }),
);
const count = (what: string): Codec<number> => integer(0, Number.MAX_SAFE_INTEGER).described(what);

const readRow = named(
  'ReadRow',
  'A transaction as responses show it.',
  object({
    line,
    date: text().described('The day, as YYYY-MM-DD.'),
    description: text().described('The text of the file that becomes the description.'),
    reference: orNull(text()).described('The reference; null if there is none.'),
    entries: all(
      named(
        'ReadEntry',
        'An entry as responses show it.',
        object({
          account: text().described('The account, as the file or the map calls it.'),
          amount: text().described('The amount: more than zero debits, less than zero credits.'),
        }),
      ),
    ).described('Its debits and credits, which add up to zero.'),
  }),
);

const proposalShape = named(
  'ProposedMap',
  'A map that the file itself proposes.',
  object({
    map: text().described('The map as JSON, without the codes of your accounts.'),
    confidence: text().described('The least certain of the findings: `certain`, `likely` or `guessed`.'),
    findings: few(
      named(
        'MapFinding',
        'A part of the map, and why it is so.',
        object({
          subject: text().described('The part of the map.'),
          confidence: text().described('`certain`, `likely` or `guessed`.'),
          message: text().described('The reason.'),
        }),
      ),
    ).described('The parts of the map, each with its reason.'),
    note: text().described('The parts that a person fills in.'),
  }),
);

const recordsShape = named(
  'FirstRecords',
  'The first records of a table, as they are in the file.',
  object({
    columns: cells(text()).described('The names of the columns, or their numbers if the table has no header.'),
    rows: shown(
      named(
        'TableRecord',
        'A line of the table; several lines if a cell has line breaks.',
        object({ line, cells: cells(text()).described('Its cells, as text.') }),
      ),
    ).described('The first records after the header.'),
  }),
);

export const previewShape = named(
  'FilePreview',
  'The transactions that an import would read from a file. They are not compared with the ledger.',
  object({
    format,
    proposal: orNull(proposalShape).described('A map for the file; null if the request had one, or none is needed.'),
    table: orNull(recordsShape).described('The first records of a table; null for other formats.'),
    rows: shown(readRow).described('The first transactions.'),
    left_out: few(toldShape).described('The first rows that post nothing.'),
    rejected: few(toldShape).described('The first rows that cannot be read.'),
    stopped: orNull(toldShape).described(
      'Why nothing in the file would be imported, such as a balance that does not match its row; null if it would be.',
    ),
    counts: named(
      'ReadCounts',
      'The number of rows that were read.',
      object({
        transactions: count('The number of transactions that would be posted if the ledger accepts them.'),
        left_out: count('Rows that post nothing.'),
        rejected: count('Rows that cannot be read.'),
      }),
    ).described('The numbers of rows of the whole file.'),
  }),
);

export const importShape = named(
  'FileImport',
  'The result of an import, or of its dry run.',
  object({
    format,
    is_dry_run: boolean.described(
      'Whether nothing was written, because a dry run was requested or the file had errors.',
    ),
    read: count('All transactions of the file: the sum of the next five.'),
    posted: count('Transactions that were posted, or would be.'),
    posted_before: count('Transactions that an earlier import posted.'),
    untried: count('Transactions that a dry run cannot try, because they refer to others in the file.'),
    left_out: count('Rows that post nothing.'),
    rejected: count('Rows that were rejected, or would be.'),
    accounts_opened: count('Accounts that were opened, or would be.'),
    journals_opened: count('Journals that were opened, or would be.'),
    assertions_checked: count('Balances that the file asserts and that were compared with the ledger.'),
    assertions_failed: count('The number that differs; the remarks name them.'),
    rejections: few(remarkShape).described('Why rows were rejected: at most 100.'),
    remarks: few(remarkShape).described('Facts about the file and the ledger: at most 100.'),
    rejected_file: orNull(text()).described(
      'The rejected rows as a file of the same format, each with its reason: correct it and import it. Null if none was rejected.',
    ),
  }),
);
