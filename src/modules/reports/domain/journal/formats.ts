/** The formats of an exported journal, by the names that clients use in requests. */
import { beancount } from './beancount';
import { csv } from './csv';
import { hledger } from './hledger';
import { jsonl } from './jsonl';
import type { JournalFormat } from './told';

export const journalFormatNames = ['hledger', 'beancount', 'csv', 'jsonl'] as const;
export type JournalFormatName = (typeof journalFormatNames)[number];

export const journalFormats: Readonly<Record<JournalFormatName, JournalFormat>> = { hledger, beancount, csv, jsonl };
