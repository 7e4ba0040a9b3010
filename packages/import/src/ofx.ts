/**
 * Reads statements in OFX (QFX): the SGML of version 1 and the XML of version 2. OFX has a closing balance and no opening one, so the sum
 * of the rows cannot be checked. With `assert_balance` in the map, the closing balance is compared with the ledger's balance. Amounts have
 * the customer's sign: received amounts are positive.
 */
import { dateReader } from './date-formats';
import { collecting, type RecordFields, type RecordTaker } from './elements';
import { quoted, type FileReader, type Reason, type Stop } from './rows';
import { createSgmlReader } from './sgml';
import { createStatements, type StatementReading, type Statements } from './statements';
import { createXmlReader } from './xml';

const records = new Set(['STMTTRN', 'STMTTRNP', 'LEDGERBAL', 'BANKACCTFROM', 'CCACCTFROM', 'CURDEF']);
const wanted = new Set([
  ...['TRNTYPE', 'DTPOSTED', 'DTUSER', 'DTAVAIL', 'TRNAMT', 'FITID', 'NAME', 'PAYEEID', 'MEMO', 'CHECKNUM', 'REFNUM'],
  ...['ACCTID', 'BANKID', 'BALAMT', 'DTASOF', 'CURDEF'],
]);

/** Returns the reader for version 1 or 2, depending on the beginning of the file. */
export const createOfxReader = (reading: StatementReading, beginning: Buffer): Promise<FileReader> | FileReader => {
  const stop: Stop = (line, reason) => reading.emit({ kind: 'stop', line, ...reason });
  const taker = collecting(
    recordTaker(createStatements(reading, { hasBalances: false }), reading.map?.sign === undefined, stop),
    stop,
  );
  const encoding = reading.map?.encoding;
  return /^(?:\xef\xbb\xbf)?\s*<\?xml/.test(beginning.subarray(0, 100).toString('latin1'))
    ? createXmlReader(taker, encoding, stop)
    : createSgmlReader(taker, encoding, stop);
};

const recordTaker = (statements: Statements, hasSigns: boolean, stop: Stop): RecordTaker => {
  let currency = '';
  let isWithin = false;
  return {
    isRecord: (name) => records.has(name) && (isWithin || !['LEDGERBAL', 'CURDEF'].includes(name)),
    keyOf: (path) => {
      const last = path.at(-1) ?? 'CURDEF';
      // CURRENCY names the currency of the amount. ORIGCURRENCY names the currency before a conversion, and is ignored.
      if (last === 'CURSYM') return path.at(-2) === 'CURRENCY' ? 'CURSYM' : undefined;
      return wanted.has(last) ? last : undefined;
    },
    begin: (name, line) => {
      if (name === 'STMTRS' || name === 'CCSTMTRS') [isWithin, currency] = [true, ''];
      if (name.startsWith('INVSTMT')) stop(line, ofInvestments);
    },
    record: (name, fields, line) => {
      if (name === 'CURDEF') currency = fields.one('CURDEF') ?? '';
      else if (name.endsWith('ACCTFROM')) {
        if (isWithin && !statements.isOpen) statements.begin(line, fields.one('ACCTID') ?? '');
      } else if (!statements.isOpen) stop(line, accountMissing);
      else if (name === 'STMTTRNP') statements.pending(line);
      else if (name === 'LEDGERBAL')
        statements.closing({
          amount: plain(fields.one('BALAMT')),
          currency,
          day: readDay(fields.one('DTASOF') ?? '')?.day,
        });
      else {
        const row = rowOf(fields, currency);
        const { kind, amount } = row.cells;
        statements.row({ line, ...row, wrong: hasSigns ? contradiction(kind, amount) : undefined });
      }
    },
    end: (name, line) => {
      if (name !== 'STMTRS' && name !== 'CCSTMTRS') return;
      isWithin = false;
      if (statements.isOpen) statements.end(line);
    },
  };
};

const ofInvestments = {
  code: 'OTHER_FORMAT',
  message:
    'The file has statements of securities, which cannot be imported. Ask the bank for a file with only the cash account.',
};
const accountMissing = {
  code: 'NOT_UNDERSTOOD',
  message: 'A statement has transactions before its account: the file is not valid OFX.',
};

const readDay = dateReader('YYYYMMDD*');

/** Normalises an amount. In OFX the decimal mark is a dot or a comma, and there is no thousands separator. */
const plain = (amount = ''): string =>
  amount
    .replace(/^\+/, '')
    .replace(/^(-?\d*),(\d*)$/, '$1.$2')
    .replace(/\.$/, '');

/** The sign that the amount must have, for the kinds of transactions whose name states it. */
const directions: Readonly<Record<string, '-' | '+'>> = { DEBIT: '-', CREDIT: '+' };

const contradiction = (kind: string, amount: string): Reason | undefined => {
  const direction = directions[kind];
  if (direction === undefined || (direction === '-') === amount.startsWith('-')) return undefined;
  return {
    code: 'AMOUNT_SIGNED',
    message: `The row is a ${kind}, and the sign of its amount ${quoted(amount)} indicates the opposite. If no amount in the file has a sign, list the kinds that take money out in "statement" of the map, such as "sign": {"column": "kind", "negative": ["DEBIT", "FEE"]}. Otherwise correct the sign in the file of rejected rows, and import that file.`,
  };
};

const rowOf = (fields: RecordFields, currency: string) => {
  const posted = fields.one('DTPOSTED') ?? '';
  const value = fields.one('DTAVAIL') ?? '';
  const kind = fields.one('TRNTYPE') ?? '';
  const amount = plain(fields.one('TRNAMT'));
  const [payee = '', memo = ''] = ['NAME', 'MEMO'].map((name) => fields.one(name) ?? '');
  return {
    cells: {
      ...{ date: readDay(posted)?.day ?? posted, value_date: readDay(value)?.day ?? value, amount, kind },
      ...{ currency: fields.one('CURSYM') ?? currency, payee, payee_account: fields.one('ACCTID') ?? '' },
      // Some banks repeat the name in the memo, so the description contains it only once.
      text: memo === payee ? '' : memo || (fields.one('CHECKNUM') ?? ''),
      reference: fields.one('FITID') ?? fields.one('REFNUM') ?? '',
    },
  };
};
