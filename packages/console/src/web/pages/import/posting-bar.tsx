/** The bar at the bottom of the window. Its button first starts the dry run, and then the import. */
import type { Schemas } from '../../api/client';
import { useKeys } from '../../parts/keys';
import { postableIn, stateOf } from './state';

interface PostingBarProps {
  /** The result of the dry run or the import with the present file and map; undefined if there is none. */
  readonly outcome: Schemas['FileImport'] | undefined;
  /** Whether the person states that no row of the file was imported before. */
  readonly hasNewRows: boolean;
  readonly canTry: boolean;
  readonly isSending: boolean;
  readonly send: (isDryRun: boolean) => void;
}

export const PostingBar = ({ outcome, hasNewRows, canTry, isSending, send }: PostingBarProps) => {
  const isTried = outcome?.is_dry_run === true;
  const count = postableIn(outcome);
  const isDone = outcome !== undefined && !isTried;
  const canPost = isTried && count > 0;
  const press = (): void => {
    if (!isSending && (canPost || (canTry && !isTried && !isDone))) send(!canPost);
  };
  useKeys([{ key: 'Ctrl+Enter', does: canPost ? 'Post the file' : 'Dry run', run: press, inFields: true }]);
  return (
    <div class="posting-bar import-bar">
      <p class="soft" role="status">
        {stateOf({ outcome, hasNewRows, isSending })}
      </p>
      <div class="row">
        <button
          type="button"
          class={`button${canPost || isDone ? '' : ' is-main'}`}
          disabled={isSending || !canTry}
          onClick={() => send(true)}
        >
          Dry run
        </button>
        <button
          type="button"
          class={`button${canPost ? ' is-main' : ''}`}
          disabled={isSending || !canPost}
          onClick={() => send(false)}
        >
          {canPost ? `Post ${count} ${count === 1 ? 'transaction' : 'transactions'}` : 'Post'}
        </button>
      </div>
    </div>
  );
};
