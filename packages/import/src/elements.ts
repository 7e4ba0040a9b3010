/**
 * Elements of XML and SGML, one after the other: the readers of statements take the few texts that they want of each record, so that
 * no document is ever held whole.
 */
import type { Reason, Stop } from './rows';

export interface ElementTaker {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  text(text: string): void;
  close(name: string, line: number): void;
}

/** The texts of a record by their keys, in the order of the file. */
export interface RecordFields {
  /** The first text; undefined where there is none. */
  one(key: string): string | undefined;
  all(key: string): readonly string[];
}

export interface RecordTaker {
  /** Whether an element of this name is a record. Records do not stand within each other. */
  isRecord(name: string): boolean;
  /** The key under which a text is kept, by the names of its elements below the record; undefined where it is not wanted. */
  keyOf(path: readonly string[]): string | undefined;
  /** Any element outside of records. */
  begin(name: string, line: number): void;
  record(name: string, fields: RecordFields, line: number): void;
  /** The end of an element outside of records. */
  end(name: string, line: number): void;
}

/** Deeper than any statement. */
const maxDepth = 100;
/** Bounds a text, and below the texts of one key. The rest is not read. */
const maxTextCharacters = 4_096;
const maxTextsOfKey = 100;

export const tooDeep: Reason = {
  code: 'TOO_LARGE',
  message: `Elements stand within each other more than ${maxDepth} deep, as in no statement.`,
};

export const collecting = (taker: RecordTaker, stop: Stop): ElementTaker => {
  const path: string[] = [];
  /** Its place in the path. */
  let record: { readonly depth: number; readonly line: number; readonly texts: Map<string, string[]> } | undefined;
  let text = '';
  const keep = (key: string | undefined, value: string): void => {
    if (record === undefined || key === undefined || value === '') return;
    const before = record.texts.get(key);
    if (before === undefined) record.texts.set(key, [value]);
    else if (before.length < maxTextsOfKey) before.push(value);
  };
  return {
    open: (name, attributes, line) => {
      path.push(name);
      text = '';
      if (path.length > maxDepth) return stop(line, tooDeep);
      if (record === undefined && taker.isRecord(name)) record = { depth: path.length, line, texts: new Map() };
      if (record === undefined) return taker.begin(name, line);
      const below = path.slice(record.depth);
      for (const [attribute, value] of Object.entries(attributes))
        keep(taker.keyOf([...below, `@${attribute}`]), value);
    },
    text: (more) => {
      if (text.length < maxTextCharacters) text += more.slice(0, maxTextCharacters - text.length);
    },
    close: (name, line) => {
      if (record === undefined) taker.end(name, line);
      else {
        keep(taker.keyOf(path.slice(record.depth)), text.trim());
        if (record.depth === path.length) {
          const { texts, line: first } = record;
          record = undefined;
          taker.record(name, { one: (key) => texts.get(key)?.[0], all: (key) => texts.get(key) ?? [] }, first);
        }
      }
      text = '';
      path.pop();
    },
  };
};
