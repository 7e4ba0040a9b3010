/**
 * Converts the rows of a file to the items of a batch. Most rows become a posting. A row that reverses, releases, settles or extends
 * another transaction of the file becomes that operation. A release and the settlement after it, for the same hold, become one settlement.
 */
import { formatAmount, type Denomination, type Minor } from '../../../src/kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../src/kernel/refusal';
import {
  giveBackTo,
  isRest,
  missingOriginal,
  partOf,
  raise,
  riseOf,
  takeFrom,
  textOfMap,
  type Original,
  type Originals,
  type PartEntry,
  type WhenMissing,
} from './originals';
import { because, type Reason, type TransactionRow } from './rows';

/** The rows that become one item: a single row, or a release with its settlement. */
export type Unit = readonly [TransactionRow] | readonly [release: TransactionRow, settlement: TransactionRow];

export const mainOf = (unit: Unit): TransactionRow => unit.at(-1) as TransactionRow;

export interface Item {
  readonly body: Readonly<Record<string, unknown>>;
  /** Adds the item's amounts back to the remaining amounts of its original. Called if the item was not posted. */
  readonly takeBack: () => void;
}

export interface ItemContext {
  readonly denomination: Denomination;
  readonly originals: Originals;
  readonly codeOf: (account: string) => string;
  readonly journalIdOf: (code: string | null) => string | null;
  /** Returns the ids of a transaction's entries, in the order of the entries. */
  readonly entryIdsOf: (transactionId: string) => Promise<readonly string[]>;
  readonly whenMissing: () => WhenMissing;
  readonly remark: (line: number, code: string, message: string) => void;
}

const releasePrefix = 'Release: ';
const reversalPrefix = 'Reversal: ';
const extensionPrefix = 'Extension: ';
const nothing = (): void => undefined;

/**
 * Returns whether a row may be the settlement of the release before it, although the cell with its reference to the hold is damaged or
 * empty. A settlement has the same day and text reference as its release, and the same accounts on opposite sides.
 */
export const mayBeSettlementOf = (row: TransactionRow, release: TransactionRow): boolean =>
  release.reference !== null &&
  row.reference === release.reference &&
  row.date === release.date &&
  row.releases === null &&
  row.reverses === null &&
  row.extends === null &&
  row.entries.every(({ account, amount }) =>
    release.entries.some((one) => one.account === account && one.amount > 0n !== amount > 0n),
  );

/** The reasons for rejecting a release whose settlement is missing or damaged. */
export const unsettled: Readonly<Record<'differs' | 'notRead', Reason>> = {
  differs: {
    code: 'ORIGINAL_NOT_READ',
    message:
      'The release has the same day and reference as the next transaction, like the release of a settlement, but the two concern different holds. Correct that, or remove the reference of the release, and import both.',
  },
  notRead: {
    code: 'ORIGINAL_NOT_READ',
    message: 'The record after this release cannot be read, and may be its settlement. Correct it, and import both.',
  },
};

/** Returns the transaction that the unit reverses, releases, settles or extends. Undefined if the file does not have it before the unit. */
export const originalOf = (unit: Unit, originals: Originals): Original | undefined => {
  const { reverses, releases, settles, extends: extended } = mainOf(unit);
  // A settlement without the release before it takes nothing from the hold, so it has no original.
  return originals.find(unit.length === 2 ? settles : (reverses ?? releases ?? extended));
};

const refersToSeveral = ({ reverses, releases, settles, extends: extended }: TransactionRow): boolean =>
  [reverses, releases, settles, extended].filter((id) => id !== null).length > 1;

const severalReferences = because(
  'ORIGINAL_DIFFERS',
  'A transaction can reverse, release, settle or extend only one other. Keep one of these members, and remove the others.',
);

export const itemOf = async (unit: Unit, key: string, context: ItemContext): Promise<Outcome<Reason, Item>> => {
  const row = mainOf(unit);
  if (unit.some(refersToSeveral)) return severalReferences;
  const original = originalOf(unit, context.originals);
  if (original?.transactionId)
    return row.extends === null
      ? undoing(unit, key, original, original.transactionId, context)
      : extending(row, key, original, original.transactionId, context);
  if (unit.length === 1 && row.settles !== null && context.originals.find(row.settles))
    return because(
      'ORIGINAL_NOT_READ',
      'The release before this settlement could not be read, or is missing. Correct it, and import both.',
    );
  const missing = missingOriginal(unit, context.originals, context.whenMissing());
  if (missing) return refuse(missing);
  if (row.reverses !== null || row.releases !== null || row.extends !== null)
    context.remark(
      row.line,
      'ORIGINAL_NOT_IN_FILE',
      'Reversals, releases and extensions whose original is not before them in the file are posted as ordinary transactions.',
    );
  else if (row.settles !== null)
    context.remark(
      row.line,
      'HOLD_NOT_IN_FILE',
      'Settlements of holds that are not before them in the file are posted as ordinary transactions.',
    );
  return ok({ body: postOf(row, key, context), takeBack: nothing });
};

