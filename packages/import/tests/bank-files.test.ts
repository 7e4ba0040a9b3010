/** Files as banks and programs write them. The proposed map reads each amount, sign and day as the bank means it. */
import { refused } from '../../../src/kernel/refusal';
import { explainFile, readMap, sourceOfBytes, type Explanation } from '../src';

const untroubled = (): Promise<void> => Promise.resolve();

const explained = async (text: string | Buffer, currency?: string, map?: object): Promise<Explanation> => {
  const given = map && readMap(JSON.stringify({ csv: map }));
  if (given && refused(given)) throw new Error(given.left.join(' '));
  const outcome = await explainFile({
    ...{
      source: sourceOfBytes(Buffer.from(text), untroubled),
      format: 'csv',
      map: given?.right,
      currency,
      maxRows: 20,
    },
    clock: { now: () => new Date('2026-12-01T02:00:00Z') },
  });
  if (refused(outcome)) throw new Error(outcome.left.message);
  return outcome.right;
};
const rowsIn = ({ rows }: Explanation): readonly string[] =>
  rows.map(({ date, entries }) => `${date} ${entries[0]?.amount}`);

const rent = '2026-01-13 -1045.00';
const pay = '2026-01-14 2500.00';
const files: readonly (readonly [name: string, currency: string, text: string, rows: readonly string[]])[] = [
  [
    'rows that end with a delimiter, and a header that does not',
    'USD',
    'Details,Posting Date,Description,Amount,Type,Balance\nCREDIT,01/14/2026,PAY,2500.00,ACH,3455.00,\nDEBIT,01/13/2026,RENT,-1045.00,ACH,955.00,\n',
    [pay, rent],
  ],
  [
    'more lines before the table than rows in it, with amounts in lakhs',
    'INR',
    'Name\t:\tAsha\nBranch\t:\tPune\nBalance on 1 Jan\t:\t2,00,000.00\nFrom\t:\t1 Jan 2026\n\nTxn Date\tText\tDebit\tCredit\tBalance\n13 Jan 2026\tRent\t1,23,456.78\t \t76,543.22\n14 Jan 2026\tPay\t \t2,50,000.00\t3,26,543.22\n',
    ['2026-01-13 -123456.78', '2026-01-14 250000.00'],
  ],
  [
    'a balance at the beginning and rows without an amount',
    'USD',
    'Total,,"1,455.00"\n\nDate,Description,Amount,Running Bal.\n01/01/2026,Beginning balance as of 01/01/2026,,"2,000.00"\n01/13/2026,RENT,"-1,045.00","955.00"\n01/14/2026,PAY,"2,500.00","3,455.00"\n',
    [rent, pay],
  ],
  [
    'turnovers and balances as rows with a direction',
    'EUR',
    'Date;Details;Amount;Currency;Debit/Credit\n01.01.2026;Opening balance;100,00;EUR;K\n13.01.2026;Rent;1045,00;EUR;D\n14.01.2026;Pay;2500,00;EUR;K\n31.01.2026;Turnover;1045,00;EUR;D\n31.01.2026;closing balance;1555,00;EUR;K\n',
    [rent, pay],
  ],
  [
    'a dash in the unused column, next to numbers of checks',
    'USD',
    'Date,Check #,Description,Withdrawal,Deposit\n1/13/2026,101,Rent,"1,045.00",-\n1/14/2026,102,Pay,—,"2,500.00"\n',
    [rent, pay],
  ],
  [
    'days without leading zeros, the year first',
    'JPY',
    '"日付","摘要","支払い金額","預かり金額","差引残高"\n"2026/1/5","カード","1,200","","98,800"\n"2026/11/25","給料","","250,000","348,800"\n',
    ['2026-01-05 -1200', '2026-11-25 250000'],
  ],
  [
    'days with the words of East Asia',
    'JPY',
    '日付,内容,金額\n2026年1月5日,買い物,-1200\n2026年11月25日,給与,250000\n',
    ['2026-01-05 -1200', '2026-11-25 250000'],
  ],
  [
    'days with spaces',
    'CZK',
    'Datum;Popis;Částka\n5. 1. 2026;Nájem;-1 045,00\n14. 1. 2026;Mzda;2 500,00\n',
    ['2026-01-05 -1045.00', pay],
  ],
  [
    'typographic apostrophes between thousands',
    'CHF',
    'Datum;Text;Betrag\n13.01.2026;Miete;-1’045.00\n14.01.2026;Lohn;2’500.00\n',
    [rent, pay],
  ],
  [
    'amounts before and after a fee',
    'USD',
    'Date,Description,Amount,Fee,Net\n2026-01-13,Order,100.00,3.20,96.80\n2026-01-14,Payout,-96.80,0.00,-96.80\n',
    ['2026-01-13 96.80', '2026-01-14 -96.80'],
  ],
  [
    'a card without a word about cards, whose payments are negative',
    'GBP',
    'Date,Description,Amount\n13/01/2026,BOOKSHOP,25.00\n20/01/2026,PAYMENT RECEIVED - THANK YOU,-25.00\n',
    ['2026-01-13 -25.00', '2026-01-20 25.00'],
  ],
  [
    'Chinese words for the direction',
    'CNY',
    '交易时间,商品说明,收/支,金额\n2026-01-13 10:11:12,咖啡,支出,45.00\n2026-01-14 10:11:12,转账,收入,250.00\n',
    ['2026-01-13 -45.00', '2026-01-14 250.00'],
  ],
  [
    'a Danish row that is not booked',
    'DKK',
    'Dato;Tekst;Beløb;Status\n13.01.2026;Husleje;-1.045,00;Udført\n14.01.2026;Løn;2.500,00;Udført\n20.01.2026;Bog;-9,00;Venter\n',
    [rent, pay],
  ],
];

