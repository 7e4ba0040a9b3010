/**
 * Judges the import of a damaged export. The import may create only transactions that are still whole in the file, in the file's order. The
 * imported books are exported again in the same format, and each transaction of the new export must be in the damaged file, line by line
 * with all its tags. This module splits the exports by the documented line format, not with the readers under test.
 */
import { isId } from '../../packages/import/src/own-exports';
import { recordAt } from './record-at';
import type { ReadFormat } from './reading';

/** The lines of one transaction in a file, decoded as latin1, so that damaged bytes are preserved. */
interface Unit {
  /** The line number of the transaction's first line. */
  readonly line: number;
  readonly lines: readonly string[];
}

interface Told {
  /** The transaction's id in the file, which references in the same file use. */
  readonly id: string | undefined;
  /** The transaction's content by line or record, without its references to others. */
  readonly said: string;
  readonly references: ReadonlyMap<string, string>;
}

interface Shape {
  /** The number of lines of the transaction that begins at line `at`; 0 if none begins there. */
  size(lines: readonly string[], at: number): number;
  /** `codes` maps the account names of the file to account codes. Attributes are left out if `hasAttributes` is false. */
  tell(unit: Unit, codes: Codes, hasAttributes: boolean): Told;
}

type Codes = ReadonlyMap<string, string>;

const day = /^\d{4}-\d\d-\d\d[ \t]+[*!]/;
const referring = ['correlation_source', 'reverses', 'releases', 'settles', 'extends'];
const withSource = 'correlation_type';

const journal: Shape = {
  size: (lines, at) => {
    if (!day.test(lines[at] as string)) return 0;
    let end = at + 1;
    while (/^[ \t]+[^ \t\r]/.test(lines[end] ?? '')) end += 1;
    return end - at;
  },
  tell: ({ lines }, codes, hasAttributes) => {
    const references = new Map<string, string>();
    let id: string | undefined;
    const said = lines.map(withPlainSpaces).filter((line) => {
      const [, tag, text, key, quoted] = /^ (?:; ([a-z_]+): ?(.*)|([a-z_]+): "(.*)")$/.exec(line) ?? [];
      const [name = '', value = ''] = tag === undefined ? [key, quoted] : [tag, text];
      if (name === 'id') id = value;
      else if ([...referring, withSource, 'correlation_id'].includes(name)) references.set(name, value);
      else return true;
      return false;
    });
    const coded = said.map((line) =>
      line.replace(/^ (?!;)(\S*[^\s:])(?= )/, (_, name: string) => ` <${codes.get(name) ?? name}>`),
    );
    // A tag that the import turned into an attribute is exported at a different place, among the attributes, so tags are sorted before the
    // comparison.
    const tags = coded.findIndex((line, index) => index > 0 && line.startsWith(' <'));
    const entries = entriesOf(coded.slice(tags)).map(inOrder);
    // The ledger writes the entries of a reversal or release in the order of the original, so they are sorted as well.
    const isUndoing = references.has('reverses') || references.has('releases');
    const ordered = isUndoing ? entries.toSorted() : entries;
    const own = hasAttributes ? coded.slice(1, tags).toSorted() : [];
    return { id, said: [coded[0], ...own, ...ordered].join('\n'), references };
  },
};

/** Reduces white space to single blanks. Beancount needs no blank after a colon. */
const withPlainSpaces = (line: string): string => line.replaceAll(/[ \t]+/g, ' ').replace(/^( [a-z_]+:)"/, '$1 "');

/** Sorts the tags of an entry, because their order has no meaning. */
const inOrder = (entry: string): string => {
  const [first, ...tags] = entry.split('\n');
  return [first, ...tags.toSorted()].join('\n');
};

/** The entries, each with its tags as one string. */
const entriesOf = (lines: readonly string[]): readonly string[] => {
  const entries: string[] = [];
  for (const line of lines)
    if (line.startsWith(' <') || entries.length === 0) entries.push(line);
    else entries.push(`${entries.pop() ?? ''}\n${line}`);
  return entries;
};

/** The account codes that the directives of a journal declare, by account name. */
const codesIn = (lines: readonly string[]): Codes => {
  const codes = new Map<string, string>();
  let name: string | undefined;
  for (const line of lines) {
    if (!/^[ \t]/.test(line)) name = /^account (\S+)$/.exec(line)?.[1] ?? /^0001-01-01 open (\S+)/.exec(line)?.[1];
    const code = /^ +(?:; )?code: "?([^"]*)"?$/.exec(line)?.[1];
    if (name !== undefined && code !== undefined) codes.set(name, code);
  }
  return codes;
};

