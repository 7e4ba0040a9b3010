/** The route of ageing: open receivables, payables and holds by age, as JSON or as a table. */
import { csvMediaType, csvRow, safeText } from '../../../kernel/csv';
import { all, money, orNull } from '../../../kernel/http/answers';
import { array, day, id, integer, named, object, optional, text, withDefault } from '../../../kernel/http/codecs';
import type { FileReply } from '../../../kernel/http/files';
import { get, type Route } from '../../../kernel/http/route';
import { integerText } from '../../../kernel/http/scalar-codecs';
import { only } from '../../../kernel/http/status';
import { accountType, writtenLayer } from '../../../kernel/http/vocabulary';
import { accountTypes } from '../../../kernel/accounting';
import { formatAmount, type Denomination } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import { knownAtSequence } from '../../ledgering/http/answers';
import type { AgingContent, Agings } from '../application/aging';
import { accountsTexts, type AskedAccounts } from '../domain/asked-accounts';
import { agingBuckets, openOf, type Aged } from '../domain/aging';
import { accountSetCode, standing } from './codecs';
import { sequenceOf } from './reports';
import { reportAnswers } from './status';

const maxCodeCharacters = 36;
const maxTermDays = 3_650;
const attributeKey = text({ pattern: /^[a-z][a-z0-9_]{0,63}$/, max: 64, shape: 'a key in lowercase snake_case' });

const query = object({
  as_of_date: optional(day).described('The day at whose end the books are read; today if it is left out.'),
  layer: withDefault(writtenLayer, 'settled').described(
    'The layer: `settled` for receivables and payables, `pending` or `encumbrance` for open holds.',
  ),
  account_set_code: accountSetCode,
  account_type: optional(accountType).described(
    'Only accounts of this type. If it is left out, assets and liabilities on the layer `settled`, and all types on the others.',
  ),
  code_prefix: optional(text({ min: 1, max: maxCodeCharacters })).described(
    'Only accounts whose code begins with this text, such as your receivables.',
  ),
  aging_by: optional(attributeKey).described(
    'The key of an attribute, such as that of an invoice: each of its values has a row, and payments settle only items with the same value.',
  ),
  terms: withDefault(integerText(0, maxTermDays), 0).described(
    'The credit period: an item is due this many days after its effective date.',
  ),
  known_at_sequence: knownAtSequence,
});

const amounts = {
  open: money.described('The open amount, in major units: the sum of all ages.'),
  not_due: money.described('The part that is not due, or due on the day itself.'),
  days_1_to_30: money.described('The part that is 1 to 30 days overdue.'),
  days_31_to_60: money.described('The part that is 31 to 60 days overdue.'),
  days_61_to_90: money.described('The part that is 61 to 90 days overdue.'),
  days_over_90: money.described('The part that is more than 90 days overdue.'),
};

const agingShape = named(
  'Aging',
  'The open parts of balances by age.',
  object({
    as_of_date: day.described('The day at whose end the books are read.'),
    account_set_code: orNull(text()).described('The account set to which it is limited; null for all accounts.'),
    aging_by: orNull(text()).described('The key of the attribute whose values are rows; null for one row per account.'),
    terms: integer(0, maxTermDays).described('An item is due this many days after its effective date.'),
    ...standing,
    totals: array(
      named(
        'AgingTotal',
        'The open amounts of all accounts of one type.',
        object({ type: accountType.described('The type of the accounts.'), ...amounts }),
      ),
      0,
      accountTypes.length,
    ).described('The sums of the rows, for each type of account that has any.'),
    rows: all(
      named(
        'AgingRow',
        'The open amounts of an account, or of one value of the attribute on it.',
        object({
          account_id: id().described('The account of the row.'),
          code: text().described('The code of the account.'),
          name: text().described('The name of the account.'),
          type: accountType.described('Determines on which side amounts are positive.'),
          value: orNull(text()).described(
            'The value of the attribute; null for entries without it, or if `aging_by` is left out.',
          ),
          ...amounts,
        }),
      ),
    ).described('By code of the account, then by value. Rows without an open amount are left out.'),
  }),
);

const amountsOf = (aged: Aged, of: Denomination): readonly string[] =>
  [openOf(aged), ...agingBuckets.map((bucket) => aged[bucket])].map((units) => formatAmount(units, of));
const amountNames = ['open', ...agingBuckets] as const;
const amountsView = (aged: Aged, of: Denomination): object =>
  Object.fromEntries(amountsOf(aged, of).map((amount, index) => [amountNames[index], amount]));

