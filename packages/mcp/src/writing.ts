/**
 * The writing tools, which exist only if writing is allowed. Each tool is called twice. The first call writes nothing: it returns the
 * result of a dry run with the balances that would change, and a confirmation. If the request has no dry run, it returns the object that
 * the request is about instead. The second call has the same arguments and the confirmation, and executes the request. So nothing is
 * written that the user did not see first. No tool voids a transaction: an assistant undoes by reversal, which stays visible in the books.
 */
import { randomUUID } from 'node:crypto';
import type { Answer, Api } from './asking';
import type { McpClock } from './clock';
import { withAccountId } from './reading';
import { invalid, placed, refuse, tell, tellAnswer, text, type Arguments, type Tool, type ToolAnswer } from './tool';
import { writingRows, type WritingRow } from './writing-rows';

export const namesOfWriting: ReadonlySet<string> = new Set(writingRows.map(({ name }) => name));

/** A request after the first call, which waits for the second call with its confirmation. */
interface Tried {
  readonly name: string;
  /** The arguments of the first call. The second call must have the same arguments. */
  readonly asked: string;
  readonly untilMs: number;
}

const confirmationMs = 15 * 60_000;
const maxConfirmations = 200;

/**
 * Creates the writing tools. A confirmation is valid only in the process that returned it, for 15 minutes, and while it is one of the 200
 * newest.
 */
export const createWritingTools = (clock: McpClock): readonly Tool[] => {
  const tried = new Map<string, Tried>();
  return writingRows.map((row) => toolOf(row, { tried, clock }));
};

const confirmation = text(
  'The confirmation that the first call returned. The first call has none, and changes nothing',
);

interface Confirmations {
  readonly tried: Map<string, Tried>;
  readonly clock: McpClock;
}

const toolOf = (row: WritingRow, confirmations: Confirmations): Tool => ({
  ...row,
  description: `${row.description} Call it without confirmation first: that call changes nothing, and returns ${
    row.shows === undefined ? 'every balance that would change' : 'the present state'
  }.`,
  parameters: { ...row.parameters, confirmation },
  writes: true,
  run: async (api, { confirmation: given, ...rest }) => {
    const known = row.byAccountCode ? await withAccountId(api, rest) : { given: rest };
    if ('told' in known) return known.told;
    const place = placed(row.path, known.given);
    if ('wrong' in place) return invalid(place.wrong);
    const asked = canonical(known.given);
    return given === undefined
      ? attempt(api, row, { place, rest }, asked, confirmations)
      : perform(api, row, place.path, place.rest, asked, confirmations, String(given));
  },
});

interface DryRun {
  readonly would: string;
}

interface Request {
  readonly place: { readonly path: string; readonly rest: Arguments };
  /** The arguments of the call except the confirmation. */
  readonly rest: Arguments;
}

const attempt = async (
  api: Api,
  { name, shows }: WritingRow,
  { place, rest }: Request,
  asked: string,
  { tried, clock }: Confirmations,
): Promise<ToolAnswer> => {
  const shown = shows === undefined ? undefined : placed(shows, rest);
  if (shown && 'wrong' in shown) return invalid(shown.wrong);
  const answer = shown ? await api.get(shown.path, {}) : await api.post(place.path, place.rest, { dryRun: true });
  if (!answer.ok) return tellAnswer(answer);
  const told = shown ? { now: answer.data, would_send: place.rest } : { dry_run: answer.data };
  if (!shown && (answer.data as DryRun).would === 'failed') return tell({ nothing_was_done: true, ...told });
  const confirmation = randomUUID();
  const [oldest] = tried.keys();
  if (tried.size >= maxConfirmations && oldest !== undefined) tried.delete(oldest);
  tried.set(confirmation, { name, asked, untilMs: clock.elapsed() + confirmationMs });
  return tell({
    nothing_was_done: true,
    ...told,
    confirmation,
    next: 'Show this to the person who decides. To do it, call again with the same arguments and this confirmation.',
  });
};

const perform = async (
  api: Api,
  { name, bringsKey, method = 'post' }: WritingRow,
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
      message: [
        'This confirmation is unknown or has expired.',
        'If a call with it may have been made, first read the transaction, hold or account, and see whether the change happened.',
        'Otherwise call without confirmation first.',
      ].join(' '),
    });
  if (shown.asked !== asked)
    return refuse({
      status: 0,
      code: 'CONFIRMATION_MISMATCH',
      message:
        'This confirmation belongs to other arguments. Call with those arguments, or without confirmation first.',
    });
  // The confirmation stays valid until it expires, because the response may be lost. While it is valid, a repeated second call has the
  // same key, so it writes nothing more.
  const key = bringsKey ? {} : { idempotencyKey: `mcp-${confirmation}` };
  const answer: Answer = await api[method](path, body, key);
  if (!answer.ok || !bringsKey) return tellAnswer(answer);
  const { id } = answer.data as { readonly id: string };
  // The transaction is posted. If it cannot be read, the response to the post is returned instead.
  const read = await api.get(`/transactions/${encodeURIComponent(id)}`, {});
  return tellAnswer(read.ok ? read : answer);
};

/** Returns a JSON text that does not depend on the order of members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