const isEmpty = (cells: readonly string[]): boolean => cells.length === 1 && cells[0] === '';

/** Finds the columns by the header of the undamaged file. */
const csv = (header: readonly string[]): Shape => {
  const at = (name: string): number => header.indexOf(name);
  const recordsOf = ({ lines }: Unit): readonly (readonly string[])[] => {
    const records: (readonly string[])[] = [];
    for (let line = 0; line < lines.length;) {
      const record = recordAt(lines, line);
      if (!record) throw new Error(`no record: ${lines[line]}`);
      if (!isEmpty(record.cells)) records.push(record.cells);
      line += record.size;
    }
    return records;
  };
  // The first record that names an account decides its name, type and parent; the entry itself has only the account's code.
  const ofEntries = ['transaction_id', 'date', 'debit', 'credit'];
  const left = new Set(
    ['transaction_id', 'account_name', 'account_type', 'account_category', 'account_normal_balance']
      .concat('account_parent_code', 'correlation_id', withSource, ...referring)
      .map(at),
  );
  return {
    size: (lines, from) => {
      const first = recordAt(lines, from);
      if (!first || isEmpty(first.cells) || first.cells[0] === 'transaction_id') return 0;
      if (ofEntries.every((name) => (first.cells[at(name)] ?? '') === '')) return -first.size;
      let { size } = first;
      for (;;) {
        // An empty line between records belongs to no record.
        const gap = /^\r?$/.test(lines[from + size] ?? 'x') ? 1 : 0;
        const next = lines[from + size + gap] ? recordAt(lines, from + size + gap) : undefined;
        if (next?.cells[0] !== first.cells[0]) return size;
        size += gap + (next?.size ?? 0);
      }
    },
    tell: (unit, _, hasAttributes) => {
      const records = recordsOf(unit);
      const [first = []] = records;
      const referred = ['correlation_id', withSource, ...referring].map(
        (name) => [name, first[at(name)] ?? ''] as const,
      );
      return {
        id: first[0],
        said: JSON.stringify(
          records.map((cells) =>
            cells.filter((__, index) => !left.has(index) && (hasAttributes || index !== at('attributes'))),
          ),
        ),
        references: new Map(referred.filter(([, value]) => value !== '')),
      };
    },
  };
};

const linesOf = (bytes: Buffer): readonly string[] => bytes.toString('latin1').split('\n');

const unitsOf = (lines: readonly string[], shape: Shape): readonly Unit[] => {
  const units: Unit[] = [];
  for (let at = 0; at < lines.length;) {
    const size = shape.size(lines, at);
    if (size > 0) units.push({ line: at + 1, lines: lines.slice(at, at + size) });
    at += Math.abs(size) || 1;
  }
  return units;
};

/**
 * Tells the transactions. The attributes of a release that belongs to a settlement are left out: the ledger writes those of the hold, and
 * an export of an earlier version has those of the settlement, so the import accepts either.
 */
const toldIn = (
  units: readonly Unit[],
  shape: Shape,
  codes: Codes,
): readonly { readonly unit: Unit; readonly told: Told }[] => {
  const whole = units.map((unit) => shape.tell(unit, codes, true));
  return units.map((unit, index) => {
    const hold = whole[index]?.references.get('releases');
    const isOfSettlement = hold !== undefined && whole[index + 1]?.references.get('settles') === hold;
    return { unit, told: isOfSettlement ? shape.tell(unit, codes, false) : (whole[index] as Told) };
  });
};

export interface Judgement {
  /** Transactions that were imported but are not in the file. */
  readonly otherwise: readonly string[];
  /** Transactions that are whole in the damaged file and the original, but were neither imported nor reported as rejected. */
  readonly untold: readonly string[];
  /** Rejections whose line number does not belong to the line that they quote. */
  readonly misplaced: readonly string[];
  readonly written: number;
}

export interface Judged {
  readonly format: ReadFormat;
  readonly undamaged: Buffer;
  readonly damaged: Buffer;
  /** The export of the ledger after the import. */
  readonly written: Buffer;
  /** The file of rejected rows; empty if none was rejected. */
  readonly rejected: Buffer;
}

