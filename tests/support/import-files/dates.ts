/** Dates in the formats of banks. */
import type { Fields } from '../requests';
import { bankMap, lines, type FileCase } from './case';

const on = (written: string, format: string, day: string, date: Fields = {}): FileCase => ({
  name: `${written} is ${day} by ${format}`,
  files: [
    {
      text: lines('Date;Text;Amount', `${written};Tea;5.00`),
      map: bankMap({ delimiter: ';', date: { column: 'Date', format, ...date } }),
    },
    { text: lines('Date;Text;Amount', `${day};Tea;5.00`), map: bankMap({ delimiter: ';' }) },
  ],
  ...{ before: 1, books: { BANK: '5.00', OPEN: '-5.00' } },
});
const off = (written: string, format: string, code = 'DATE_INVALID', says?: string): FileCase => ({
  name: `${written} is refused by ${format}`,
  files: [
    {
      text: lines('Date;Text;Amount', `${written};Tea;5.00`),
      map: bankMap({ delimiter: ';', date: { column: 'Date', format } }),
    },
  ],
  ...{ rejected: [`2 ${code}`], books: {}, ...(says === undefined ? {} : { says }) },
});

export const dates: readonly FileCase[] = [
  on('2020-01-23 08:26:29', 'YYYY-MM-DD HH:mm:ss', '2020-01-23'),
  on('2018-02-25 12:34:56 +0000', 'YYYY-MM-DD HH:mm:ss Z', '2018-02-25'),
  on('2018-02-25T23:34:56.123-05:00', 'YYYY-MM-DDTHH:mm:ssZ', '2018-02-25'),
  on('2018-02-25T23:34:56Z', 'YYYY-MM-DD*', '2018-02-25'),
  on('1/5/2026 8:05 PM', 'M/D/YYYY h:mm A', '2026-01-05'),
  on('12-Dec-2019', 'DD-MMM-YYYY', '2019-12-12'),
  on('05 Jan 2026', 'DD MMM YYYY', '2026-01-05'),
  on('Jan 5, 2026', 'MMM D, YYYY', '2026-01-05'),
  on('5. M\u00e4rz 2026', 'D. MMMM YYYY', '2026-03-05'),
  on('05 d\u00e9c. 2025', 'DD MMM YYYY', '2025-12-05'),
  on('2019.04.19.', 'YYYY.MM.DD.', '2019-04-19'),
  on('20260105', 'YYYYMMDD', '2026-01-05'),
  on('05.01.26', 'DD.MM.YY', '2026-01-05'),
  on('05.01.99', 'DD.MM.YY', '1999-01-05'),
  on('05.01.68', 'DD.MM.YY', '1968-01-05', { pivot: 1930 }),
  { ...on('05.01.99', 'DD.MM.YY', '2099-01-05', { pivot: 2000 }), books: {} },
  off('05.01.68', 'DD.MM.YY', 'DATE_UNLIKELY', '"pivot"'),
  off('05 jui 2026', 'DD MMM YYYY'),
  off('31.02.2026', 'DD.MM.YYYY'),
  off('2026-01-05 08:26:29', 'YYYY-MM-DD'),
  off('5.1.2026', 'DD.MM.YYYY'),
];
