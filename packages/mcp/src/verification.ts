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
  'Every decision of a ledger is an event of its log. Each event has a hash over what it says and over the hash of the event before it, so that nothing can be changed, left out or put in without every later hash being another.',
  'Checks what the key can read: that sequences have no gap, and that each event names the hash of the one before.',
  'That the hashes are those of the entries, and that every balance is the sum of its entries, the operator checks at the database: `npx ledger verify` recomputes all of it and names the transaction where something does not hold.',
  'Keep the head (sequence and hash) outside of the ledger: if it later has another hash at that sequence, its history was rewritten.',
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
    more: through < head ? `Call again with after_sequence ${through - 1} to check the events behind these.` : null,
    ...(links === 0
      ? {
          proves: [
            `Nothing: there is ${events.length === 0 ? 'no event' : 'one event alone'} behind sequence ${String(after)}, so no link of the chain was checked.`,
            head < 2
              ? `A link needs two events, and the ledger has ${head}.`
              : `Ask with an after_sequence of at most ${head - 2}.`,
          ].join(' '),
        }
      : {}),
    explanation,
  });
};

export const verificationTool: Tool = {
  name: 'explain_verification',
  title: 'Do the books hold?',
  description: `Checks the chain of hashes over up to ${maxLinks} events, and explains what else is checked, by whom and how.`,
  parameters: {
    after_sequence: { type: 'integer', description: 'Begin behind this sequence of the log; 0 when not said' },
  },
  writes: false,
  run,
};
