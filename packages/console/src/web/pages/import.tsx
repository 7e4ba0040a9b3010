/** The page that imports a file. The person chooses it, corrects its map, runs a dry run, and posts it. */
import { useEffect, useState } from 'preact/hooks';
import { ask, type Answer, type Problem as ProblemValue } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { createStore, useStore } from '../api/store';
import { usePlace } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { CheckField, FormProblem, useSending } from '../parts/form';
import { Page } from '../parts/page';
import { useDebounced } from '../parts/debounced';
import { Loading, Problem } from '../parts/states';
import { Accounts } from './import/accounts';
import { Columns } from './import/columns';
import { beginningOf, importBodyOf, type ChosenFile } from './import/file';
import { FileDrop, FileLine } from './import/file-drop';
import { KeptMaps, MapDetails } from './import/map-details';
import { blankMap, mapIn, missingIn, textOf, type Json } from './import/map';
import { Outcome } from './import/outcome';
import { PostingBar } from './import/posting-bar';
import { Preview } from './import/preview';
import { cutOffText, mayHavePosted, type CutOffImport } from './import/state';
import './import/import.css';

const under = (
  <>
    Bank statements, journals of other programs, and files that <code>ledger export</code> created. Nothing is posted
    before you have seen a preview.
  </>
);

/** The last import during which the session ended; undefined after another import. */
const lastCutOff = createStore<CutOffImport | undefined>(undefined);

export const Import = () => {
  const { ledger } = usePlace();
  const [file, setFile] = useState<ChosenFile>();
  const cutOff = useStore(lastCutOff);
  return (
    <Page title="Import" under={under}>
      {cutOff?.ledgerId === ledger.id ? (
        <p class="note is-warn" role="alert">
          {cutOffText(cutOff)}
        </p>
      ) : null}
      {file === undefined ? (
        <FileDrop onChosen={setFile} />
      ) : (
        <Chosen key={file.id} file={file} onOther={() => setFile(undefined)} />
      )}
    </Page>
  );
};

type Shown = Schemas['FilePreview'];
/** The result of a dry run or an import, with the map and the options that were sent. */
interface Done {
  readonly of: string;
  readonly hasNewRows: boolean;
  readonly summary: Schemas['FileImport'];
}

interface UnreadProps {
  readonly of: ProblemValue;
  readonly retry: () => void;
  readonly onMap: (map: Json) => void;
  readonly beginning: string;
}

/** Shown if the file could not be read. If it is a table, the person can map its columns by hand. */
const Unread = ({ of: problem, retry, onMap, beginning }: UnreadProps) => {
  const isTable = (problem.data as { readonly reason?: string } | undefined)?.reason === 'NOT_A_TABLE';
  return (
    <>
      <Problem of={problem} {...(problem.status === 422 ? {} : { retry })} />
      {isTable ? (
        <div class="row">
          <button type="button" class="button is-main" onClick={() => onMap(blankMap(beginning))}>
            Map its columns by hand
          </button>
          <KeptMaps onChosen={onMap} />
        </div>
      ) : null}
    </>
  );
};

interface ChosenProps {
  readonly file: ChosenFile;
  readonly onOther: () => void;
}

const Chosen = ({ file, onOther }: ChosenProps) => {
  const { ledger } = usePlace();
  const [map, setMap] = useState<Json>();
  const [proposal, setProposal] = useState<Shown['proposal']>(null);
  const [options, setOptions] = useState({ new_rows: false, all_or_nothing: false });
  const [done, setDone] = useState<Done>();
  const [mayBePosted, setMayBePosted] = useState(false);
  const [last, setLast] = useState<Shown>();
  const path = { ledgerId: ledger.id };
  const text = map === undefined ? undefined : textOf(map);
  const debounced = useDebounced(text);
  const missing = map === undefined ? [] : missingIn(map);
  const body = { file: file.base64, ...(debounced === undefined ? {} : { map: debounced }) };
  const isReadable = missing.length === 0 || debounced !== text;
  const preview = useAnswer(isReadable ? `import of ${file.id} ${debounced ?? ''}` : undefined, () =>
    ask(client.POST('/console/ledgers/{ledgerId}/imports/preview', { params: { path }, body })),
  );
  const { data } = preview;
  useEffect(() => {
    if (data === undefined) return;
    setLast(data);
    if (map !== undefined) return;
    setProposal(data.proposal);
    setMap(mapIn(data.proposal?.map ?? '{}'));
  }, [data]);

  const asked = JSON.stringify([text, options]);
  const sending = useSending(async (isDryRun: boolean): Promise<Answer<Done>> => {
    const params = { path, ...(isDryRun ? { query: { dry_run: true } } : {}) };
    const sent = importBodyOf(file, last?.format, text, options);
    const answer = await ask(client.POST('/console/ledgers/{ledgerId}/imports', { params, body: sent }));
    if (!isDryRun && answer.ok) lastCutOff.set(undefined);
    if (!isDryRun && !answer.ok && answer.problem.status === 401)
      lastCutOff.set({ ledgerId: ledger.id, file: file.name, hasNewRows: options.new_rows });
    if (answer.ok) return { ...answer, data: { of: asked, hasNewRows: options.new_rows, summary: answer.data } };
    // A second request as new rows would post every row again that the first one posted.
    if (!isDryRun && options.new_rows && mayHavePosted(answer.problem)) {
      setDone(undefined);
      setMayBePosted(true);
    }
    return answer;
  }, setDone);
  useEffect(sending.clear, [asked]);
  const outcome = done?.of === asked ? done.summary : undefined;
  // The result of an import stays, even if the map was changed while it was under way: its rows are posted.
  const shown = done?.summary.is_dry_run === false || outcome ? done : undefined;

  if (map === undefined || last === undefined)
    return (
      <div class="import">
        <FileLine of={file} onOther={onOther} />
        {preview.problem === undefined ? (
          <Loading what="Reading the file" />
        ) : (
          <Unread of={preview.problem} retry={preview.reload} onMap={setMap} beginning={beginningOf(file)} />
        )}
      </div>
    );
  const isUpToDate = missing.length === 0 && debounced === text && data !== undefined && !preview.isLoading;
  return (
    <div class="import">
      <FileLine of={file} format={last.format} onOther={onOther} />
      <KeptMaps onChosen={setMap} />
      <Columns map={map} onChange={setMap} table={last.table} />
      <Accounts map={map} onChange={setMap} rows={last.rows} />
      <MapDetails map={map} onChange={setMap} proposal={proposal} fileName={file.name} />
      <Preview of={last} map={map} missing={missing} problem={preview.problem} isOld={!isUpToDate} />
      <section class="part">
        <h2>Posting</h2>
        <CheckField
          label="Post nothing unless every row is valid"
          isChecked={options.all_or_nothing}
          onChange={(all) => setOptions({ ...options, all_or_nothing: all })}
        />
        <CheckField
          label="No row of this file was imported before"
          hint="For banks that export only new rows: a row that equals a row of an earlier file is posted as a separate transaction."
          isChecked={options.new_rows}
          onChange={(isNew) => setOptions({ ...options, new_rows: isNew })}
        />
        <FormProblem of={sending.problem} />
        {shown && <Outcome of={shown.summary} fileName={file.name} hasNewRows={shown.hasNewRows} />}
      </section>
      <PostingBar
        state={{ outcome, hasNewRows: options.new_rows, isAllOrNothing: options.all_or_nothing, mayBePosted }}
        canTry={isUpToDate && last.stopped === null}
        isSending={sending.isSending}
        send={(isDryRun) => void sending.send(isDryRun)}
      />
    </div>
  );
};