export const judgeDamaged = ({ format, undamaged, damaged, written, rejected }: Judged): Judgement => {
  const header = linesOf(undamaged)[0] as string;
  const shape = format === 'csv' ? csv(header.trimEnd().split(',')) : journal;
  const lines = linesOf(damaged);
  const [codes, newCodes] = [new Map([...codesIn(linesOf(undamaged)), ...codesIn(lines)]), codesIn(linesOf(written))];
  const stands = toldIn(unitsOf(lines, shape), shape, codes);
  const whole = new Set(unitsOf(linesOf(undamaged), shape).map((unit) => unit.lines.join('\n')));
  const newIds = new Map<string, string>();
  const said = ({ said: own, references }: Told, isOfFile: boolean): string => {
    const named = [...references].map(([name, value]) => {
      const id = isOfFile ? newIds.get(value) : value;
      // Ids are case-insensitive, and the ledger writes them in lower case.
      if (name === 'correlation_id') return `${name} ${id ?? (isId(value) ? value.toLowerCase() : value)}`;
      if (name === withSource) return `${name} ${id ?? value}`;
      return `${name} ${id ?? `${value}, not written`}`;
    });
    return [own, ...named.toSorted()].join('\n');
  };
  const posted = new Set<number>();
  const otherwise: string[] = [];
  let from = 0;
  const units = toldIn(unitsOf(linesOf(written), shape), shape, newCodes);
  for (const { unit, told } of units) {
    const is = said(told, false);
    const at = stands.findIndex((each, index) => index >= from && said(each.told, true) === is);
    if (at < 0) {
      otherwise.push(unit.lines.join('\n'));
      continue;
    }
    const found = stands[at] as (typeof stands)[number];
    posted.add(found.unit.line);
    if (found.told.id !== undefined && told.id !== undefined) newIds.set(found.told.id, told.id);
    from = at + 1;
  }
  const rejections = rejectionsIn(format, rejected);
  // An unclosed quote makes the lines after it part of one record, which is rejected under the line number of the quote. So a rejected
  // transaction is also looked up by the text of its first line.
  const rejectedLines = new Set(
    linesOf(rejected).map((line) => line.replace(/(,\d+,[A-Z][A-Z_0-9]+,"(?:[^"]|"")*")?\r?$/, '')),
  );
  const isTold = ({ line, lines: [first = ''] }: Unit): boolean =>
    rejections.some((rejection) => rejection.line === line) || rejectedLines.has(first.replace(/\r$/, ''));
  const untold = stands.filter(
    ({ unit }) => whole.has(unit.lines.join('\n')) && !posted.has(unit.line) && !isTold(unit),
  );
  return {
    otherwise,
    untold: untold.map(({ unit }) => `${unit.line}: ${unit.lines.join('\n')}`),
    misplaced: rejections
      .filter(({ line, raw }) => !isOfLine(lines[line - 1], raw))
      .map(({ line, raw }) => `${line}: ${raw}`),
    written: units.length,
  };
};

/** Whether the rejection quotes this line. A line that is not valid text is not quoted. */
const isOfLine = (line: string | undefined, raw: string): boolean =>
  line !== undefined &&
  (raw === '' || line.replace(/\r$/, '').startsWith(raw) || raw.startsWith(line.replace(/\r$/, '')));

interface Rejection {
  readonly line: number;
  readonly raw: string;
}

const rejectionsIn = (format: ReadFormat, rejected: Buffer): readonly Rejection[] => {
  const lines = linesOf(rejected);
  if (format !== 'csv')
    return lines.flatMap((text, index) => {
      const line = /^; line (\d+): [A-Z_0-9]+: \S.*[.)}]$/.exec(text)?.[1];
      return line === undefined ? [] : [{ line: Number(line), raw: lines[index + 1] ?? '' }];
    });
  // All records of one transaction are reported with the same line number, one after the other.
  const seen = new Set<string>();
  const text = rejected.toString('latin1').replace(/^transaction_id,.*\r\n/, '');
  return [...text.matchAll(/([^]*?),(\d+),[A-Z][A-Z_0-9]+,"(?:[^"]|"")+"\r\n/g)].flatMap(([, raw = '', line = '']) => {
    if (seen.has(line)) return [];
    seen.add(line);
    return [{ line: Number(line), raw: raw.split('\n')[0] as string }];
  });
};
