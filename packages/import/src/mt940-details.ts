/** Reads the text of an MT940 row (`:86:`). Banks write it in three forms: with numbered parts, with named parts, or as plain text. */
import type { StatementCells } from './statements';

export type Details = Pick<StatementCells, 'text' | 'payee' | 'payee_account'>;

export const detailsOf = (lines: readonly string[], supplement: string): Details => {
  const joined = lines.join('');
  if (/^\d{3}\?\d\d|^\?\d\d/.test(joined) || /\?2\d/.test(joined)) return numbered(joined);
  if (/^\/[A-Z]{4}\//.test(joined)) return named(joined);
  return { text: [supplement, ...lines].join(' ').trim() };
};

/**
 * Reads `166?00TRANSFER?20SVWZ+Rent?21 January?32LANDLORD?31DE89…`. A part may end within a word, so the parts are joined without a space.
 */
const numbered = (text: string): Details => {
  const parts = new Map<number, string>();
  for (const [, number, value = ''] of text.matchAll(/\?(\d\d)([^?]*)/g)) parts.set(Number(number), value);
  const between = (from: number, to: number): string =>
    [...parts].flatMap(([number, value]) => (number >= from && number <= to ? [value] : [])).join('');
  const purpose = `${between(20, 29)}${between(60, 63)}`;
  const [, ofSepa] = /SVWZ\+(.*?)(?:[A-Z]{4}\+|$)/s.exec(purpose) ?? [];
  return {
    text: (ofSepa ?? purpose).trim() || between(0, 0),
    payee: between(32, 33).trim(),
    payee_account: between(31, 31).trim(),
  };
};

const names =
  'TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|CNTP|PURP|ULTD|ULTB|ISDT|RTRN|ACCW|ADDR|BENM|ORDP|PREF|SVCL|OCMT|CHGS';

/** Reads `/TRTP/TRANSFER/IBAN/NL…/NAME/LANDLORD/REMI/Rent/EREF/1`, or parts with `/CNTP/account/bank/name/`. */
const named = (text: string): Details => {
  const parts = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(new RegExp(`/(${names})/(.*?)(?=/(?:${names})/|$)`, 'gs')))
    if (!parts.has(name)) parts.set(name, value);
  const [account = '', , party = ''] = (parts.get('CNTP') ?? '').split('/');
  const remittance = (parts.get('REMI') ?? '').replace(/^(?:USTD|STRD)\/+/, '').replaceAll(/\/+$/g, '');
  return {
    text: remittance.trim() || (parts.get('TRTP') ?? '').trim() || text,
    payee: (parts.get('NAME') ?? party).replaceAll(/\/+$/g, '').trim(),
    payee_account: (parts.get('IBAN') ?? account).trim(),
  };
};
