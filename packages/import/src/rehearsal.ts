/**
 * Runs a dry run of each batch as if the batches before it were posted. The ledger checks the items of a request in order, but keeps
 * nothing of a dry run. Earlier rows matter only for balance limits. So each request begins with sums: the amounts by which earlier rows
 * changed the limited accounts of this batch. The sums may exceed any limit, because the earlier rows were checked one by one. Limits apply
 * on every day, so each sum has the date of its rows, or the first day of the batch if that is later.
 */
import type { Layer } from '../../../src/kernel/accounting';
import { formatAmount, type Denomination, type Minor } from '../../../src/kernel/money';
import { newId } from '../../../src/kernel/ids';
import { ok, refuse, refused } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import { maxRequestEntries } from '../../../src/modules/ledgering';
import { lockedOn, lost } from './complaints';
import { mainOf, type Item, type Unit } from './operations';
import type { Send, SendResult } from './sending';

/**
 * The way in which a dry run checks a row. 'asked': by a request. 'opening': by a request in which a missing account is no fault, because
 * the import would open it. 'untried': without a request.
 */
export type Trial = 'asked' | 'opening' | 'untried';

interface Rehearsed {
  readonly unit: Unit;
  readonly codes: readonly string[];
  readonly trial: Trial;
}

export interface RehearsalDependencies<T> {
  readonly send: Send;
  readonly bodyOf: (waiting: T) => Item['body'];
  readonly denomination: Denomination;
  readonly codeOf: (account: string) => string;
  /** The codes of accounts with balance limits. */
  readonly limited: ReadonlySet<string>;
  readonly isKnown: (code: string) => boolean;
  /** The last locked day; null if no day is locked. */
  readonly lockedUntil: string | null;
  readonly remark: (line: number, code: string, message: string) => void;
}

export const maxBatchItems = 100;
/** The maximum number of days for which a request has sums. The sums of further days are added to the last day. */
const maxDaysBefore = 40;

const wouldBePosted = { id: null, replayed: false };

interface Sums {
  readonly items: readonly object[];
  readonly entries: number;
}

/**
 * Returns a function that checks rows in order and returns the result of each. The result is undefined if the ledger cannot check the row.
 */