const postOf = (row: TransactionRow, key: string, context: ItemContext): Item['body'] => {
  const { originals, denomination, codeOf, journalIdOf } = context;
  const idOf = (id: string | null): string | null => originals.find(id)?.transactionId ?? null;
  const sourceId = idOf(row.correlationSource);
  if (sourceId === null && (row.correlationType !== null || row.correlationSource !== null))
    context.remark(
      row.line,
      'CORRELATION_LEFT_OUT',
      'A correlation type is left out if its source is not before it in the file. The correlation id is kept.',
    );
  return {
    effective_date: row.date,
    description: row.description,
    idempotency_key: key,
    reference: row.reference,
    layer: row.entries[0]?.layer ?? row.layer,
    expires_at: row.expiresAt,
    journal_id: journalIdOf(row.journal),
    correlation_id: idOf(row.correlationId) ?? row.correlationId,
    correlation_type: sourceId === null ? null : row.correlationType,
    correlation_source_id: sourceId,
    metadata: row.metadata,
    attributes: row.attributes,
    entries: row.entries.map(({ account, amount, description, metadata }) => ({
      account_code: codeOf(account),
      type: amount > 0n ? 'debit' : 'credit',
      amount: formatAmount(amount < 0n ? -amount : amount, denomination),
      description,
      metadata,
    })),
  };
};

const undoing = async (
  unit: Unit,
  key: string,
  original: Original,
  transactionId: string,
  context: ItemContext,
): Promise<Outcome<Reason, Item>> => {
  const row = mainOf(unit);
  const named = { transaction_id: transactionId, idempotency_key: key, date: row.date };
  if (unit.some(isOnItsOwn)) return correlatedAlone;
  if (unit.some(({ journal }) => journal !== original.journal))
    return because(
      'ORIGINAL_DIFFERS',
      `The transaction that it refers to, in line ${original.line}, is in another journal.`,
    );
  if (unit[0].entries.some(({ layer }) => layer !== original.entries[0]?.layer))
    return because(
      'ORIGINAL_DIFFERS',
      `The transaction that it undoes, in line ${original.line}, is on another layer.`,
    );
  if (unit.length === 2 && row.entries.some(({ layer }) => layer !== 'settled'))
    return because('ORIGINAL_DIFFERS', 'A settlement of a hold must be on the settled layer.');
  const taken = partOf(original, unit[0].entries, context.codeOf, { mirrored: true });
  if (refused(taken)) return taken;
  const item = async (part: readonly PartEntry[], body: object): Promise<Outcome<Reason, Item>> => {
    const fields = await partFields(original, transactionId, part, context);
    takeFrom(original, taken.right);
    return ok({ body: { ...named, ...body, ...fields }, takeBack: () => giveBackTo(original, taken.right) });
  };
  if (unit.length === 2) {
    const [release] = unit;
    if (release.date !== row.date || release.reference !== row.reference || release.metadata !== null)
      return because('ORIGINAL_DIFFERS', 'A settlement and its release must have the same day and the same reference.');
    // Earlier versions gave the release of a settlement the attributes of the settlement, and an extension none.
    if (![original.attributes, textOfMap(row.attributes)].includes(textOfMap(release.attributes)))
      return because('ORIGINAL_DIFFERS', 'The release of a settlement must have the attributes of its hold.');
    if (!isOfHold(release.description, releasePrefix, original.description))
      return because('ORIGINAL_DIFFERS', 'The release of a settlement must have the description of its hold.');
    // A settlement of the whole remaining amount may be higher than that amount.
    const isAll = isRest(original, taken.right);
    const held = partOf(original, row.entries, context.codeOf, { mirrored: false });
    const isExcess = refused(held) && isAll;
    const settled = isExcess
      ? partOf(original, row.entries, context.codeOf, { mirrored: false, mayExceed: true })
      : held;
    if (refused(settled)) return settled;
    const isFinal = !isSame(settled.right, taken.right);
    if (isFinal && !isAll)
      return because(
        'ORIGINAL_DIFFERS',
        'A settlement must release the amount that it settles, or the whole remaining amount of its hold.',
      );
    const { description, reference, metadata, attributes } = row;
    const said = { final: isFinal, allow_excess: isExcess, description, reference, metadata, attributes };
    return item(settled.right, { operation: 'settle', ...said });
  }
  const { description, reference, metadata, attributes } = row;
  if (row.releases !== null) {
    if (!description.startsWith(releasePrefix))
      return because('DESCRIPTION_DIFFERS', `The description of a release must begin with "${releasePrefix}".`);
    if (metadata !== null)
      return because(
        'NOT_SUPPORTED',
        'A release cannot have metadata. Remove the metadata, or the member that makes it a release.',
      );
    return item(taken.right, {
      ...{ operation: 'release', reason: description.slice(releasePrefix.length) },
      ...{ reference, attributes },
    });
  }
  if (!description.startsWith(reversalPrefix))
    return because('DESCRIPTION_DIFFERS', `The description of a reversal must begin with "${reversalPrefix}".`);
  const reason = description.slice(reversalPrefix.length);
  return item(taken.right, { operation: 'reverse', reason, reference, metadata, attributes });
};

