/**
 * Writes the text of a transaction code that is stored in the ledger's log and covered by an event's content hash. A format that has ever
 * been used for writing never changes (docs/make/recipes.md, "Change what is hashed").
 */
import { dateMember, formatsOf, jsonMember, membersOf, membersText } from '../../../kernel/formats';
import type { LedgerId } from '../../../kernel/ids';
import type { TransactionCode } from './transaction-code';

const transactionCodeV1 = (code: TransactionCode): string =>
  membersText([
    'transaction code',
    '1',
    code.id,
    code.code,
    code.name,
    code.description,
    code.status,
    code.version.toString(),
    jsonMember(code.paramsSchema),
    jsonMember(code.entriesTemplate),
    jsonMember(code.attributesTemplate),
    jsonMember(code.validationRules),
    jsonMember(code.metadata),
    dateMember(code.createdAt),
    dateMember(code.updatedAt),
  ]);

export const transactionCodeFormats = formatsOf(1, { 1: transactionCodeV1 });

/** Reads the code as an event recorded it. Throws if the format is unknown. */
export const readTransactionCode = (ledgerId: LedgerId, kept: string): TransactionCode => {
  const [kind, version, ...members] = membersOf(kept);
  if (kind !== 'transaction code' || version !== '1')
    throw new Error(`a kept text is of format ${version} of ${kind}, which is not known`);
  let at = 0;
  const next = (): string | null => members[at++] ?? null;
  const text = (): string => {
    const member = next();
    if (member === null) throw new Error(`member ${at} of a kept text is missing`);
    return member;
  };
  const json = <T>(): T | null => {
    const member = next();
    return member === null ? null : JSON.parse(member);
  };
  // The members are read in the order in which they were written.
  return {
    ledgerId,
    id: text() as TransactionCode['id'],
    code: text(),
    name: text(),
    description: next(),
    status: text() as TransactionCode['status'],
    version: Number(text()),
    paramsSchema: json(),
    entriesTemplate: json() ?? { entries: [] },
    attributesTemplate: json(),
    validationRules: json(),
    metadata: json(),
    createdAt: new Date(text()),
    updatedAt: new Date(text()),
  };
};
