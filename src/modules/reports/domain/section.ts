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

/** Computes the sections of these types. The accounts must be sorted by code; children of one parent keep that order. */
export function* sectionsOf(all: readonly Reported[], types: readonly AccountType[]): Pieces<readonly Section[]> {
  const typeOf = new Map<string, AccountType>();
  let taken = 0;
  for (const { account } of all) {
    typeOf.set(account.id, account.type);
    if (++taken % itemsAPiece === 0) yield;
  }
  const trees = new Map<AccountType, Map<string | null, Reported[]>>(types.map((type) => [type, new Map()]));
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
  const sections: Section[] = [];
  for (const [type, tree] of trees) {
    const lines: Line[] = [];
    const sums = yield* linesBelow(tree, null, 0, lines);
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
function* linesBelow(
  tree: ReadonlyMap<string | null, readonly Reported[]>,
  above: Reported['account'] | null,
  depth: number,
  lines: Line[],
): Pieces<Sums> {
  const parentCode = above?.code ?? null;
  let { debits, credits, debitBalances, creditBalances } = noSums;
  for (const [index, { account, within, below }] of (tree.get(above?.id ?? null) ?? []).entries()) {
    const own = sumsOf(within);
    let whole = below ? added(own, below) : own;
    lines.push({ account, depth, parentCode, isSubtotal: false, ...(below && { isFolded: true }), sums: whole });
    if (tree.has(account.id)) {
      whole = added(own, yield* linesBelow(tree, account, depth + 1, lines));
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
