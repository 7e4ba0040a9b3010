/** The proposed map chooses the columns that mean the same in the next file, and says how sure it is. */
import { refused } from '../../../src/kernel/refusal';
import { explainFile, sourceOfBytes, type Explanation } from '../src';

const explained = async (lines: readonly string[]): Promise<Explanation> => {
  const outcome = await explainFile({
    source: sourceOfBytes(Buffer.from(`${lines.join('\n')}\n`), () => Promise.resolve()),
    ...{ format: 'csv', map: undefined, currency: 'EUR', maxRows: 20 },
    clock: { now: () => new Date('2026-12-01T02:00:00Z') },
  });
  if (refused(outcome)) throw new Error(outcome.left.message);
  return outcome.right;
};
const rowsOf = ({ rows }: Explanation): readonly string[] =>
  rows.map(({ date, entries }) => `${date} ${entries[0]?.amount}`);
const csvOf = ({ proposal }: Explanation): Readonly<Record<string, unknown>> =>
  (proposal?.map as { readonly csv: Readonly<Record<string, unknown>> }).csv;
const findingsOn = ({ proposal }: Explanation, subject: string) =>
  (proposal?.findings ?? [])
    .filter((each) => each.subject === subject)
    .map(({ confidence, message }) => [confidence, message] as const);

describe('a column that numbers the rows', () => {
  const file = (name: string, numbers: readonly (number | string)[]): readonly string[] => [
    `${name};Datum;Text;Betrag`,
    ...numbers.map((number, row) => `${number};1${row}.01.2026;Row ${row};-${row + 1},00`),
  ];
  test.each([
    ['Radnummer', [1, 2, 3]],
    ['Lfd. Nummer', [3, 2, 1]],
    ['Reference', [0, 1, 2]],
    ['Zeilennummer', [250, 249, 248]],
  ])('is no reference: %s %j', async (name, numbers) => {
    expect(csvOf(await explained(file(name, numbers)))).not.toHaveProperty('reference');
  });

  test.each([
    ['Belegnr', [10_021, 10_022, 10_023]],
    ['Reference', ['A1', 'A2', 'A3']],
    ['Transaction ID', [7, 3, 1]],
  ])('is not taken for one that identifies them: %s %j', async (name, numbers) => {
    expect(csvOf(await explained(file(name, numbers))).reference).toBe(name);
  });
});

const amountFiles: readonly (readonly [string, readonly string[], amount: string, rows: readonly string[]])[] = [
  [
    'a wallet in German, with the fee between gross and net',
    ['Datum;Name;Brutto;Gebühr;Netto', '13.01.2026;Ada;100,00;-3,20;96,80', '14.01.2026;Bo;-50,00;0,00;-50,00'],
    'Netto',
    ['2026-01-13 96.80', '2026-01-14 -50.00'],
  ],
  [
    'a fee named Entgelt',
    ['Datum;Text;Entgelt;Umsatz', '13.01.2026;Ada;-1,20;100,00', '14.01.2026;Bo;0,00;-50,00'],
    'Umsatz',
    ['2026-01-13 100.00', '2026-01-14 -50.00'],
  ],
  [
    'a transfer service, with fees and amounts of both sides',
    [
      'ID,Created on,Source fee amount,Source name,Source amount (after fees),Source currency,Target name,Exchange rate',
      'T-1,2026-01-13 10:00:00,1.20,Ada,100.00,EUR,Bo,1.1',
      'T-2,2026-01-14 10:00:00,1.50,Ada,50.00,EUR,Cy,1.1',
    ],
    'Source amount (after fees)',
    ['2026-01-13 100.00', '2026-01-14 50.00'],
  ],
  [
    'a till, whose sales lose tax and fees before they are paid out',
    [
      'Date,Gross Sales,Discounts,Net Sales,Tax,Tip,Total Collected,Fees,Net Total,Description',
      '01/13/2026,100.00,-10.00,90.00,7.00,3.00,100.00,-2.60,97.40,Lunch',
      '01/14/2026,50.00,0.00,50.00,4.00,0.00,54.00,-1.40,52.60,Tea',
    ],
    'Net Total',
    ['2026-01-13 97.40', '2026-01-14 52.60'],
  ],
  [
    'a card reader, whose net is without tax and not what it pays out',
    [
      'Date,Transaction ID,Total,Net,Tax,Tip,Fee,Payout',
      '2026-01-13,T1,119.00,100.00,19.00,0.00,2.00,117.00',
      '2026-01-14,T2,11.90,10.00,1.90,0.00,0.20,11.70',
    ],
    'Payout',
    ['2026-01-13 117.00', '2026-01-14 11.70'],
  ],
  [
    'direct debits, with names joined by underscores',
    [
      'id,charge_date,description,gross_amount,transaction_fee,net_amount',
      'P1,2026-01-13,Ada,100.00,1.20,98.80',
      'P2,2026-01-14,Bo,50.00,0.70,49.30',
    ],
    'net_amount',
    ['2026-01-13 98.80', '2026-01-14 49.30'],
  ],
  [
    'an exchange, whose total includes fees',
    [
      'Timestamp,Transaction Type,Quantity Transacted,Price at Transaction,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
      '2026-01-13T10:00:00Z,Buy,0.01000000,40000.00,404.00,4.00,Bought',
      '2026-01-14T10:00:00Z,Buy,0.00500000,42000.00,212.50,2.50,Bought again',
    ],
    'Total (inclusive of fees and/or spread)',
    ['2026-01-13 404.00', '2026-01-14 212.50'],
  ],
];
test.each(amountFiles)('a column of fees or parts is never the amount: %s', async (_, lines, amount, rows) => {
  const found = await explained(lines);
  expect(csvOf(found).amount).toBe(amount);
  expect(rowsOf(found)).toEqual(rows);
});

