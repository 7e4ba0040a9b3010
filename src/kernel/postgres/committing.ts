/** The end of a write: interprets the answer to its commit, or the absence of one. */
import type { Deadline, ProcessTime } from '../clock';
import { CommitInDoubt, SilentCommit } from '../refusal';
import type { Pipeline } from './pipeline';
import type { ConnectionLoan } from './pool';
import { refusesCommit } from './sql';

export const commit = { name: 'commit', text: 'commit' };

/** How long a commit may go without an answer, once everything before it has been answered. */
const maxCommitSilenceMs = 5_000;

interface Committing {
  /** Called when the commit has no answer yet and the caller stops waiting for it. */
  readonly giveUp: (committing: Promise<unknown>) => void;
  /** Called when the commit was answered without an error. */
  readonly end: () => void;
}

/**
 * A commit that PostgreSQL refuses did not happen; one without an answer may have happened. If an earlier statement
 * failed and its fault was not awaited, PostgreSQL answers `ROLLBACK` to the commit, without an error: nothing was
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
 * Returns the answer to the commit; throws `SilentCommit` if there is none in time. The time limits of the last write
 * end earlier.
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

/** How long a silent connection is kept: its session may still hold locks, and a new one in its place would hang as well. */
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
