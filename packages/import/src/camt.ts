/**
 * Reads statements in CAMT.053 (ISO 20022), of every version. Each entry becomes one row, even if it contains several payments, because the
 * statement's balances count entries. `CdtDbtInd` gives the direction of the money, also for a reversal.
 */
import { parseDay } from '../../../src/kernel/time';
import { collecting, type RecordFields } from './elements';
import type { FileReader, Stop } from './rows';
import { createStatements, type StatedBalance, type StatementReading, type Statements } from './statements';
import { createXmlReader } from './xml';

const entryKeys = [
  ...['Amt', 'Amt/@Ccy', 'CdtDbtInd', 'Sts', 'Sts/Cd', 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'],
  ...['AcctSvcrRef', 'NtryRef', 'AddtlNtryInf', 'BkTxCd/Prtry/Cd', 'BkTxCd/Domn/Cd', 'BkTxCd/Domn/Fmly/Cd'],
  'BkTxCd/Domn/Fmly/SubFmlyCd',
];
const details = 'NtryDtls/TxDtls';
const partyKeys = ['Dbtr', 'Cdtr'].flatMap((party) => [
  ...[`RltdPties/${party}/Nm`, `RltdPties/${party}/Pty/Nm`],
  ...[`RltdPties/${party}Acct/Id/IBAN`, `RltdPties/${party}Acct/Id/Othr/Id`],
]);
const detailKeys = [
  ...[...partyKeys, 'RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/AddtlRmtInf', 'Refs/AcctSvcrRef'],
  ...['AddtlTxInf', 'Refs/EndToEndId'],
].map((key) => `${details}/${key}`);
const balanceKeys = ['Tp/CdOrPrtry/Cd', 'Amt', 'Amt/@Ccy', 'CdtDbtInd', 'Dt/Dt', 'Dt/DtTm'];
const accountKeys = ['Id/IBAN', 'Id/Othr/Id', 'Id/BBAN', 'Id/PrtryAcct/Id', 'Ccy'];
const wanted = new Set([...entryKeys, ...detailKeys, ...balanceKeys, ...accountKeys]);
const records = new Set(['Ntry', 'Bal', 'Acct']);

export const createCamtReader = (reading: StatementReading): Promise<FileReader> => {
  const statements = createStatements(reading, { hasBalances: true });
  const stop: Stop = (line, reason) => reading.emit({ kind: 'stop', line, ...reason });
  let stage: 'outside' | 'statement' | 'account' = 'outside';
  /** The balances of the current statement by type. They come before its entries. */
  let balances: (readonly [type: string, balance: StatedBalance])[] = [];
  let currency = '';

  const taker = collecting(
    {
      isRecord: (name) => stage !== 'outside' && records.has(name),
      keyOf: (path) => {
        const key = path.join('/');
        return wanted.has(key) ? key : undefined;
      },
      begin: (name) => {
        if (name === 'Stmt') [stage, balances, currency] = ['statement', [], ''];
      },
      record: (name, fields, line) => {
        if (name === 'Acct') {
          // Only the first account of a statement is its own; later ones belong to other parties.
          if (stage === 'account') return;
          stage = 'account';
          currency = fields.one('Ccy') ?? '';
          const [id = ''] = accountKeys.slice(0, -1).flatMap((key) => fields.one(key) ?? []);
          return statements.begin(line, id);
        }
        if (stage !== 'account') return stop(line, accountMissing);
        if (name === 'Bal') balances.push([fields.one('Tp/CdOrPrtry/Cd') ?? '', balanceOf(fields, currency)]);
        else takeEntry(statements, fields, line, currency);
      },
      end: (name, line) => {
        if (name !== 'Stmt') return;
        stage = 'outside';
        if (!statements.isOpen) return stop(line, accountMissing);
        const { opening, closing } = endsOf(balances);
        if (opening) statements.opening(opening);
        if (closing) statements.closing(closing);
        statements.end(line);
      },
    },
    stop,
  );
  return createXmlReader(taker, reading.map?.encoding, stop);
};

const accountMissing = {
  code: 'NOT_UNDERSTOOD',
  message: 'A statement has entries before its account: the file is not valid CAMT.053.',
};

const signed = (amount: string, direction: string | undefined): string =>
  direction === 'DBIT' ? `-${amount}` : direction === 'CRDT' ? amount : '';

const dayOf = (fields: RecordFields, name: string): string | undefined => {
  const day = fields.one(`${name}/Dt`) ?? fields.one(`${name}/DtTm`);
  return day?.slice(0, 'YYYY-MM-DD'.length);
};

const balanceOf = (fields: RecordFields, currency: string): StatedBalance => ({
  amount: signed(fields.one('Amt') ?? '', fields.one('CdtDbtInd')),
  currency: fields.one('Amt/@Ccy') ?? currency,
  day: parseDay(dayOf(fields, 'Dt') ?? ''),
});

/** Returns the opening and the closing balance. On a page of a statement, an interim balance may take the place of one of them. */
const endsOf = (
  balances: readonly (readonly [type: string, balance: StatedBalance])[],
): { readonly opening: StatedBalance | undefined; readonly closing: StatedBalance | undefined } => {
  const of = (...types: readonly string[]): readonly StatedBalance[] =>
    types.flatMap((wantedType) => balances.flatMap(([type, balance]) => (type === wantedType ? [balance] : [])));
  const interim = of('ITBD');
  const [opening = interim[0]] = of('OPBD', 'PRCD');
  const [closing = interim.at(-1)] = of('CLBD');
  return opening === closing ? { opening: undefined, closing: undefined } : { opening, closing };
};

const takeEntry = (statements: Statements, fields: RecordFields, line: number, currency: string): void => {
  const status = fields.one('Sts/Cd') ?? fields.one('Sts');
  if (status === 'PDNG' || status === 'INFO' || status === 'FUTR') return statements.pending(line);
  const direction = fields.one('CdtDbtInd');
  const party = direction === 'CRDT' ? 'Dbtr' : 'Cdtr';
  const inDetails = (...keys: readonly string[]): readonly string[] =>
    keys.map((key) => fields.all(`${details}/${key}`)).find((texts) => texts.length > 0) ?? [];
  const [payee = ''] = inDetails(`RltdPties/${party}/Nm`, `RltdPties/${party}/Pty/Nm`);
  const [payeeAccount = ''] = inDetails(`RltdPties/${party}Acct/Id/IBAN`, `RltdPties/${party}Acct/Id/Othr/Id`);
  const [detailReference] = inDetails('Refs/AcctSvcrRef');
  const remittance = inDetails('RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/AddtlRmtInf', 'AddtlTxInf');
  const domain = ['Domn/Cd', 'Domn/Fmly/Cd', 'Domn/Fmly/SubFmlyCd'].flatMap((key) => fields.one(`BkTxCd/${key}`) ?? []);
  const valueDay = dayOf(fields, 'ValDt') ?? '';
  const bookingDay = dayOf(fields, 'BookgDt') ?? valueDay;
  statements.row({
    line,
    cells: {
      ...{ date: bookingDay, value_date: valueDay, payee, payee_account: payeeAccount },
      amount: signed(fields.one('Amt') ?? '', direction),
      currency: fields.one('Amt/@Ccy') ?? currency,
      text: (remittance.length > 0 ? remittance : fields.all('AddtlNtryInf')).join(' ').slice(0, maxText),
      kind: fields.one('BkTxCd/Prtry/Cd') ?? domain.join('-'),
      reference: fields.one('AcctSvcrRef') ?? detailReference ?? fields.one('NtryRef') ?? '',
    },
  });
};

/**
 * The maximum number of characters in a description. An entry of many payments has many texts, while the ledger accepts only a thousand
 * characters.
 */
const maxText = 700;
