/** Messages in place of data: while it loads, if there is none, or if there is a problem. */
import type { ComponentChildren } from 'preact';
import type { Problem as ProblemValue } from '../api/answer';
import type { Asking } from '../api/use-answer';

/** The message while data loads. It appears after 150 ms, so that it does not flash before a fast answer. */
export const Loading = ({ what = 'Loading the books' }: { readonly what?: string }) => (
  <p class="loading" role="status">
    {what} …
  </p>
);

/** The message for an empty list. It explains the list, and how to add the first item. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children === undefined ? null : <div class="prose">{children}</div>}
  </div>
);

/** Shows the API's message and code. If trying again may help, there is a button for it. */
export const Problem = ({ of: problem, retry }: { readonly of: ProblemValue; readonly retry?: () => void }) => (
  <div class="note is-bad stack" role="alert">
    <p>
      {problem.message} <code>{problem.code}</code>
    </p>
    {problem.doubt === undefined ? null : <p>{problem.doubt}</p>}
    {Object.entries(problem.errors).length === 0 ? null : (
      <ul class="small">
        {Object.entries(problem.errors).map(([field, messages]) => (
          <li key={field}>
            <code>{field}</code> {messages.join('; ')}
          </li>
        ))}
      </ul>
    )}
    <p class="row small">
      {retry === undefined ? null : (
        <button type="button" class="button is-small" onClick={retry}>
          Try again
        </button>
      )}
      {problem.retryAfterSeconds === undefined ? null : <span>Try again in {problem.retryAfterSeconds} s.</span>}
      {problem.requestId === undefined ? null : (
        <span class="soft">
          Request <code>{problem.requestId}</code>
        </span>
      )}
    </p>
  </div>
);

/**
 * Shows the data once the answer has arrived: `<Answered by={asking}>{(data) => …}</Answered>`. With `isNew` it never shows the data of an
 * earlier question: the heading of a report already names the days of the new one, on paper too.
 */
export const Answered = <Data,>({
  by,
  what,
  isNew = false,
  children,
}: {
  readonly by: Asking<Data>;
  readonly what?: string;
  readonly isNew?: boolean;
  readonly children: (data: Data) => ComponentChildren;
}) => {
  if (by.problem !== undefined) return <Problem of={by.problem} retry={by.reload} />;
  if (by.data === undefined || (isNew && by.isOld)) return <Loading {...(what === undefined ? {} : { what })} />;
  return <>{children(by.data)}</>;
};
