/** Every attack, those of an audit first. */
import type { Attack } from './attack';
import { acceptedElsewhere } from './accepted-elsewhere';
import { busyDay } from './busy-day';
import { eventsAgain } from './events-again';
import { journalExports } from './exports';
import { heavyPages } from './heavy-pages';
import { patternBatch } from './pattern-batch';
import { setBalances } from './set-balances';
import { slowBodies } from './slow-bodies';
import { crowdedStreams } from './streams';
import { strangeMembers } from './strange-members';
import { trees } from './trees';
import { unreadAnswers } from './unread-answers';
import { unreadWrites } from './unread-writes';
import { heavyTrees } from './heavy-trees';
import { rareLists } from './rare-lists';
import { reports } from './reports';
import { setThicket } from './set-thicket';
import { wideBatches } from './wide-batches';
import { wideTemplates } from './wide-templates';
import { wordyTemplates } from './wordy-templates';

export const attacks: readonly Attack[] = [
  slowBodies,
  patternBatch,
  heavyPages,
  unreadAnswers,
  setBalances,
  trees,
  busyDay,
  acceptedElsewhere,
  wideTemplates,
  wideBatches,
  wordyTemplates,
  unreadWrites,
  strangeMembers,
  eventsAgain,
  setThicket,
  rareLists,
  heavyTrees,
  reports,
  journalExports,
  crowdedStreams,
];
