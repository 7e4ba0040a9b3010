/**
 * What a ledger keeps the hash of, under every format that was ever written. A format is added when a thing gets a member
 * that is to be proven too; what was hashed before is judged by the format that hashed it.
 */
import { formatsOf } from '../../../../kernel/formats';
import {
  accountSetMemberV1,
  accountSetV1,
  accountV1,
  eventV1,
  genesisV1,
  journalV1,
  periodLockV1,
  postV1,
  reverseV1,
  transactionV1,
} from './version-1';

/** What the first event of a ledger is chained to. */
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
/** What makes two requests the same. */
export const postFormats = formatsOf(1, { 1: postV1 });
export const reverseFormats = formatsOf(1, { 1: reverseV1 });
