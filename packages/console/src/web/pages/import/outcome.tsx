/**
 * The result of a dry run or of an import. The number of rows read is the sum of posted, already posted, left out and rejected rows.
 * Reasons are listed below.
 */
import { useEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client';
import { useHref } from '../../api/place';
import { saveText } from '../../parts/download';
import { Table, type Column } from '../../parts/table';
import { cureOfRejected, rejectedName, unlistedRejections } from './rejected';

type Done = Schemas['FileImport'];
type Told = Done['rejections'][number];

const columns: readonly Column<Told>[] = [
  { key: 'line', title: 'Line', cell: ({ line }) => (line > 0 ? line : ''), isNumber: true },
  { key: 'reason', title: 'Reason', cell: ({ message }) => message },
  { key: 'code', title: 'Code', cell: ({ code }) => <code>{code}</code>, isWide: true },
  { key: 'rows', title: 'Rows', cell: ({ times }) => times, isNumber: true },
];

interface OutcomeProps {
  readonly of: Done;
  readonly fileName: string;
  /** Whether the rows were declared new. Then posted rows of the original file would not be recognised. */
  readonly hasNewRows: boolean;
}

export const Outcome = ({ of: done, fileName, hasNewRows }: OutcomeProps) => {
  const href = useHref();
  const isDry = done.is_dry_run;
  const terms = [
    { name: 'Read', count: done.read, sign: '' },
    { name: isDry ? 'Would be posted' : 'Posted', count: done.posted, sign: '=' },
    { name: 'Already there', count: done.posted_before, sign: '+' },
    ...(done.untried > 0 ? [{ name: 'Checked on posting', count: done.untried, sign: '+' }] : []),
    { name: 'Skipped', count: done.left_out, sign: '+' },
    { name: isDry ? 'Would be rejected' : 'Rejected', count: done.rejected, sign: '+' },
  ];
  const { rejected_file: file } = done;
  const unlisted = unlistedRejections(done.rejected, done.rejections);
  const element = useRef<HTMLDivElement>(null);
  // When the result arrives, the page scrolls to it.
  useEffect(() => element.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }), [done]);
  return (
    <div
      ref={element}
      class="stack import-outcome"
      role="status"
      aria-label={isDry ? 'Result of the dry run' : 'Result of the import'}
    >
      <h3>{isDry ? 'Dry run: nothing was written' : 'Imported'}</h3>
      <dl class="explained">
        {terms.map(({ name, count, sign }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {sign === '' ? null : <span class="sign">{sign}</span>}
              {count}
            </dd>
          </div>
        ))}
      </dl>
      {done.accounts_opened > 0 ? (
        <p>
          {done.accounts_opened === 1 ? 'One account' : `${done.accounts_opened} accounts`}{' '}
          {isDry ? 'would be opened.' : 'opened.'}
        </p>
      ) : null}
      {done.rejections.length === 0 ? null : (
        <Table
          caption={isDry ? 'Rows that would be rejected' : 'Rejected rows'}
          columns={columns}
          rows={done.rejections}
          rowKey={({ line, code, message }) => `${line} ${code} ${message}`}
        />
      )}
      {unlisted > 0 ? (
        <p class="small soft">
          The reasons of {unlisted} more rejected {unlisted === 1 ? 'row' : 'rows'} are in the file of rejected rows.
        </p>
      ) : null}
      {file === null ? null : (
        <div class="row">
          <button
            type="button"
            class="button"
            onClick={() => saveText(file, rejectedName(fileName, done.format), 'text/plain')}
          >
            Download the rejected rows
          </button>
          <span class="small soft">{cureOfRejected(done.format, hasNewRows)}</span>
        </div>
      )}
      {done.remarks.length === 0 ? null : (
        <ul class="small import-reasons" aria-label="Notes">
          {done.remarks.map(({ line, code, message, times }) => (
            <li key={`${line} ${code} ${message}`}>
              {message}
              {line > 0 ? ` (${times === 1 ? 'line' : `${times} times, first in line`} ${line})` : ''}
            </li>
          ))}
        </ul>
      )}
      {isDry ? null : (
        <p>
          <Link href={href('transactions')}>See the transactions</Link>
        </p>
      )}
    </div>
  );
};
