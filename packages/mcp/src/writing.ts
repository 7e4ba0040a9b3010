/**
 * The writing tools, which exist only if writing is allowed. Each is called twice. The first call is a dry run, which changes nothing,
 * returns every balance that would change, and returns a confirmation. The second call, with the same arguments and that confirmation,
 * executes the request. So nothing is written that was not shown. There is no tool for voiding: an assistant undoes by reversal, which
 * stays in the books.
 */
import { randomUUID } from 'node:crypto';
import {
  choice,
  invalid,
  layers,
  placed,
  refuse,
  required,
  tell,
  tellAnswer,
  text,
  type Arguments,
  type Parameter,
  type ToolAnswer,
  type Tool,
} from './tool';
import type { Api } from './asking';
import type { McpClock } from './clock';

interface WritingRow {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Whether the body contains an idempotency key; otherwise the confirmation is the key. */
  readonly bringsKey?: true;
}

const amount = text('A decimal text in major units, such as "10.50", never a number; all that is left when not said');
const reference = text('The description');
const inheritedReference = text('The description; that of the original if it is left out');

const writingRows: readonly WritingRow[] = [
  {
    name: 'post_transaction',
    title: 'Post a transaction',
    description: 'Posts entries whose debits and credits are equal, or a transaction code with its parameters.',
    path: '/transactions',
    parameters: {
      effective_date: required(text('The day on which it counts, such as 2026-01-31')),
      description: required(text('The description for people')),
      idempotency_key: required(text('Made from what it stands for, such as the order: sent twice, it is posted once')),
      entries: {
        type: 'array',
        description: 'Two or more; debits and credits are equal',
        items: {
          type: 'object',
          required: ['account_code', 'type', 'amount'],
          properties: {
            account_code: { type: 'string' },
            type: { type: 'string', enum: ['debit', 'credit'] },
            amount: { type: 'string', description: 'A decimal text such as "10.50", never a number' },
            description: { type: 'string' },
          },
        },
      },
      transaction_code: text('Instead of entries: a template'),
      transaction_code_params: { type: 'object', description: 'The parameters of the template' },
      layer: choice('settled when not said; pending makes a hold', ...layers),
      expires_at: text('When a hold ends by itself, such as 2026-01-31T10:00:00Z'),
      reference,
      attributes: { type: 'object', description: 'Texts by which transactions are found' },
    },
    bringsKey: true,
  },
  {
    name: 'settle_hold',
    title: 'Settle a hold',
    description: 'Moves what a hold held, all or a part of it, and gives back the rest unless final is false.',
    path: '/transactions/{transactionId}/settle',
    parameters: {
      transactionId: required(text('The id of the hold')),
      amount,
      date: text(
        'The day on which it counts, not before the hold; today when not said, or the day of the hold if later',
      ),
      final: { type: 'boolean', description: 'false keeps the rest held' },
      allow_excess: { type: 'boolean', description: 'true settles more than is held; limits judge the excess' },
      reference: inheritedReference,
      description: text('The description for people'),
    },
  },
  {
    name: 'release_hold',
    title: 'Release a hold',
    description: 'Gives back what a hold held, all or a part of it.',
    path: '/transactions/{transactionId}/release',
    parameters: {
      transactionId: required(text('The id of the hold')),
      amount,
      reason: text('Why, for the log'),
      reference: inheritedReference,
    },
  },
  {
    name: 'extend_hold',
    title: 'Extend a hold',
    description: 'Raises an open hold, moves its end, or both. The hold keeps its id.',
    path: '/transactions/{transactionId}/extend',
    parameters: {
      transactionId: required(text('The id of the hold')),
      amount: text('The new total, such as "80.00": more than before; as it is when not said'),
      expires_at: text('When what is left ends by itself, such as 2026-01-31T10:00:00Z; as it is when not said'),
      date: text('The day on which the rise counts, such as 2026-01-31; today when not said'),
    },
  },
  {
    name: 'reverse_transaction',
    title: 'Reverse a transaction',
    description: 'Posts the mirror image of a transaction, of all or of a part. Both stay in the books.',
    path: '/transactions/{transactionId}/reverse',
    parameters: {
      transactionId: required(text('The id of the transaction')),
      reason: required(text('Why, for the log')),
      date: required(text('The day on which the reversal counts, such as 2026-01-31; not before the original')),
      amount,
      reference: inheritedReference,
    },
  },
];

