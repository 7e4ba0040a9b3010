/** The details of a map: why it was proposed, its JSON, and a button to store it in the browser. */
import { useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../api/client';
import { usePlace } from '../../api/place';
import { setApart } from '../../parts/direction';
import { saveText } from '../../parts/download';
import { TextArea } from '../../parts/form';
import { Icon } from '../../parts/icon';
import { forgetMap, keepMap, keptMaps } from './kept-maps';
import { mapIn, textOf, type Json } from './map';

/** The maps that the browser stores for this ledger, and a field to open a map from a file. */
export const KeptMaps = ({ onChosen }: { readonly onChosen: (map: Json) => void }) => {
  const { ledger } = usePlace();
  const [maps, setMaps] = useState(() => keptMaps(ledger.id, localStorage));
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (text: string): void => {
    const map = mapIn(text);
    setWrong(map === undefined);
    if (map !== undefined) onChosen(map);
  };
  return (
    <div class="row">
      {maps.map(({ name, text }) => (
        <span key={name} class="view">
          <button type="button" class="button is-small" onClick={() => take(text)}>
            Map {setApart(name)}
          </button>
          <button
            type="button"
            class="icon-button is-small"
            title={`Delete the map ${setApart(name)}`}
            onClick={() => setMaps(forgetMap(ledger.id, name, localStorage))}
          >
            <Icon name="close" />
            <span class="heard">Delete the map {setApart(name)}</span>
          </button>
        </span>
      ))}
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="Map file"
        onChange={(event) => void event.currentTarget.files?.[0]?.text().then(take)}
      />
      <button type="button" class="button is-small is-plain" onClick={() => input.current?.click()}>
        Load a map from a file
      </button>
      {isWrong ? (
        <span class="small import-wrong" role="alert">
          This file is not a map: it must be a JSON object.
        </span>
      ) : null}
    </div>
  );
};

interface MapDetailsProps {
  readonly map: Json;
  readonly onChange: (map: Json) => void;
  readonly proposal: Schemas['FilePreview']['proposal'];
  readonly fileName: string;
}

const looks: Readonly<Record<string, string>> = { certain: ' is-good', guessed: ' is-warn' };

export const MapDetails = ({ map, onChange, proposal, fileName }: MapDetailsProps) => {
  const { ledger } = usePlace();
  const [name, setName] = useState('');
  const [kept, setKept] = useState('');
  /** The edited text as long as it is not valid JSON; undefined once it is. */
  const [draft, setDraft] = useState<string>();
  const text = textOf(map);
  const isGuessed = proposal?.findings.some(({ confidence }) => confidence === 'guessed') ?? false;
  const write = (written: string): void => {
    const read = mapIn(written);
    setDraft(read === undefined ? written : undefined);
    if (read !== undefined) onChange(read);
  };
  return (
    <details class="more-fields import-map" open={isGuessed}>
      <summary>
        <Icon name="right" /> The map{isGuessed ? ', a part of which is guessed' : ''}
      </summary>
      <div class="stack">
        {proposal === null ? null : (
          <ul class="import-findings">
            {proposal.findings.map(({ subject, confidence, message }) => (
              <li key={`${subject} ${message}`}>
                <span class={`badge${looks[confidence] ?? ''}`}>{confidence}</span>
                <span>
                  <b>{subject}</b> {message}
                </span>
              </li>
            ))}
          </ul>
        )}
        <TextArea
          label="Map as JSON"
          hint={
            draft === undefined ? 'This is the file that ledger import --map reads.' : 'This is not a JSON object yet.'
          }
          isCode
          rows={10}
          value={draft ?? text}
          onInput={write}
        />
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            keepMap(ledger.id, { name, text }, localStorage);
            setKept(name.trim());
            setName('');
          }}
        >
          <input
            class="input is-short"
            aria-label="Name of this map"
            placeholder="Save this map as …"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button class="button is-small" disabled={name.trim() === ''}>
            Save
          </button>
          <button
            type="button"
            class="button is-small"
            onClick={() => saveText(`${text}\n`, `${fileName.replace(/\.[^.]*$/, '')}.map.json`, 'application/json')}
          >
            Download the map
          </button>
          <span class="small soft" role="status">
            {kept === '' ? '' : `This browser has saved the map as ${setApart(kept)}.`}
          </span>
        </form>
      </div>
    </details>
  );
};
