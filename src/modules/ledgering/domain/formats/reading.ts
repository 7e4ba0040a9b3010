/** Reads the subjects of events from the texts that the log stores. A format never changes, so these readers never change either. */
import type { AccountType, NormalBalance } from '../../../../kernel/accounting';
import { membersOf, membersText } from '../../../../kernel/formats';
import type { Minor } from '../../../../kernel/money';
import type { Day } from '../../../../kernel/time';
import type { Account, AccountId } from '../account';
import type { Amendment, Note, NoteId, Words } from '../amendment';
import type { AccountSet, AccountSetId, AccountSetMember } from '../account-set';
import type { Journal } from '../journal';
import type { PeriodLock, PeriodLockId } from '../period-lock';
import type { StringOperation } from '../string-operation';
import type { JournalId, TransactionId } from '../transaction';

/** The state of a record of the chart after an event, read from the log. */
export type Recorded =
  | { readonly kind: 'account'; readonly account: Account }
  | { readonly kind: 'journal'; readonly journal: Journal }
  | { readonly kind: 'period lock'; readonly lock: PeriodLock }
  | { readonly kind: 'account set'; readonly set: AccountSet }
  | { readonly kind: 'string operation'; readonly operation: StringOperation }
  | { readonly kind: 'amendment'; readonly amendment: Amendment }
  | { readonly kind: 'note'; readonly note: Note }
  /** The membership. It lacks the member's code and name, because these may change. */
  | { readonly kind: 'account set member'; readonly member: Omit<AccountSetMember, 'code' | 'name'> };

/** Reads a stored text. Throws if its format is unknown. */
export const readRecorded = (text: string): Recorded => {
  const [kind, version, ...members] = membersOf(text);
  const read = readers[`${kind} ${version}`];
  if (!read) throw new Error(`a kept text is of format ${version} of ${kind}, which is not known`);
  return read(membersInTurn(members));
};

/** The members by which people recognise an account. */
export type Named = Pick<Account, 'code' | 'name' | 'normalBalance'>;

/** The number of members of an account's text up to the normal balance, counting kind, format and id. */
const namingMembers = 8;

/** Reads the code, the name and the normal balance from the beginning of an account's text. Undefined if the text is not an account's. */
export const readNamed = (beginning: string): Named | undefined => {
  if (!beginning.startsWith(membersText(['account']))) return undefined;
  const [, version, ...members] = membersOf(beginning, namingMembers);
  if (version !== '1') throw new Error(`a kept text is of format ${version} of account, which is not known`);
  const [, code, name, , , normalBalance] = members as readonly string[];
  return { code, name, normalBalance } as Named;
};

/** Reads the members of a text one after another, each as its type. */
interface Members {
  next(): string | null;
  text(): string;
  instant(): Date;
  flag(): boolean;
  json(): Readonly<Record<string, unknown>> | null;
}

const membersInTurn = (members: readonly (string | null)[]): Members => {
  let at = 0;
  const next = (): string | null => members[at++] ?? null;
  const text = (): string => {
    const member = next();
    if (member === null) throw new Error(`member ${at} of a kept text is missing`);
    return member;
  };
  return {
    next,
    text,
    instant: () => new Date(text()),
    flag: () => text() === 'true',
    json: () => {
      const member = next();
      return member === null ? null : JSON.parse(member);
    },
  };
};

const minorOf = (member: string | null): Minor | null => (member === null ? null : (BigInt(member) as Minor));
const instantOf = (member: string | null): Date | null => (member === null ? null : new Date(member));

// The readers by kind and format. The members of each object literal must stay in the order of the text, because JavaScript evaluates them
// from top to bottom and each call reads the next member.
const readers: Readonly<Record<string, (members: Members) => Recorded>> = {
  'account 1': ({ next, text, instant, flag, json }) => {
    const named = { id: text() as AccountId, code: text(), name: text(), type: text() as AccountType };
    const kept = {
      category: text() as Account['category'],
      normalBalance: text() as NormalBalance,
      parentId: next() as AccountId | null,
      description: next(),
      isActive: flag(),
      isSystem: flag(),
      metadata: json(),
    };
    const bounds = { enforced: flag(), min: minorOf(next()), max: minorOf(next()) };
    const times = { createdAt: instant(), updatedAt: instant() };
    // Older texts have no limit basis, because the only basis was `settled`.
    const basis = (next() ?? 'settled') as Account['limits']['basis'];
    const cashFlow = next() as Account['cashFlow'];
    const isGroup = next() === 'group';
    return {
      kind: 'account',
      account: { ...named, ...kept, limits: { ...bounds, basis }, cashFlow, isGroup, ...times },
    };
  },
  'journal 1': ({ next, text, instant, flag, json }) => ({
    kind: 'journal',
    journal: {
      id: text() as JournalId,
      code: text(),
      name: text(),
      description: next(),
      isClosed: flag(),
      metadata: json(),
      createdAt: instant(),
      updatedAt: instant(),
    },
  }),
  'period lock 1': ({ next, text, instant }) => ({
    kind: 'period lock',
    lock: {
      id: text() as PeriodLockId,
      lockedUntil: text() as Day,
      reason: text(),
      createdAt: instant(),
      releasedAt: instantOf(next()),
      releaseReason: next(),
    },
  }),
  'account set 1': ({ next, text, instant, json }) => ({
    kind: 'account set',
    set: {
      id: text() as AccountSetId,
      code: text(),
      name: text(),
      description: next(),
      metadata: json(),
      createdAt: instant(),
      updatedAt: instant(),
    },
  }),
  'string operation 1': ({ text, instant, json }) => {
    const named = { id: text() as StringOperation['id'], operation: text() as StringOperation['operation'] };
    const leg = (): StringOperation['source'] => ({ ledgerId: text() as never, transactionId: text() as never });
    const legs = { source: leg(), target: leg() };
    const record = json() as unknown as StringOperation['record'];
    return { kind: 'string operation', operation: { ...named, ...legs, record, createdAt: instant() } };
  },
  'amendment 1': ({ next, text, instant, json }) => {
    const transactionId = text() as TransactionId;
    const words = (): Words => ({ description: text(), reference: next(), metadata: json() });
    const [before, after] = [words(), words()];
    return { kind: 'amendment', amendment: { transactionId, before, after, amendedAt: instant() } };
  },
  'note 1': ({ next, text, instant }) => ({
    kind: 'note',
    note: {
      id: text() as NoteId,
      transactionId: text() as TransactionId,
      text: text(),
      url: next(),
      sha256: next(),
      createdAt: instant(),
    },
  }),
  'account set member 1': ({ text, instant }) => ({
    kind: 'account set member',
    member: {
      accountSetId: text() as AccountSetId,
      memberType: text() as AccountSetMember['memberType'],
      memberId: text(),
      createdAt: instant(),
    },
  }),
};
