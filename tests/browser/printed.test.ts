/**
 * Reports on paper. A browser prints them to PDF, and `pdftotext` says where each word stands: each account is printed once, in full, below
 * the header of its table; no word covers another one or leaves the page; totals are printed once, below a row; no page but the last is half empty.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser, visit, type Visitor } from '../support/browser';
import { enter, invite } from '../support/console-people';
import { describeWhere } from '../support/describing';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, openAccount, transaction } from '../support/requests';

const isPopplerInstalled = spawnSync('pdftotext', ['-v']).status === 0;
if (!isPopplerInstalled) process.stdout.write('printed reports: skipped, because there is no pdftotext\n');

/** The accounts below each group: together fewer than 200, so that no report is folded, and more than fit on one printed page. */
const groups = [
  { code: 'CUSTOMER', type: 'asset', size: 60 },
  { code: 'SUPPLIER', type: 'liability', size: 45 },
  { code: 'SALE', type: 'revenue', size: 40 },
  { code: 'COST', type: 'expense', size: 40 },
] as const;
type Group = (typeof groups)[number]['code'];
const accounts = groups.flatMap(({ code, type, size }) =>
  Array.from({ length: size }, (_, index) => ({ group: code, type, code: `${code}-${index + 1}` })),
);

const year = 'from=2026-01-01&to=2026-12-31';
const printouts: readonly {
  readonly at: string;
  readonly groups: readonly Group[];
  /** The words of a table's header, in their order; each page with rows shows them. */
  readonly header: readonly string[];
  /** A text of the totals, and how often the report has it. */
  readonly total: readonly [string, number];
}[] = [
  {
    at: 'reports/trial-balance?as_of=2026-12-31',
    groups: ['CUSTOMER', 'SUPPLIER', 'SALE', 'COST'],
    header: ['Account', 'Debits', 'Credits'],
    total: ['All accounts', 2],
  },
  {
    at: 'reports/balance-sheet?as_of=2026-12-31',
    groups: ['CUSTOMER', 'SUPPLIER'],
    header: ['Account', 'Balance'],
    total: ['Liabilities, equity and earnings', 1],
  },
  {
    at: 'reports/balance-sheet?as_of=2026-12-31&beside=prior_year',
    groups: ['CUSTOMER', 'SUPPLIER'],
    header: ['Account', 'Balance', 'Change', '%'],
    total: ['Liabilities, equity and earnings', 1],
  },
  {
    at: `reports/income-statement?${year}&beside=month`,
    groups: ['SALE', 'COST'],
    header: ['Account', '2026-01', '2026-06', '2026-12'],
    total: ['Net income', 2],
  },
  {
    at: `reports/income-statement?${year}&beside=month&changes=true`,
    groups: ['SALE', 'COST'],
    header: ['Account', '2026-01', 'Change', '2026-12', 'Change'],
    total: ['Net income', 2],
  },
  {
    at: `reports/cash-flow?${year}`,
    groups: ['CUSTOMER', 'SUPPLIER'],
    header: ['Account', 'Amount'],
    total: ['Opening cash', 1],
  },
  {
    at: 'accounts',
    groups: ['CUSTOMER', 'SUPPLIER', 'SALE', 'COST'],
    header: ['Account', 'Type'],
    total: ['185 accounts', 0],
  },
];

interface Word {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The words of each page of a PDF, in points. */
const sheetsOf = (file: string): readonly Sheet[] => {
  const { stdout } = spawnSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8', maxBuffer: 100_000_000 });
  return [...stdout.matchAll(/<page width="([\d.]+)" height="([\d.]+)">(.*?)<\/page>/gs)].map(
    ([, width, height, content = '']) => ({
      ...{ width: Number(width), height: Number(height) },
      words: [
        ...content.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g),
      ].map(([, left, top, right, bottom, text = '']) => ({
        ...{ left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) },
        text: unescaped(text),
      })),
    }),
  );
};

