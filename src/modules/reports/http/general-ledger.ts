/** The route of the general ledger, which is sent while it is read. */
import { day, named, object, oneOf, optional, text, withDefault } from '../../../kernel/http/codecs';
import { get, type Reply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import type { StreamReader } from '../../../kernel/http/streams';
import { accountType, writtenLayer } from '../../../kernel/http/vocabulary';
import { knownAtSequence } from '../../ledgering/http/answers';
import type { GeneralLedgers } from '../application/general-ledger';
import { generalLedgerFormatNames, generalLedgerFormats } from '../domain/general-ledger';
import { accountSetCode } from './codecs';
import { exportAnswers } from './export-answers';
import { reportAnswers } from './status';

const format = named(
  'GeneralLedgerFormat',
  'A format of the general ledger: `csv` has a row, `jsonl` a JSON object on a line of its own, for each opening balance, entry and closing balance.',
  oneOf(generalLedgerFormatNames),
);
const maxCodeCharacters = 36;

const query = object({
  format: format.described('The format of the file.'),
  from: day.described('The first day that is included.'),
  to: optional(day).described('The last day that is included; today if it is left out.'),
  layer: withDefault(writtenLayer, 'settled').described('The layer whose entries are exported.'),
  account_set_code: accountSetCode,
  account_type: optional(accountType).described('Only accounts of this type.'),
  code_prefix: optional(text({ min: 1, max: maxCodeCharacters })).described(
    'Only accounts whose code begins with this text.',
  ),
  zero: withDefault(oneOf(['show', 'hide']), 'show').described(
    'Whether accounts without an opening balance and entries are shown.',
  ),
  known_at_sequence: knownAtSequence,
});

const refusals = {
  ...only(reportAnswers, 'Invalid', 'SequenceNotReached', 'AccountSetMissing', 'TooManyAccounts'),
  ...only(exportAnswers, 'TooManyExports'),
};

export const generalLedgerRoutes = (ledgers: GeneralLedgers): readonly Route[] => [
  get(
    '/reports/general-ledger',
    {
      operationId: 'exportGeneralLedger',
      summary: 'Read each account with its opening balance, its entries and its closing balance',
      description:
        'Returns every account, by code, with its opening balance, its entries with the running balance, and its closing balance, as CSV or as JSON lines. Closing balances are those of the trial balance of the last day. The file is sent while the books are read; its last row is `known_at`, and a file without that row was cut off. It counts among the open exports of the key (429 `EXPORTS_EXHAUSTED`).',
      tag: 'Reports',
      needs: 'read',
      query,
      onlyFiles: Object.values(generalLedgerFormats).map(({ mediaType }) => mediaType),
      ok: 200,
      refusals,
      answer: text().described(
        'The file, sent while the books are read. A file without the row `known_at` was cut off.',
      ),
      example: { query: { format: 'csv', from: '2026-01-01' } },
    },
    ({ caller, query: asked, reader }) =>
      ledgers.open(
        caller,
        {
          ...{ format: asked.format, from: asked.from, to: asked.to, layer: asked.layer },
          ...{ accountSetCode: asked.account_set_code, accountType: asked.account_type },
          ...{ codePrefix: asked.code_prefix, hidesZero: asked.zero === 'hide' },
          knownAtSequence: asked.known_at_sequence === undefined ? undefined : BigInt(asked.known_at_sequence),
        },
        (reader as StreamReader).gone,
      ),
    ({ sequence, ...file }): Reply => ({
      data: undefined,
      headers: { 'X-Ledger-Sequence': sequence.toString() },
      file,
    }),
  ),
];
