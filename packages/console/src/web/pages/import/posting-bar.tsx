/** The bar at the bottom of the window. Its button first starts the dry run, and then the import. */
import { useKeys } from '../../parts/keys';
import { canPost, postableIn, stateOf, type PostingState } from './state';

interface PostingBarProps {
  /** Its outcome is that of the dry run or the import with the present file, map and options. */
  readonly state: PostingState;
  readonly canTry: boolean;
  readonly isSending: boolean;
  readonly send: (isDryRun: boolean) => void;
}

export const PostingBar = ({ state, canTry, isSending, send }: PostingBarProps) => {
  const { outcome } = state;
  const isTried = outcome?.is_dry_run === true;
  const count = postableIn(outcome);
  const isDone = outcome !== undefined && !isTried;
  const mayPost = canPost(state);
  const press = (): void => {
    if (!isSending && (mayPost || (canTry && !isTried && !isDone))) send(!mayPost);
  };
  useKeys([{ key: 'Ctrl+Enter', does: mayPost ? 'Post the file' : 'Dry run', run: press, inFields: true }]);
  return (
    <div class="posting-bar import-bar">
      <p class="soft" role="status">
        {stateOf({ ...state, isSending })}
      </p>
      <div class="row">
        <button
          type="button"
          class={`button${mayPost || isDone ? '' : ' is-main'}`}
          disabled={isSending || !canTry}
          onClick={() => send(true)}
        >
          Dry run
        </button>
        <button
          type="button"
          class={`button${mayPost ? ' is-main' : ''}`}
          disabled={isSending || !mayPost}
          onClick={() => send(false)}
        >
          {mayPost ? `Post ${count} ${count === 1 ? 'transaction' : 'transactions'}` : 'Post'}
        </button>
      </div>
    </div>
  );
};