/** The text of a page, line by line. Words whose middles differ by less than three points are on one line. */
const textOf = ({ words }: Sheet): string => {
  const lines: { middle: number; words: Word[] }[] = [];
  for (const word of [...words].sort((one, other) => one.top + one.bottom - other.top - other.bottom)) {
    const middle = (word.top + word.bottom) / 2;
    const last = lines.at(-1);
    if (last !== undefined && middle - last.middle < 3) last.words.push(word);
    else lines.push({ middle, words: [word] });
  }
  const inOrder = lines.flatMap((line) => line.words.sort((one, other) => one.left - other.left));
  return inOrder.map(({ text }) => text).join(' ');
};
const areaOf = (width: number, height: number): number => Math.max(0, width) * Math.max(0, height);
const covers = (one: Word, other: Word): boolean => {
  const common = areaOf(
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  );
  const smaller = Math.min(...[one, other].map((word) => areaOf(word.right - word.left, word.bottom - word.top)));
  return common > smaller / 4;
};

const faultsOnPaper = (sheets: readonly Sheet[]): readonly string[] =>
  sheets.flatMap(({ width, height, words }, index) => {
    const where = `page ${index + 1} of ${sheets.length}`;
    const lowest = Math.max(0, ...words.map(({ bottom }) => bottom));
    return [
      ...words
        .filter(({ left, right, bottom }) => left < 20 || right > width - 20 || bottom > height - 20)
        .map(({ text }) => `${where}: "${text}" leaves the page`),
      ...words
        .filter((word, at) => words.slice(at + 1).some((other) => covers(word, other)))
        .map(({ text }) => `${where}: another word covers "${text}"`),
      ...(index < sheets.length - 1 && lowest < height / 2 ? [`${where} is half empty`] : []),
    ];
  });

const countOf = (text: string, part: string): number => text.split(part).length - 1;