test.each(files)('%s', async (_, currency, text, rows) => {
  const found = await explained(text, currency);
  expect([rowsIn(found), found.rejected, found.stopped]).toEqual([rows, [], undefined]);
});

test('the currency of a price abroad is not the currency of the amount', async () => {
  const text = 'Date,Name,Amount,Currency,Local amount,Local currency,Money Out,Money In\n'.concat(
    '13/01/2026,Cafe,-4.50,GBP,-5.20,EUR,-4.50,\n14/01/2026,Pay,2500.00,GBP,2500.00,GBP,,2500.00\n',
  );
  const found = await explained(text);
  expect([found.currency, rowsIn(found), found.rejected]).toEqual(['GBP', ['2026-01-13 -4.50', pay], []]);
});

test.each([
  ['JPY', 'Date,Text,Amount\n2026-01-13,Tea,"¥-1,200"\n', '2026-01-13 -1200'],
  [undefined, 'Date;Text;Amount\n13.01.2026;Tea;-1 045,00 Kč\n', rent],
  [undefined, 'Date,Text,Amount,Currency\n2026-01-13,Rent,-1045.00,usd\n', rent],
])('the proposed map for a ledger in %s defines the currency of symbols', async (currency, text, row) => {
  const found = await explained(text, currency);
  expect([rowsIn(found), found.rejected]).toEqual([[row], []]);
  expect(found.proposal?.findings.map(({ subject }) => subject)).toContain('commodities');
});

test('a map that names only the currency of the price abroad is not proposed', async () => {
  const text = 'Date,Name,Amount (EUR),Original Amount,Original Currency\n2026-01-13,Cafe,-12.50,13.75,USD\n';
  const found = await explained(text, 'EUR');
  expect([rowsIn(found), found.rejected]).toEqual([['2026-01-13 -12.50'], []]);
});

test('fees that are in no amount are pointed out', async () => {
  const text = 'Date,Description,Amount,Fee\n2026-01-13,Cash,-20.00,1.00\n2026-01-14,Top-up,100.00,0.00\n';
  const { proposal } = await explained(text, 'EUR');
  const { confidence, findings } = proposal ?? { confidence: undefined, findings: [] };
  expect(confidence).toBe('guessed');
  expect(findings.map(({ message }) => message).join(' ')).toContain('The column "Fee" has fees, which are not read.');
});

test('a two-digit year before * does not match the first digits of a year of four', async () => {
  const map = { account: 'A', contra_account: 'B', description: 'T', amount: 'X' };
  const text = 'D,T,X\n13/01/2026 10:11,Tea,1.00\n13/01/26 10:11,Tea,1.00\n';
  const found = await explained(text, 'EUR', { ...map, date: { column: 'D', format: 'DD/MM/YY*' } });
  expect([rowsIn(found), found.rejected.map(({ line, code }) => [line, code])]).toEqual([
    ['2026-01-13 1.00'],
    [[2, 'DATE_INVALID']],
  ]);
});

test('tomorrow is a possible day, because it may have begun east of the clock', async () => {
  const text = 'Date,Description,Amount\n02/12/2026 09:00,Tea,-10.00\n01/12/2026 11:20,Pay,2500.00\n';
  const { proposal } = await explained(text, 'AUD');
  expect(proposal?.findings.find(({ subject }) => subject === 'date')?.confidence).toBe('guessed');
});

test('empty cells behind the last column are ignored, and others are not', async () => {
  const map = { account: 'A', contra_account: 'B', description: 'T', amount: 'X', date: { column: 'D' } };
  const found = await explained('D,T,X\n2026-01-13,Rent,-1045.00,,\n2026-01-14,Pay,2500.00,x\n', 'EUR', map);
  expect(rowsIn(found)).toEqual([rent]);
  expect(found.rejected.map(({ line }) => line)).toEqual([3]);
});

test.each([
  ['shift_jis', 'juaI+JP6LIvginosk+CXZQoyMDI2MDEwNSwtMTIwMCyKeZNWg0qBW4Nog1SBW4Nyg1gK', '楽天カードサービス'],
  ['euc-kr', 'sMW3ocDPLLHdvtcswPu/5AoyMDI2MDEwNSwtMTIwMCzG7cDHwaEK', '편의점'],
  ['gb18030', 'yNXG2iy98LbuLNWq0qoKMjAyNjAxMDUsLTEyMDAss6zK0M/7t9EK', '超市消费'],
])('a text in %s is recognised', async (_, bytes, description) => {
  const { rows } = await explained(Buffer.from(bytes, 'base64'), 'JPY');
  expect(rows.map((row) => [row.description, row.entries[0]?.amount])).toEqual([[description, '-1200']]);
});

test('UTF-16 is refused with its cure', async () => {
  const text = Buffer.from('\ufeffDate\tText\tAmount\n2026-01-13\tRent\t-1045.00\n', 'utf16le');
  await expect(explained(text)).rejects.toThrow('The file is UTF-16. Convert it to UTF-8 first: iconv');
  const outcome = await explainFile({
    ...{ source: sourceOfBytes(text, untroubled), format: undefined, map: undefined, currency: undefined, maxRows: 1 },
    clock: { now: () => new Date('2026-12-01T02:00:00Z') },
  });
  expect(refused(outcome) && outcome.left.code).toBe('WRONG_ENCODING');
});
