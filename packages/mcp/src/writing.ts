/**
 * The writing tools, which exist only if writing is allowed. Each is called twice. The first call changes nothing: it is a dry run with
 * every balance that would change, or, for requests that have no dry run, it reads what the request is about. It returns a confirmation.
 * The second call, with the same arguments and that confirmation, executes the request. So nothing is written that was not shown. There is
 * no tool for voiding: an assistant undoes by reversal, which stays in the books.
 */
import { randomUUID } from 'node:crypto';
import type { Answer, Api } from './asking';
import type { McpClock } from './clock';
import { withAccountId } from './reading';
import { invalid, placed, refuse, tell, tellAnswer, text, type Arguments, type Tool, type ToolAnswer } from './tool';
import { writingRows, type WritingRow } from './writing-rows';

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
  'The confirmation that the first call returned; leave it out in the first call, which changes nothing',
);

interface Confirmations {
  readonly tried: Map<string, Tried>;
  readonly clock: McpClock;
}

const toolOf = (row: WritingRow, confirmations: Confirmations): Tool => ({
  ...row,
  description: `${row.description} Call it without confirmation first: that does nothing, and shows ${
    row.shows === undefined ? 'every balance that would change' : 'what it is about'
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
  /** All arguments of the call without the confirmation. */
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
  const answer: Answer = await api[method](path, body, key);
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
