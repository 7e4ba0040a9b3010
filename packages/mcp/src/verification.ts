/**
 * The verification tool. It checks the hash chain of the events that the key can read, and names the checks that only the operator can run.
 */
import type { Api } from './asking';
import { tell, tellAnswer, type Arguments, type ToolAnswer, type Tool } from './tool';

type Events = readonly { readonly sequence: number; readonly hash: string; readonly previous_hash: string }[];
interface Reach {
  readonly through_sequence: number;
  readonly head_sequence: number;
}

/** The number of events that one call checks: the largest page of the event feed. */
const maxLinks = 1_000;

const explanation = [
  'Every decision of a ledger is an event of its log. The hash of each event covers its content and the hash of the event before it, so a changed, removed or inserted event changes every later hash.',
  'This tool checks the events that the key can read: the sequences have no gap, and each event names the hash of the event before it.',
  'The operator checks the rest at the database: `npx ledger verify` recomputes every hash from the entries and every balance from its entries, and names the transactions that do not agree.',
  'Store the head (sequence and hash) outside of the ledger: if the log later has another hash at that sequence, its history was rewritten.',
].join(' ');

const run = async (api: Api, given: Arguments): Promise<ToolAnswer> => {
  const after = given['after_sequence'] ?? 0;
  const answer = await api.get('/events', { after_sequence: String(after), limit: String(maxLinks) });
  if (!answer.ok) return tellAnswer(answer);
  const events = answer.data as Events;
  const { through_sequence: through, head_sequence: head } = answer.meta as Reach;
  const broken = events.findIndex((event, index) => {
    const before = events[index - 1];
    return before !== undefined && (event.sequence !== before.sequence + 1 || event.previous_hash !== before.hash);
  });
  const last = events.at(-1);
  // A single event refers to the hash of an event that was not read, so there is nothing to compare.
  const links = Math.max(0, events.length - 1);
  return tell({
    chain: {
      checked_events: events.length,
      from_sequence: events[0]?.sequence ?? null,
      to_sequence: last?.sequence ?? null,
      checked_links: links,
      /** Whether the chain is unbroken; null if nothing was compared. */
      holds: links === 0 ? null : broken === -1,
      broken_at_sequence: events[broken]?.sequence ?? null,
    },
    last_checked: last === undefined ? null : { sequence: last.sequence, hash: last.hash },
    head_sequence: head,
    more: through < head ? `Call again with after_sequence ${through - 1} to check the next events.` : null,
    ...(links === 0
      ? {
          proves: [
            `Nothing: there is ${events.length === 0 ? 'no event' : 'only one event'} after sequence ${String(after)}, so no link of the chain was checked.`,
            head < 2
              ? `A link needs two events, and the ledger has ${head}.`
              : `Call with an after_sequence of at most ${head - 2}.`,
          ].join(' '),
        }
      : {}),
    explanation,
  });
};

export const verificationTool: Tool = {
  name: 'explain_verification',
  title: 'Verify the log',
  description: `Verifies the hash chain over at most ${maxLinks} events, and explains who verifies the rest, and how.`,
  parameters: {
    after_sequence: { type: 'integer', description: 'The sequence after which the verification begins; default: 0' },
  },
  writes: false,
  run,
};
