/** Parses the texts of a receipt, member by member (docs/use/proof.md, "Byte for byte"). */

/** The transaction as the ledger accepted it. Amounts are in minor units, because the record does not contain the currency's decimals. */
export interface ProvenRecord {
  readonly id: string;
  readonly journal_id: string;
  readonly effective_date: string;
  readonly layer: string;
  readonly description: string | null;
  readonly reference: string | null;
  readonly correlation_id: string | null;
  readonly correlation_type: string | null;
  readonly correlation_source_id: string | null;
  readonly idempotency_key: string | null;
  readonly metadata: unknown;
  readonly attributes: unknown;
  readonly transaction_code: string | null;
  readonly transaction_code_version: number | null;
  readonly batch_id: string | null;
  readonly undoes_transaction_id: string | null;
  readonly string_operation_id: string | null;
  readonly accepted_by: string;
  readonly accepted_at: string;
  readonly entries: readonly ProvenEntry[];
  /** The time at which the hold expires; null if it does not expire. */
  readonly expires_at: string | null;
  readonly settles_transaction_id: string | null;
  /**
   * The fingerprint of the request in hexadecimal, which the ledger stores with the idempotency key. Null if the request had no key, and in
   * records of format 1.
   */
  readonly fingerprint: string | null;
}

export interface ProvenEntry {
  readonly id: string;
  readonly account_id: string;
  readonly layer: string;
  readonly type: string;
  readonly amount_minor: bigint;
  readonly description: string | null;
  readonly metadata: unknown;
}

type Members = readonly (string | null)[];

/**
 * Reads `<length>:<text>;` for each present member, and `-;` for a missing one. Lengths count UTF-16 code units. Returns undefined if the
 * text has a different form.
 */
export const textMembers = (text: string): Members | undefined => {
  const members: (string | null)[] = [];
  for (let at = 0; at < text.length;) {
    if (text.startsWith('-;', at)) {
      members.push(null);
      at += 2;
      continue;
    }
    const [all, length] = /^(\d+):/.exec(text.slice(at, at + 12)) ?? [];
    if (all === undefined) return undefined;
    const end = at + all.length + Number(length);
    if (text[end] !== ';') return undefined;
    members.push(text.slice(at + all.length, end));
    at = end + 1;
  }
  return members;
};

/** Tells for each kind whether a member is of it. A member that is present is always a text; only `?`, `j` and `n` may be missing. */
const kinds: Readonly<Record<string, (text: string | null) => boolean>> = {
  t: (text) => text !== null,
  '?': () => true,
  '#': (text) => text !== null && isCount(text),
  n: (text) => text === null || isCount(text),
  d: (text) => isInstant(`${text}T00:00:00.000Z`),
  i: (text) => isInstant(text ?? ''),
  j: (text) => text === null || isJson(text),
};

const isCount = (text: string): boolean => /^(0|[1-9]\d{0,39})$/.test(text);

/** Returns whether the text is a time of the years 1 to 9999 in the form of `toISOString`. */
const isInstant = (text: string): boolean =>
  text.length === 24 && text >= '0001' && new Date(Date.parse(text) || 0).toISOString() === text;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns whether the members are as many as the kinds, one character each: a text (`t`), an amount or a count (`#`), a day, an instant, or,
 * if it is present, a text (`?`), JSON, or a number.
 */
export const areOfKinds = (members: Members, wanted: string): boolean =>
  members.length === wanted.length && members.every((text, at) => kinds[wanted[at] as string]?.(text) === true);

/** The members before the entries, and those of each entry. */
const [headKinds, entryKinds] = ['ttttdt??????jj?n???ti#', 'tttt#?j'];
const [headMembers, entryMembers] = [headKinds.length, entryKinds.length];

/** Returns undefined if this client does not know the record's format, because a later version of the service wrote it. */
export const provenRecord = (members: Members, format: string): ProvenRecord | undefined => {
  const head = members.slice(0, headMembers);
  if (!areOfKinds(head, headKinds) || head[0] !== 'transaction' || head[1] !== format) return undefined;
  const count = Number(head[headMembers - 1]);
  const end = headMembers + count * entryMembers;
  if (members.length < end) return undefined;
  const rest = members.slice(end);
  const named = (name: string, kind: string): string | null | undefined => {
    if (rest[0] !== name) return null;
    const [, value] = rest.splice(0, 2);
    return value !== undefined && areOfKinds([value], kind) ? value : undefined;
  };
  const expiresAt = named('expires', 'i');
  const settles = named('settles', 't');
  const fingerprint = format === '1' ? null : named('fingerprint', 't');
  if (rest.length > 0 || expiresAt === undefined || settles === undefined || fingerprint === undefined)
    return undefined;
  for (let at = headMembers; at < end; at += entryMembers)
    if (!areOfKinds(members.slice(at, at + entryMembers), entryKinds)) return undefined;
  return recordOf(members, count, { expiresAt, settles, fingerprint });
};

const recordOf = (
  members: Members,
  count: number,
  { expiresAt, settles, fingerprint }: Readonly<Record<'expiresAt' | 'settles' | 'fingerprint', string | null>>,
): ProvenRecord => {
  const text = (at: number): string => members[at] ?? '';
  const textOrNull = (at: number): string | null => members[at] ?? null;
  return {
    id: text(2),
    journal_id: text(3),
    effective_date: text(4),
    layer: text(5),
    description: textOrNull(6),
    reference: textOrNull(7),
    correlation_id: textOrNull(8),
    correlation_type: textOrNull(9),
    correlation_source_id: textOrNull(10),
    idempotency_key: textOrNull(11),
    metadata: jsonIn(members[12]),
    attributes: jsonIn(members[13]),
    transaction_code: textOrNull(14),
    transaction_code_version: numberIn(members[15]),
    batch_id: textOrNull(16),
    undoes_transaction_id: textOrNull(17),
    string_operation_id: textOrNull(18),
    accepted_by: text(19),
    accepted_at: text(20),
    entries: Array.from({ length: count }, (_, index) => entryAt(members, headMembers + index * entryMembers)),
    expires_at: expiresAt,
    settles_transaction_id: settles,
    fingerprint,
  };
};

const entryAt = (members: Members, at: number): ProvenEntry => {
  const [id, accountId, layer, type, amount, description = null, metadata = null] = members.slice(
    at,
    at + entryMembers,
  );
  return {
    id: id ?? '',
    account_id: accountId ?? '',
    layer: layer ?? '',
    type: type ?? '',
    amount_minor: BigInt(amount ?? '0'),
    description,
    metadata: jsonIn(metadata),
  };
};

const jsonIn = (text: string | null | undefined): unknown =>
  text === null || text === undefined ? null : (JSON.parse(text) as unknown);

const numberIn = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);