describeInBrowser('printed', () => {
  let ledger: TestLedger;
  let books: TestBooks;
  let browser: Browser;
  let visitor: Visitor;
  let folder: string;

  beforeAll(async () => {
    ledger = await startLedger();
    books = await ledger.newLedger();
    const { api } = books;
    await openAccount(api, { code: 'BANK', type: 'asset', name: 'The bank', cash_flow: 'cash' });
    for (const { code, type } of groups) await openAccount(api, { code, type, name: `All of ${code}` });
    for (const { code, type, group } of accounts)
      await openAccount(api, { code, type, name: `Partner ${code.replace('-', '/')}/`, parent_code: group });
    const transactions = accounts.flatMap(({ code, type }, index) =>
      ['2025', '2026'].map((of) => {
        const effective_date = `${of}-${String(1 + (index % 12)).padStart(2, '0')}-15`;
        const sides = type === 'asset' || type === 'expense' ? [code, 'BANK'] : ['BANK', code];
        const amount = `${of === '2025' ? 20 + index : 80 - (index % 60)}.50`;
        return transaction({
          effective_date,
          entries: [debit(sides[0] ?? '', amount), credit(sides[1] ?? '', amount)],
        });
      }),
    );
    for (let sent = 0; sent < transactions.length; sent += 100) {
      const part = { transactions: transactions.slice(sent, sent + 100) };
      dataOf(await api.post('/transactions/batch', part, { Prefer: 'wait=20' }), 202);
    }
    browser = await openBrowser();
    visitor = await visit(browser, ledger.baseUrl);
    await enter(visitor, ledger.baseUrl, await invite(ledger.app.access, 'admin'));
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'printed-'));
  });
  afterAll(async () => {
    await visitor.leave();
    await browser.close();
    await ledger.close();
    fs.rmSync(folder, { recursive: true });
  });

  const print = async (at: string): Promise<readonly Sheet[]> => {
    await visitor.page.goto(`/console/l/${books.ledger.id}/${at}`);
    await visitor.settled();
    return printAgain();
  };
  /** Prints the page again, on paper as wide as A4 and of this height in millimetres. */
  const printAgain = async (height = 297): Promise<readonly Sheet[]> => {
    const file = path.join(folder, 'page.pdf');
    await visitor.page.pdf({ path: file, width: '210mm', height: `${height}mm`, preferCSSPageSize: true });
    return sheetsOf(file);
  };

  describeWhere(() => isPopplerInstalled)('on paper', () => {
    test.each(printouts)(
      '$at is complete and can be read',
      async ({ at, groups: shown, header, total: [total, times] }) => {
        const sheets = await print(at);
        expect(faultsOnPaper(sheets)).toEqual([]);
        expect(sheets.length).toBeGreaterThan(1);
        const whole = sheets.map(textOf).join(' ');
        const wanted = accounts.filter(({ group }) => shown.includes(group)).map(({ code }) => code.replace('-', '/'));
        expect(wanted.filter((name) => countOf(whole, `${name}/`) !== 1)).toEqual([]);
        expect([total, countOf(whole, total)]).toEqual([total, times]);
        const row = / \w+\/\d+\/ /;
        const headless = sheets.filter((sheet) => {
          const text = textOf(sheet);
          const titles = header.join('.*');
          return row.test(text) && !new RegExp(`${titles}.*?${row.source}`, 's').test(text);
        });
        expect(headless.map(textOf)).toEqual([]);
      },
    );

    test('a total is never alone on a page, wherever the page ends', async () => {
      await print('reports/trial-balance?as_of=2026-12-31');
      const alone: string[] = [];
      // On paper of 303 mm the total is near the end of the fifth page. The report is moved down in steps of two thirds of a row.
      for (let down = 0; down < 90; down += 12) {
        await visitor.page.evaluate<void>(`document.querySelector('.page-head').style.paddingBottom = '${down}pt'`);
        const [text = ''] = (await printAgain(303))
          .map(textOf)
          .filter((page) => page.includes('All accounts'))
          .slice(-1);
        if (!/ \w+\/\d+\/ .*All accounts/s.test(text)) alone.push(`${down} points down: ${text}`);
      }
      expect(alone).toEqual([]);
    });

    const others = [
      ...[
        '',
        `reports/general-ledger?${year}`,
        `reports/statement?account=BANK&${year}`,
        'reports/aging?account=CUSTOMER-1',
      ],
      ...[
        'transactions',
        'transactions/:id',
        'transactions/:id/receipt',
        'activity',
        'journals',
        'period-locks',
        'verifications',
      ],
    ];
    test.each(others)('/%s can be read', async (at) => {
      const [{ id }] = (await books.api.get('/transactions?limit=1')).body.data;
      const sheets = await print(at.replace(':id', id));
      expect(faultsOnPaper(sheets)).toEqual([]);
      // The name of the ledger is on the first page, so that a sheet of paper says whose books it shows.
      expect(textOf(sheets[0] as Sheet)).toContain(books.ledger.code);
    });

    test.each([
      [
        'reports/aging?code_prefix=CUSTOMER',
        ['Account codes beginning with: CUSTOMER', 'Layer: settled', 'At the end of'],
      ],
      ['reports/general-ledger?account_set_code=&code_prefix=SALE-1', ['Account codes beginning with: SALE-1']],
      [
        'transactions?status=posted&from=2026-03-01&to=2026-12-31',
        ['Status: posted', 'From: 1 Mar 2026', 'To: 31 Dec 2026', 'The list has more pages.'],
      ],
    ])('%s prints its filters, without fields and buttons', async (at, texts) => {
      const sheets = await print(at);
      expect(faultsOnPaper(sheets)).toEqual([]);
      const whole = sheets.map(textOf).join(' ');
      expect(texts.filter((text) => !whole.includes(text))).toEqual([]);
      // Fields and buttons that a reader of paper cannot use.
      expect(whole).not.toMatch(/Save this view|Show zero balances|its code|Newest first .*Order/);
    });
  });
});
