/**
 * Everything of a ledger that is hashed, under every format that was ever written. A thing that gets a member which is to
 * be proven gets a new format; a kept hash is judged by the format that made it.
 */
import { formatsOf, type Fingerprint } from '../../../../kernel/formats';
import type { ReversalRequest } from '../reversal';
import {
  accountSetMemberV1,
  accountSetV1,
  accountV1,
  eventV1,
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

/** The hash that the first event of a ledger continues. */
export const genesisFormats = formatsOf(1, { 1: genesisV1 });
/** An event in its place of the log. */
export const eventFormats = formatsOf(1, { 1: eventV1 });
/** What events are about. */
export const transactionFormats = formatsOf(1, { 1: transactionV1 });
export const accountFormats = formatsOf(1, { 1: accountV1 });
export const journalFormats = formatsOf(1, { 1: journalV1 });
export const periodLockFormats = formatsOf(1, { 1: periodLockV1 });
export const accountSetFormats = formatsOf(1, { 1: accountSetV1 });
export const accountSetMemberFormats = formatsOf(1, { 1: accountSetMemberV1 });
export const stringOperationFormats = formatsOf(1, { 1: stringOperationV1 });
/** The hash by which two requests with one idempotency key count as the same request. */
export const postFormats = formatsOf(1, { 1: postV1 });
export const reverseFormats = formatsOf(1, { 1: reverseV1 });
/** A thing of its own, so that reversals without a part keep the fingerprint that they always had. */
export const reverseInPartFormats = formatsOf(1, { 1: reverseInPartV1 });
export const settleFormats = formatsOf(1, { 1: settleV1 });
export const releaseFormats = formatsOf(1, { 1: releaseV1 });

export const fingerprintOfReversal = ({ part, ...request }: ReversalRequest): Fingerprint =>
  part === null ? reverseFormats.fingerprintOf(request) : reverseInPartFormats.fingerprintOf({ ...request, part });