export const namesOfWriting: ReadonlySet<string> = new Set(writingRows.map(({ name }) => name));

/** A rehearsed request that waits for its confirmation. */
interface Tried {
  readonly name: string;
  /** The arguments of the first call; the second call must have the same. */
  readonly asked: string;
  readonly untilMs: number;
}

const confirmationMs = 15 * 60_000;
const maxConfirmations = 200;

/** Creates the writing tools. A confirmation is valid only in the process that returned it. */
export const createWritingTools = (clock: McpClock): readonly Tool[] => {
  const tried = new Map<string, Tried>();
  return writingRows.map((row) => toolOf(row, { tried, clock }));
};

const confirmation = text(
  'The confirmation that the first call returned; leave it out in the first call, which is a dry run',
);

interface Confirmations {
  readonly tried: Map<string, Tried>;
  readonly clock: McpClock;
}

const toolOf = (row: WritingRow, confirmations: Confirmations): Tool => ({
  ...row,
  description: `${row.description} Call it without confirmation first: that does nothing, and shows every balance that would change.`,
  parameters: { ...row.parameters, confirmation },
  writes: true,
  run: async (api, { confirmation: given, ...rest }) => {
    const place = placed(row.path, rest);
    if ('wrong' in place) return invalid(place.wrong);
    const asked = canonical(rest);
    return given === undefined
      ? attempt(api, row, place.path, place.rest, asked, confirmations)
      : perform(api, row, place.path, place.rest, asked, confirmations, String(given));
  },
});

interface DryRun {
  readonly would: string;
}

const attempt = async (
  api: Api,
  { name }: WritingRow,
  path: string,
  body: Arguments,
  asked: string,
  { tried, clock }: Confirmations,
): Promise<ToolAnswer> => {
  const answer = await api.post(path, body, { dryRun: true });
  if (!answer.ok) return tellAnswer(answer);
  const { would } = answer.data as DryRun;
  if (would === 'failed') return tell({ nothing_was_done: true, dry_run: answer.data });
  const confirmation = randomUUID();
  const [oldest] = tried.keys();
  if (tried.size >= maxConfirmations && oldest !== undefined) tried.delete(oldest);
  tried.set(confirmation, { name, asked, untilMs: clock.elapsed() + confirmationMs });
  return tell({
    nothing_was_done: true,
    dry_run: answer.data,
    confirmation,
    next: 'Show this to the person who decides. To do it, call again with the same arguments and this confirmation.',
  });
};

const perform = async (
  api: Api,
  { name, bringsKey }: WritingRow,
  path: string,
  body: Arguments,
  asked: string,
  { tried, clock }: Confirmations,
  confirmation: string,
): Promise<ToolAnswer> => {
  const shown = tried.get(confirmation);
  if (shown === undefined || shown.name !== name || shown.untilMs < clock.elapsed())
    return refuse({
      status: 0,
      code: 'CONFIRMATION_UNKNOWN',
      message: 'Nothing was shown under this confirmation, or it was too long ago. Call without confirmation first.',
    });
  if (shown.asked !== asked)
    return refuse({
      status: 0,
      code: 'CONFIRMATION_MISMATCH',
      message:
        'Something else was shown under this confirmation. Call with the same arguments, or without confirmation first.',
    });
  // The confirmation stays valid, because the response may be lost: a second call with the same key repeats the first.
  const key = bringsKey ? {} : { idempotencyKey: `mcp-${confirmation}` };
  const answer = await api.post(path, body, key);
  if (!answer.ok || !bringsKey) return tellAnswer(answer);
  const { id } = answer.data as { readonly id: string };
  // The transaction is posted: if only reading it fails, the response of the post is returned.
  const read = await api.get(`/transactions/${encodeURIComponent(id)}`, {});
  return tellAnswer(read.ok ? read : answer);
};

/** Returns the same text for members in any order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
