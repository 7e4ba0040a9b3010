/**
 * Reads the elements of XML and SGML in order. The readers of statements keep only the texts that they need of each record, so that a
 * document is never in memory as a whole.
 */
import type { Reason, Stop } from './rows';

export interface ElementTaker {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  text(text: string): void;
  close(name: string, line: number): void;
}

/** The texts of a record by key. Texts with the same key are in the order of the file. */
export interface RecordFields {
  /** Returns the first text with this key; undefined if there is none. */
  one(key: string): string | undefined;
  all(key: string): readonly string[];
}

export interface RecordTaker {
  /** Returns whether elements with this name are records. A record contains no other record. */
  isRecord(name: string): boolean;
  /**
   * Returns the key under which a text is kept; undefined if the text is not needed. `path` contains the names of the elements from the
   * record to the text.
   */
  keyOf(path: readonly string[]): string | undefined;
  /** Called at the beginning of each element outside of records. */
  begin(name: string, line: number): void;
  record(name: string, fields: RecordFields, line: number): void;
  /** Called at the end of each element outside of records. */
  end(name: string, line: number): void;
}

/** The maximum number of nested elements. No valid statement reaches it. */
const maxDepth = 100;
/** The maximum number of characters in a text. Anything beyond it is ignored. */
const maxTextCharacters = 4_096;
const maxTextsOfKey = 100;

export const tooDeep: Reason = {
  code: 'TOO_LARGE',
  message: `Elements are nested more than ${maxDepth} levels deep, which no statement needs.`,
};

export const collecting = (taker: RecordTaker, stop: Stop): ElementTaker => {
  const path: string[] = [];
  /** The record that is being read. `depth` is the position of its element in `path`. */
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
