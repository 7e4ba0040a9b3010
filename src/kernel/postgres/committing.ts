/** Ends a write: sends the commit, and interprets its answer or the absence of an answer. */
import type { Deadline, ProcessTime } from '../clock';
import { CommitInDoubt, SilentCommit } from '../refusal';
import type { Pipeline } from './pipeline';
import type { ConnectionLoan } from './pool';
import { refusesCommit } from './sql';

export const commit = { name: 'commit', text: 'commit' };

/** How long PostgreSQL may take to answer a commit, once it has answered all earlier statements. */
const maxCommitSilenceMs = 5_000;

interface Committing {
  /** Called if the caller stops waiting before PostgreSQL has answered the commit. */
  readonly giveUp: (committing: Promise<unknown>) => void;
  /** Called when PostgreSQL has answered the commit without an error. */
  readonly end: () => void;
}

/**
 * Commits and interprets the answer. A commit that PostgreSQL refuses has not happened; a commit without an answer may have happened. If an
 * earlier statement failed and nobody awaited its fault, PostgreSQL answers the commit with `ROLLBACK`, without an error: nothing was
 * written.
 */
export const commitAfter = async (
  pipeline: Pipeline,
  lastWrite: Promise<unknown> | undefined,
  wire: Pick<ProcessTime, 'deadline'>,
  { giveUp, end }: Committing,
): Promise<void> => {
  let answered = 'COMMIT';
  try {
    if (pipeline.isUsed) answered = await answerTo(pipeline.ask(commit, commit.name), lastWrite, wire, giveUp);
  } catch (error) {
    if (error instanceof SilentCommit) throw error;
    if (!refusesCommit(error)) throw new CommitInDoubt('The database went away during a commit.', 1, { cause: error });
    await lastWrite;
    throw error;
  }
  end();
  await lastWrite;
  if (answered !== 'COMMIT')
    throw new Error(`PostgreSQL answered ${answered} to a commit: a statement before it failed`);
};

/**
 * Returns the answer to the commit; throws `SilentCommit` if there is none in time. The time counts from the answer to the last write,
 * which has time limits of its own.
 */
const answerTo = async (
  committing: Promise<{ readonly command: string }>,
  lastWrite: Promise<unknown> | undefined,
  wire: Pick<ProcessTime, 'deadline'>,
  giveUp: (committing: Promise<unknown>) => void,
): Promise<string> => {
  let isAnswered = false;
  let deadline: Deadline | undefined;
  const silence = new Promise<never>((_, reject) => {
    const listen = (): void => {
      if (isAnswered) return;
      deadline = wire.deadline(maxCommitSilenceMs, () => {
        giveUp(committing);
        reject(new SilentCommit(`A commit has had no answer for ${maxCommitSilenceMs / 1_000} s.`));
      });
    };
    if (lastWrite) lastWrite.then(listen, listen);
    else listen();
  });
  try {
    return (await Promise.race([committing, silence])).command;
  } finally {
    isAnswered = true;
    deadline?.cancel();
  }
};

/**
 * How long a connection without an answer is kept before it is closed: its session may still hold locks, and a new connection would hang as
 * well.
 */
const maxSilenceKeptMs = 60_000;

export const releaseWhenAnswered = (
  committing: Promise<unknown>,
  release: ConnectionLoan['release'],
  wire: Pick<ProcessTime, 'deadline'>,
): void => {
  let isReleased = false;
  const releaseOnce = (broken: boolean): void => {
    if (isReleased) return;
    isReleased = true;
    deadline.cancel();
    release(broken);
  };
  const deadline = wire.deadline(maxSilenceKeptMs, () => releaseOnce(true));
  committing.then(
    () => releaseOnce(false),
    () => releaseOnce(true),
  );
};