export const createRehearsal = <T extends Rehearsed>({
  send,
  bodyOf,
  denomination,
  codeOf,
  limited,
  isKnown,
  lockedUntil,
  remark,
}: RehearsalDependencies<T>): ((waiting: readonly T[]) => Promise<readonly (SendResult | undefined)[]>) => {
  /** The changes by the rows so far: the code of the account, then its layer and day, then the amount. */
  const changes = new Map<string, Map<`${Layer} ${Day}`, bigint>>();
  /** The code of an account without limits, which takes the opposite entry of each sum. */
  let contra: string | undefined;

  const note = ({ unit }: T): void => {
    for (const { date, entries } of unit)
      for (const { account, amount, layer } of entries) {
        const code = codeOf(account);
        if (!limited.has(code)) {
          if (contra === undefined && isKnown(code)) contra = code;
          continue;
        }
        const ofAccount = changes.get(code) ?? new Map<`${Layer} ${Day}`, bigint>();
        changes.set(code, ofAccount);
        const key = `${layer} ${date}` as const;
        ofAccount.set(key, (ofAccount.get(key) ?? 0n) + amount);
      }
  };

  const sumsBefore = (chunk: readonly T[], maxDays: number): Sums => {
    const first = chunk.map(({ unit }) => mainOf(unit).date).reduce((one, other) => (one < other ? one : other));
    const touched = new Set(chunk.flatMap(({ codes }) => codes.filter((code) => changes.has(code))));
    const days = new Set([...touched].flatMap((code) => daysOf(changes.get(code), first)));
    const dated = [...days].sort().slice(0, maxDays);
    if (days.size > maxDays) remark(mainOf((chunk[0] as T).unit).line, ...roughly);
    const latest = dated.at(-1) ?? first;
    const sums = new Map<string, Map<string, bigint>>();
    for (const code of touched)
      for (const [key, amount] of changes.get(code) ?? []) {
        const [layer = '', day = ''] = key.split(' ');
        const at = `${day < first ? first : day > latest ? latest : day} ${layer}`;
        const ofDay = sums.get(at) ?? new Map<string, bigint>();
        sums.set(at, ofDay.set(code, (ofDay.get(code) ?? 0n) + amount));
      }
    const items = [...sums]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([at, ofDay]) => {
        const moved = [...ofDay].filter(([, amount]) => amount !== 0n);
        const total = moved.reduce((sum, [, amount]) => sum + amount, 0n);
        if (moved.length === 0 || (total !== 0n && contra === undefined)) return [];
        return [sumItem(at, total === 0n ? moved : [...moved, [contra as string, -total] as const], denomination)];
      });
    return { items, entries: items.reduce((sum, { entries }) => sum + entries.length, 0) };
  };

  /** Returns the next rows and the sums before them: as many rows as the limits of a request allow. */
  const nextOf = (rest: readonly T[]): { readonly chunk: readonly T[]; readonly sums: Sums } => {
    for (let size = Math.min(rest.length, maxBatchItems); ; size = Math.ceil(size / 2)) {
      const chunk = rest.slice(0, size);
      const sums = sumsBefore(chunk, size === 1 ? 1 : maxDaysBefore);
      const entries = sums.entries + chunk.reduce((sum, { codes }) => sum + codes.length, 0);
      const isFitting = sums.items.length + size <= maxBatchItems && entries <= maxRequestEntries;
      if (isFitting || size === 1) return { chunk, sums };
    }
  };

  const ask = async (chunk: readonly T[], sums: Sums): Promise<readonly (SendResult | undefined)[]> => {
    const asked = chunk.filter(({ trial }) => trial !== 'untried');
    const tried = await send([...sums.items, ...asked.map(bodyOf)], true);
    const results = new Map(asked.map((each, index) => [each, tried[sums.items.length + index] ?? refuse(lost)]));
    return chunk.map((each) => {
      const result = results.get(each);
      const isMissing =
        result && refused(result) && each.trial === 'opening' && result.left.code === 'ACCOUNT_NOT_FOUND';
      return isMissing ? (lockedOn(mainOf(each.unit).date, lockedUntil) ?? ok(wouldBePosted)) : result;
    });
  };

  return async (waiting) => {
    const results: (SendResult | undefined)[] = [];
    while (results.length < waiting.length) {
      const { chunk, sums } = nextOf(waiting.slice(results.length));
      const judged = await ask(chunk, sums);
      for (const [index, each] of chunk.entries()) {
        const result = judged[index];
        if (result === undefined || (!refused(result) && !result.right.replayed)) note(each);
      }
      results.push(...judged);
    }
    return results;
  };
};

const daysOf = (changes: ReadonlyMap<string, bigint> | undefined, first: Day): readonly string[] =>
  [...(changes ?? [])].map(([key]) => key.split(' ')[1] as Day).map((day) => (day < first ? first : day));

const sumItem = (
  at: string,
  sums: readonly (readonly [code: string, amount: bigint])[],
  denomination: Denomination,
) => {
  const [day, layer] = at.split(' ');
  return {
    ...{ effective_date: day, layer, description: 'Rows before', override_limits: true },
    idempotency_key: `import:rehearsal:${newId<'transaction'>()}`,
    entries: sums.map(([code, amount]) => ({
      account_code: code,
      type: amount > 0n ? 'debit' : 'credit',
      amount: formatAmount((amount < 0n ? -amount : amount) as Minor, denomination),
    })),
  };
};

const roughly = [
  'REHEARSED_ROUGHLY',
  `Rows before a batch are dated on more than ${maxDaysBefore} later days: for the last of them, a limit is checked against the sum of these rows.`,
] as const;