interface Asked extends AskedAccounts {
  readonly layer: string;
  readonly aging_by: string | undefined;
  readonly terms: number;
  readonly known_at_sequence: number | undefined;
}

function* piecesOf(
  { asOf, place, rows, totals }: AgingContent,
  asked: Asked,
  { denomination: of }: Pick<Principal, 'denomination'>,
): Iterable<string> {
  const about = {
    ...{ as_of_date: asOf, account_set_code: asked.account_set_code ?? null, aging_by: asked.aging_by ?? null },
    ...{ terms: asked.terms, layer: asked.layer, currency: of.currency },
    ...{ head: { sequence: Number(place.sequence), hash: place.hash }, known_at: place.knownAt?.toISOString() ?? null },
    known_at_sequence: asked.known_at_sequence ?? null,
    totals: accountTypes.flatMap((type) => {
      const aged = totals.get(type);
      return aged ? [{ type, ...amountsView(aged, of) }] : [];
    }),
  };
  yield `${JSON.stringify(about).slice(0, -1)},"rows":[`;
  for (const [index, { account, value, aged }] of rows.entries()) {
    const { id: account_id, code, name, type } = account;
    yield `${index === 0 ? '' : ','}${JSON.stringify({ account_id, code, name, type, value, ...amountsView(aged, of) })}`;
  }
  yield ']}';
}

const headings = ['row', 'type', 'code', 'name', 'value', ...amountNames];

function* sheetRows({ asOf, place, rows, totals }: AgingContent, asked: Asked, of: Denomination): Iterable<string> {
  yield csvRow(headings);
  for (const { account, value, aged } of rows)
    yield csvRow([
      ...['account', account.type, safeText(account.code), safeText(account.name), safeText(value ?? '')],
      ...amountsOf(aged, of),
    ]);
  for (const type of accountTypes) {
    const aged = totals.get(type);
    if (aged) yield csvRow(['total', type, '', '', '', ...amountsOf(aged, of)]);
  }
  const about = [
    ...[`as_of_date ${asOf}`, ...accountsTexts(asked)],
    ...(asked.aging_by === undefined ? [] : [`aging_by ${asked.aging_by}`]),
    ...[`terms ${asked.terms}`, `layer ${asked.layer}`, `currency ${of.currency}`, `sequence ${place.sequence}`],
    ...[`hash ${place.hash}`, ...(place.knownAt ? [`known at ${place.knownAt.toISOString()}`] : [])],
  ].join('; ');
  yield csvRow(['known_at', '', '', about, '', ...amountNames.map(() => '')]);
}

export const agingRoutes = (agings: Agings): readonly Route[] => [
  get(
    '/reports/aging',
    {
      operationId: 'readAging',
      summary: 'Read open receivables, payables and holds by age',
      description:
        'Divides the balance of each account at the end of a day by age: not due, and 1 to 30, 31 to 60, 61 to 90 and more than 90 days overdue. Entries that reduce a balance settle the oldest items first; for a hold, the items of the hold itself. With `aging_by`, they settle items with the same value of the attribute; a payment in advance is negative. The ages add up to the balance. `Accept: text/csv` returns a table.',
      tag: 'Reports',
      needs: 'read',
      eventual: true,
      files: [csvMediaType],
      ok: 200,
      query,
      refusals: only(
        reportAnswers,
        ...(['Invalid', 'SequenceNotReached', 'AccountSetMissing', 'TooManyAccounts', 'TooManyItems'] as const),
      ),
      answer: agingShape,
    },
    ({ caller, query: asked }) =>
      agings.report(caller, {
        ...{ asOf: asked.as_of_date, layer: asked.layer, accountSetCode: asked.account_set_code },
        ...{ accountType: asked.account_type, codePrefix: asked.code_prefix, agingBy: asked.aging_by },
        ...{ terms: asked.terms, knownAtSequence: sequenceOf(asked.known_at_sequence) },
      }),
    (told, { caller, query: asked, mediaType }) =>
      mediaType === csvMediaType
        ? { data: undefined, file: sheetOf(told, asked, caller) }
        : { data: undefined, pieces: piecesOf(told, asked, caller) },
  ),
];

const sheetOf = (told: AgingContent, asked: Asked, { denomination }: Pick<Principal, 'denomination'>): FileReply => ({
  mediaType: csvMediaType,
  name: `aging-${told.asOf}-at-${told.place.sequence}.csv`,
  text: sheetRows(told, asked, denomination),
});
