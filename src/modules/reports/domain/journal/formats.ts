/** The formats that a journal goes out in, by the names under which they are asked for. */
import { beancount } from './beancount';
import { csv } from './csv';
import { hledger } from './hledger';
import { jsonl } from './jsonl';
import type { JournalFormat } from './told';

export const journalFormatNames = ['hledger', 'beancount', 'csv', 'jsonl'] as const;
export type JournalFormatName = (typeof journalFormatNames)[number];

export const journalFormats: Readonly<Record<JournalFormatName, JournalFormat>> = { hledger, beancount, csv, jsonl };
