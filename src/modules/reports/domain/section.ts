/**
 * A section of a report: the accounts of one type as trees, line by line, with the sum of each subtree. An account is listed below its
 * parent if the parent is of the same type and part of the report, otherwise at the top of its section: an asset below a liability is still
 * an asset. So each section contains exactly the accounts of its type.
 */
import { normalBalanceOf, signedBalance, type AccountType, type NormalBalance } from '../../../kernel/accounting';
import { itemsAPiece, type Pieces } from '../../../kernel/pieces';

/** An account as a report shows it, with its debits and credits in the days of the report, in minor units. */
export interface Reported {
  readonly account: {
    readonly id: string;
    readonly code: string;
    readonly name: string;
    readonly type: AccountType;
    readonly normalBalance: NormalBalance;
    readonly parentId: string | null;
  };
  readonly within: { readonly debits: bigint; readonly credits: bigint };
  /** The sums of all descendants, if the report does not list them themselves. */
  readonly below?: Sums | undefined;
}

/** Sums over accounts, in minor units. Each member is added up separately, so that every column of a report adds up. */
export interface Sums {
  readonly debits: bigint;
  readonly credits: bigint;
  /** The excess of debits over credits, summed over the accounts whose debits are higher. */
  readonly debitBalances: bigint;
  /** The excess of credits over debits, summed over the accounts whose credits are higher. */
  readonly creditBalances: bigint;
}

export interface Line {
  readonly account: Reported['account'];
  /** The level of the line: 0 at the top of the section. */
  readonly depth: number;
  /** The code of the parent in this section; null at the top. */
  readonly parentCode: string | null;
  /** Whether the line is the sum of the account and all its descendants; it comes after the descendants' lines. */
  readonly isSubtotal: boolean;
  /** True if the line is the sum of an account and its descendants, and the report does not show the descendants' lines. */
  readonly isFolded?: true;
  readonly sums: Sums;
}

export interface Section {
  readonly type: AccountType;
  readonly lines: readonly Line[];
  readonly sums: Sums;
}

/** The accounts of each type by the id of their parent in the section; null at the top. */
export type Forest<Of extends Pick<Reported, 'account'>> = ReadonlyMap<
  AccountType,
  ReadonlyMap<string | null, readonly Of[]>
>;

/** The sums of an account in the days of one column. */
export interface Counted<Of> {
  readonly within: (one: Of) => Turned;
  readonly below: (one: Of) => Sums | undefined;
}

/** Computes the sections of these types. The accounts must be sorted by code; children of one parent keep that order. */
export function* sectionsOf(all: readonly Reported[], types: readonly AccountType[]): Pieces<readonly Section[]> {
  return yield* sectionsIn(yield* forestOf(all, types), { within: (one) => one.within, below: (one) => one.below });
}

/** Arranges the accounts of these types as trees, which are the same for every column of a report. */
export function* forestOf<Of extends Pick<Reported, 'account'>>(
  all: readonly Of[],
  types: readonly AccountType[],
): Pieces<Forest<Of>> {
  const typeOf = new Map<string, AccountType>();
  let taken = 0;
  for (const { account } of all) {
    typeOf.set(account.id, account.type);
    if (++taken % itemsAPiece === 0) yield;
  }
  const trees = new Map<AccountType, Map<string | null, Of[]>>(types.map((type) => [type, new Map()]));
  for (const one of all) {
    const { type, parentId } = one.account;
    const tree = trees.get(type);
    if (!tree) continue;
    const above = parentId !== null && typeOf.get(parentId) === type ? parentId : null;
    const siblings = tree.get(above);
    if (siblings) siblings.push(one);
    else tree.set(above, [one]);
    if (++taken % itemsAPiece === 0) yield;
  }
  return trees;
}

/** Computes the sections of one column. */
export function* sectionsIn<Of extends Pick<Reported, 'account'>>(
  forest: Forest<Of>,
  counted: Counted<Of>,
): Pieces<readonly Section[]> {
  const sections: Section[] = [];
  for (const [type, tree] of forest) {
    const lines: Line[] = [];
    const sums = yield* linesBelow({ tree, counted, lines }, null, 0);
    sections.push({ type, lines, sums });
  }
  return sections;
}

export type Turned = Pick<Sums, 'debits' | 'credits'>;

/** Returns the balance, positive on the side (debit or credit) on which accounts of the type grow. Contra accounts reduce it. */
export const balanceOf = (type: AccountType, { debits, credits }: Turned): bigint =>
  signedBalance(normalBalanceOf(type), debits, credits);

export const noSums: Sums = { debits: 0n, credits: 0n, debitBalances: 0n, creditBalances: 0n };

export const added = (one: Sums, other: Sums): Sums => ({
  debits: one.debits + other.debits,
  credits: one.credits + other.credits,
  debitBalances: one.debitBalances + other.debitBalances,
  creditBalances: one.creditBalances + other.creditBalances,
});

/** Adds the lines of the trees below an account, and returns their sums. Charts have at most 64 levels, so the recursion is bounded. */
function* linesBelow<Of extends Pick<Reported, 'account'>>(
  column: {
    readonly tree: ReadonlyMap<string | null, readonly Of[]>;
    readonly counted: Counted<Of>;
    readonly lines: Line[];
  },
  above: Reported['account'] | null,
  depth: number,
): Pieces<Sums> {
  const { tree, counted, lines } = column;
  const parentCode = above?.code ?? null;
  let { debits, credits, debitBalances, creditBalances } = noSums;
  for (const [index, one] of (tree.get(above?.id ?? null) ?? []).entries()) {
    const { account } = one;
    const own = sumsOf(counted.within(one));
    const below = counted.below(one);
    let whole = below ? added(own, below) : own;
    lines.push({ account, depth, parentCode, isSubtotal: false, ...(below && { isFolded: true }), sums: whole });
    if (tree.has(account.id)) {
      whole = added(own, yield* linesBelow(column, account, depth + 1));
      lines.push({ account, depth, parentCode, isSubtotal: true, sums: whole });
    }
    debits += whole.debits;
    credits += whole.credits;
    debitBalances += whole.debitBalances;
    creditBalances += whole.creditBalances;
    if (index % itemsAPiece === 0) yield;
  }
  return { debits, credits, debitBalances, creditBalances };
}

const sumsOf = ({ debits, credits }: Reported['within']): Sums => ({
  debits,
  credits,
  debitBalances: debits > credits ? debits - credits : 0n,
  creditBalances: credits > debits ? credits - debits : 0n,
});