test.each(['Price', 'Gebühr', 'Fee'])(
  'the only column of numbers has the amounts, also if its name is %s',
  async (name) => {
    const found = await explained([`Date,Text,${name}`, '2026-01-13,Ada,-3.00', '2026-01-14,Bo,-4.50']);
    expect(rowsOf(found)).toEqual(['2026-01-13 -3.00', '2026-01-14 -4.50']);
  },
);

test('two columns that could have the amounts are both named, and the choice is guessed', async () => {
  const found = await explained([
    'Date,Description,Source amount,Target amount',
    '2026-01-13,Ada,-100.00,-90.00',
    '2026-01-14,Bo,50.00,45.00',
  ]);
  expect(findingsOn(found, 'amount')).toContainEqual([
    'guessed',
    'The amounts could also be those in "Target amount": check the amounts below.',
  ]);
});

test.each([
  ['Date,Text,Amount', '2026-01-15,Odd,n/a'],
  ['Date,Text,Amount', '2026-01-15,Odd,see letter'],
  ['Date,Text,Amount,Note;more', '2026-01-15,Odd,n/a,a;1'],
])('a cell that is no number rejects its row alone, in %s', async (header, odd) => {
  const rest = header.includes('Note') ? ',a;1' : '';
  const found = await explained([
    header,
    `2026-01-13,Rent,"-1,045.00"${rest}`,
    `2026-01-14,Pay,"2,500.50"${rest}`,
    odd,
    `2026-01-16,Tea,-5.00${rest}`,
  ]);
  expect(csvOf(found)).not.toHaveProperty('delimiter');
  expect(csvOf(found)).not.toHaveProperty('decimal');
  expect(rowsOf(found)).toEqual(['2026-01-13 -1045.00', '2026-01-14 2500.50', '2026-01-16 -5.00']);
  expect(found.rejected.map(({ line }) => line)).toEqual([4]);
});

describe('the table of a card', () => {
  const card = (...rows: readonly string[]): readonly string[] => ['Date,Description,Amount', ...rows];
  test.each([
    [
      'with a refund beside the payment',
      card(
        '2026-01-13,BOOKSHOP,25.00',
        '2026-01-14,CAFE,5.00',
        '2026-01-15,BOOKSHOP REFUND,-25.00',
        '2026-01-20,PAYMENT RECEIVED - THANK YOU,-30.00',
      ),
      ['2026-01-13 -25.00', '2026-01-14 -5.00', '2026-01-15 25.00', '2026-01-20 30.00'],
    ],
    [
      'whose purchases are negative and name a payment by card',
      ['Datum;Kreditkarte;Text;Betrag', '13.01.2026;1;Kartenzahlung Kiosk;-5,00', '14.01.2026;1;Kartenzahlung;-2,00'],
      ['2026-01-13 -5.00', '2026-01-14 -2.00'],
    ],
  ])('%s has the signs of the account', async (_, lines, rows) => {
    expect(rowsOf(await explained(lines))).toEqual(rows);
  });

  test('whose payments contradict each other is guessed', async () => {
    const found = await explained(
      card(
        '2026-01-13,BOOKSHOP,25.00',
        '2026-01-20,PAYMENT RECEIVED - THANK YOU,-25.00',
        '2026-01-21,PAYMENT RECEIVED - THANK YOU,10.00',
      ),
    );
    expect(findingsOn(found, 'amount').map(([confidence]) => confidence)).toContain('guessed');
  });
});

test('a column of days is likely if another one has other days, and both are named', async () => {
  const days = (booked: string, valued: string): Promise<Explanation> =>
    explained([
      'Booking date,Value date,Text,Amount',
      `2026-01-13,${valued},Tea,-5.00`,
      `${booked},2026-01-14,Pay,5.00`,
    ]);
  expect(findingsOn(await days('2026-01-14', '2026-01-12'), 'date')).toEqual([
    [
      'likely',
      'Only YYYY-MM-DD matches all 2 dates. The column is "Booking date". Other days are in "Value date": choose the column that your books follow.',
    ],
  ]);
  expect(findingsOn(await days('2026-01-14', '2026-01-13'), 'date').map(([confidence]) => confidence)).toEqual([
    'certain',
  ]);
});
