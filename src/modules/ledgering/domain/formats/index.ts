/**
 * The formats of everything that a ledger hashes, including all earlier formats. To hash a new member, add a new format: a stored hash is
 * verified in the format in which it was written.
 */
import { formatsOf, hashesOf, type Fingerprint } from '../../../../kernel/formats';
import type { ReversalRequest } from '../reversal';
import {
  amendmentV1,
  amendV1,
  annotateV1,
  closeV1,
  noteV1,
  accountSetMemberV1,
  accountSetV1,
  accountV1,
  eventV1,
  extendV1,
  genesisV1,
  journalV1,
  periodLockV1,
  postV1,
  releaseV1,
  reverseInPartV1,
  reverseV1,
  settleV1,
  stringOperationV1,
  transactionV1,
} from './version-1';
import {
  postV2,
  releaseV2,
  reverseInPartV2,
  reverseV2,
  settleV2,
  transactionV2,
  type MeantPost,
  type ProvenDraft,
} from './version-2';

/** The format of the genesis hash, which the first event of a ledger continues. */
export const genesisFormats = formatsOf(1, { 1: genesisV1 });
/** The formats of an event with its sequence in the log. */
export const eventFormats = formatsOf(1, { 1: eventV1 });
/** The formats of the subjects of events. */
export const transactionFormats = formatsOf<ProvenDraft>(2, {
  1: ({ draft }) => transactionV1(draft),
  2: transactionV2,
});
export const accountFormats = formatsOf(1, { 1: accountV1 });
export const journalFormats = formatsOf(1, { 1: journalV1 });
export const periodLockFormats = formatsOf(1, { 1: periodLockV1 });
export const accountSetFormats = formatsOf(1, { 1: accountSetV1 });
export const accountSetMemberFormats = formatsOf(1, { 1: accountSetMemberV1 });
export const stringOperationFormats = formatsOf(1, { 1: stringOperationV1 });
export const amendmentFormats = formatsOf(1, { 1: amendmentV1 });
export const noteFormats = formatsOf(1, { 1: noteV1 });
/** The formats of the fingerprints of requests. Two requests with one idempotency key are the same request if their fingerprints agree. */
export const postFormats = hashesOf<MeantPost>(2, { 1: ({ request }) => postV1(request), 2: postV2 });
export const reverseFormats = formatsOf(2, { 1: reverseV1, 2: reverseV2 });
/** Partial reversals have a separate format, so that the fingerprints of reversals of the whole remaining amount stay the same. */
export const reverseInPartFormats = formatsOf(2, { 1: reverseInPartV1, 2: reverseInPartV2 });
export const settleFormats = formatsOf(2, { 1: settleV1, 2: settleV2 });
export const extendFormats = formatsOf(1, { 1: extendV1 });
export const amendFormats = formatsOf(1, { 1: amendV1 });
export const annotateFormats = formatsOf(1, { 1: annotateV1 });
export const closeFormats = formatsOf(1, { 1: closeV1 });
export const releaseFormats = formatsOf(2, { 1: releaseV1, 2: releaseV2 });

export const fingerprintOfReversal = ({ part, ...request }: ReversalRequest): Fingerprint =>
  part === null ? reverseFormats.fingerprintOf(request) : reverseInPartFormats.fingerprintOf({ ...request, part });
