/**
 * The responses about proofs that this module's routes and the administration routes share: checkpoints, and the refusal if a log has none.
 */
import { all } from '../../../kernel/http/answers';
import { instant, integer, integerText, named, object, optional, text } from '../../../kernel/http/codecs';
import type { RefusalAnswers } from '../../../kernel/http/status';
import type { ExtendedCheckpoint } from '../application/proofs';
import type { CheckpointMissing } from '../domain/refusals';

export const most = Number.MAX_SAFE_INTEGER;
export const note = text().described(
  'The checkpoint as a signed note (C2SP signed-note and tlog-checkpoint): origin, number of events, root and time; an empty line; the signatures, first that of the service, then those of the witnesses (tlog-cosignature) that have co-signed it so far.',
);

export const checkpointShape = named(
  'Checkpoint',
  'A signed statement about a log: how many events it had, and the root of the tree over them.',
  object({
    tree_size: integer(1, most).described('The sequence of the last event that it covers.'),
    signed_at: instant.described('When it was signed, by the clock of the service.'),
    note,
    consistency: all(text()).described(
      'With `from`: the hashes that prove, by RFC 6962, 2.1.2, that the tree of so many events is the beginning of this one, in hex. Empty without `from`, and if both are the same tree.',
    ),
  }),
);

/** The size of an earlier checkpoint, from which the caller wants a consistency proof. */
export const fromSize = optional(integerText(1, most)).described('The `tree_size` of an earlier checkpoint.');

export const checkpointView = ({ size, at, note: signed, consistency }: ExtendedCheckpoint) => ({
  data: {
    ...{ tree_size: size, signed_at: at.toISOString(), note: signed },
    consistency: consistency.map((hash) => hash.toString('hex')),
  },
});

export const checkpointAnswers = {
  CheckpointMissing: {
    status: 404,
    code: 'CHECKPOINT_NOT_FOUND',
    when: 'No part of the log has been signed yet, or no checkpoint covers as many events as `from` gives.',
    message: () =>
      'No checkpoint of this log has been signed yet, or none that covers as many events as requested: if an earlier one did, the end of the log was cut off. If the service has a signing key (LEDGER_SIGNING_KEY_FILE), it signs the first checkpoint within a minute after the first event.',
  },
} as const satisfies RefusalAnswers<CheckpointMissing>;
