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

/** The number of members before the entries, and the number of members of each entry. */
const [headMembers, entryMembers] = [22, 7];

/** Returns undefined if this client does not know the record's format, because a later version of the service wrote it. */
export const provenRecord = (members: Members, format: string): ProvenRecord | undefined => {
  const count = Number(members[headMembers - 1]);
  const end = headMembers + count * entryMembers;
  if (members[0] !== 'transaction' || members[1] !== format || !Number.isSafeInteger(count) || members.length < end)
    return undefined;
  const rest = members.slice(end);
  const expiresAt = rest[0] === 'expires' ? rest.splice(0, 2)[1] : null;
  const settles = rest[0] === 'settles' ? rest.splice(0, 2)[1] : null;
  const fingerprint = format !== '1' && rest[0] === 'fingerprint' ? rest.splice(0, 2)[1] : null;
  if (rest.length > 0) return undefined;
  try {
    return recordOf(members, count, {
      ...{ expiresAt: expiresAt ?? null, settles: settles ?? null, fingerprint: fingerprint ?? null },
    });
  } catch {
    // A member of the record that must be a number or JSON cannot be parsed.
    return undefined;
  }
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
