/** The button that saves the filtered list as CSV, in the order of the list. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, type Problem as ProblemValue } from '../../api/answer';
import { quietClient } from '../../api/client';
import { every } from '../../api/every';
import { usePlace, useQuery } from '../../api/place';
import { Dialog } from '../../parts/dialog';
import { saveText } from '../../parts/download';
import { Icon } from '../../parts/icon';
import { Problem } from '../../parts/states';
import { releasesHidden, withoutReleases, type ListQuery } from './filters';
import { fileNameOf, listCsv, mostExported } from './list-csv';

type Outcome = { readonly problem: ProblemValue } | { readonly isCut: true };

export const ListExport = ({ asked }: { readonly asked: ListQuery }) => {
  const { ledger } = usePlace();
  const hidesReleases = useQuery().get('releases') === releasesHidden;
  /** The number of transactions read so far; undefined if no export runs. */
  const [count, setCount] = useState<number>();
  const [outcome, setOutcome] = useState<Outcome>();
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  const save = async (): Promise<void> => {
    setCount(0);
    const answer = await every(
      (slice) => ask(quietClient.GET('/api/v1/transactions', { params: { query: { ...asked, ...slice } } })),
      mostExported,
      setCount,
    );
    // Meanwhile the person has opened another page, so no file is saved.
    if (!isHere.current) return;
    setCount(undefined);
    if (!answer.ok) return setOutcome({ problem: answer.problem });
    const isCut = answer.pagination?.has_more === true;
    const rows = hidesReleases ? withoutReleases(answer.data) : answer.data;
    saveText(listCsv(rows, ledger.currency), fileNameOf(ledger.code, isCut), 'text/csv');
    if (isCut) setOutcome({ isCut });
  };
  return (
    <>
      <button
        type="button"
        class="button is-plain is-small"
        title="The transactions of this list, with these filters and in this order, one row for each entry"
        aria-disabled={count !== undefined}
        onClick={() => (count === undefined ? void save() : undefined)}
      >
        <Icon name="table" /> {count === undefined ? 'List as CSV' : `Reading, ${count.toLocaleString('en')} so far`}
      </button>
      {outcome === undefined ? null : 'problem' in outcome ? (
        <Dialog title="The file was not created" onClose={() => setOutcome(undefined)}>
          <Problem of={outcome.problem} />
        </Dialog>
      ) : (
        <Dialog title="The file is not complete" onClose={() => setOutcome(undefined)}>
          <p class="prose">
            The file contains the first {mostExported.toLocaleString('en')} transactions of the list. More transactions
            match the filters. Choose fewer days and save each part, or save the journal as CSV, which has no such
            limit.
          </p>
        </Dialog>
      )}
    </>
  );
};
