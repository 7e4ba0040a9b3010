/** Determines what a typed text may mean, before any request is sent: which queries are useful, and which lists the text itself names. */
import { amountFrom, isAmount } from '../parts/amount';
import { formatDay, isDay } from '../parts/day';

export interface Meaning {
  readonly text: string;
  readonly isId: boolean;
  /** An attribute with its value, from `merchant=Grocer`. */
  readonly attribute?: readonly [name: string, value: string];
  readonly amount?: string;
  /** The text, if it means none of the others, and has words by which the API finds descriptions and references. */
  readonly words?: string;
  readonly day?: string;
  /** The sequence of an event in the ledger's log, from `№ 412` or `#412`. */
  readonly sequence?: number;
}

/** Whether the text has at most ten words, one of them of three characters or more: shorter ones find nearly everything. */
const areWords = (text: string): boolean => {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return text.length <= 200 && words.length <= 10 && words.some((word) => word.length >= 3);
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const meaningOf = (typed: string): Meaning => {
  const text = typed.trim();
  const [, name, value] = /^([\w.-]{1,64})\s*[=:]\s*(.+)$/.exec(text) ?? [];
  const [, sequence] = /^(?:№|#)\s*([1-9]\d{0,14})$/.exec(text) ?? [];
  const amount = amountFrom(text);
  const isId = uuid.test(text);
  const known: Pick<Meaning, 'attribute' | 'amount' | 'day' | 'sequence'> = {
    ...(name !== undefined && value !== undefined ? { attribute: [name, value] } : {}),
    ...(isAmount(amount) ? { amount } : {}),
    ...(isDay(text) ? { day: text } : {}),
    ...(sequence === undefined ? {} : { sequence: Number(sequence) }),
  };
  const isOther = isId || Object.keys(known).length > 0;
  return { text, isId, ...known, ...(!isOther && areWords(text) ? { words: text } : {}) };
};

export interface Found {
  readonly kind: 'account' | 'transaction' | 'page' | 'list' | 'code' | 'set' | 'journal' | 'event';
  readonly what: string;
  readonly more?: string;
  /** The path of the page inside the ledger. */
  readonly path: string;
  /** The parameters of the page's address. */
  readonly query?: Readonly<Record<string, string | number>>;
}

const list = (what: string, query: Found['query'] = {}): Found => ({ kind: 'list', what, path: 'transactions', query });

/** Returns links to the lists that the text names, such as the transactions of a day. They are offered even if they may be empty. */
export const namedLists = ({ attribute, day, sequence }: Meaning): readonly Found[] => [
  ...(attribute === undefined
    ? []
    : [list(`All transactions with ${attribute[0]} = ${attribute[1]}`, { attributes: attribute.join('=') })]),
  ...(day === undefined ? [] : [list(`All transactions of ${formatDay(day)}`, { from: day, to: day })]),
  ...(sequence === undefined ? [] : [event(sequence)]),
];

const event = (sequence: number): Found => ({
  ...{ kind: 'event', what: `№ ${sequence} of the log`, path: 'activity', query: { event: sequence } },
});