const extending = (
  row: TransactionRow,
  key: string,
  original: Original,
  transactionId: string,
  { codeOf, denomination }: ItemContext,
): Outcome<Reason, Item> => {
  if (isOnItsOwn(row)) return correlatedAlone;
  if (row.metadata) return because('NOT_SUPPORTED', 'An extension cannot have metadata. Remove it.');
  const hasOwn = row.attributes !== null && textOfMap(row.attributes) !== original.attributes;
  if (row.journal !== original.journal || row.reference !== original.reference || hasOwn)
    return because(
      'ORIGINAL_DIFFERS',
      `An extension must have the journal, the reference and the attributes of its hold, in line ${original.line}.`,
    );
  if (!isOfHold(row.description, extensionPrefix, original.description))
    return because(
      'ORIGINAL_DIFFERS',
      `The description of an extension must be "${extensionPrefix}" followed by that of its hold.`,
    );
  const rise = riseOf(original, row.entries, codeOf);
  if (refused(rise)) return rise;
  raise(original, rise.right, 1n);
  return ok({
    body: {
      ...{ operation: 'extend', transaction_id: transactionId, date: row.date, idempotency_key: key },
      amount: formatAmount(original.held as Minor, denomination),
    },
    takeBack: () => raise(original, rise.right, -1n),
  });
};

const isOnItsOwn = ({ correlationId, correlationType, correlationSource, expiresAt }: TransactionRow): boolean =>
  (correlationId ?? correlationType ?? correlationSource ?? expiresAt) !== null;

const correlatedAlone = because(
  'ORIGINAL_DIFFERS',
  'A reversal, release, settlement or extension is correlated only with its original, and does not expire. Remove the other members.',
);

/** Compares a description with that of its hold. A description that is too long was truncated and ends with an ellipsis. */
const isOfHold = (description: string, prefix: string, ofHold: string): boolean => {
  const whole = `${prefix}${ofHold}`;
  return description === whole || (description.endsWith('…') && whole.startsWith(description.slice(0, -1)));
};

const isSame = (one: readonly PartEntry[], other: readonly PartEntry[]): boolean =>
  one.length === other.length &&
  one.every(({ position, amount }, index) => position === other[index]?.position && amount === other[index].amount);

/**
 * Returns the fields that say which part to take: none for the whole remaining amount, the amount if there is one debit and one credit, and
 * the amount of each entry otherwise.
 */
const partFields = async (
  original: Original,
  transactionId: string,
  part: readonly PartEntry[],
  { denomination, entryIdsOf }: ItemContext,
): Promise<object> => {
  if (isRest(original, part)) return {};
  const print = (amount: bigint): string => formatAmount(amount as Minor, denomination);
  const [one, other, ...more] = original.entries;
  const [first] = part;
  const isPair = one && other && more.length === 0 && one.amount > 0n !== other.amount > 0n;
  if (isPair && first) return { amount: print(first.amount) };
  const ids = await entryIdsOf(transactionId);
  return { entries: part.map(({ position, amount }) => ({ entry_id: ids[position], amount: print(amount) })) };
};
