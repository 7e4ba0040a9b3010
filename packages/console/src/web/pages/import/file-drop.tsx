/** The area in which a person drops or chooses a file. It shows the name of the file. */
import { useRef, useState } from 'preact/hooks';
import { setApart } from '../../parts/direction';
import { Icon } from '../../parts/icon';
import { base64Of, complaintAbout, maxFileBytes, sizeOf, type ChosenFile } from './file';

export const FileDrop = ({ onChosen }: { readonly onChosen: (file: ChosenFile) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [complaint, setComplaint] = useState<string>();
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const wrong = complaintAbout(file);
    setComplaint(wrong);
    if (wrong !== undefined) return;
    try {
      const base64 = base64Of(new Uint8Array(await file.arrayBuffer()));
      onChosen({ id: crypto.randomUUID(), name: file.name, bytes: file.size, base64 });
    } catch {
      setComplaint(`${file.name} cannot be read. If it is a folder, choose a file in it.`);
    }
  };
  return (
    <div class="stack">
      <div
        class={`file-drop${isOver ? ' is-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer?.files[0]);
        }}
      >
        <Icon name="upload" />
        <p class="file-drop-title">Drop a file here</p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File to import"
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
        <button type="button" class="button is-main" onClick={() => input.current?.click()}>
          Choose a file
        </button>
        <p class="small soft">
          CSV, CAMT.053, MT940, OFX, QIF, hledger, beancount, GnuCash, QuickBooks, Xero or DATEV, up to{' '}
          {sizeOf(maxFileBytes)}
        </p>
      </div>
      {complaint === undefined ? null : (
        <p class="note is-bad" role="alert">
          {setApart(complaint)}
        </p>
      )}
    </div>
  );
};

const formatNames: Readonly<Record<string, string>> = {
  ...{ csv: 'CSV', camt053: 'CAMT.053', mt940: 'MT940', ofx: 'OFX', qif: 'QIF', gnucash: 'GnuCash', xero: 'Xero' },
  ...{ quickbooks: 'QuickBooks', datev: 'DATEV' },
};

interface FileLineProps {
  readonly of: ChosenFile;
  readonly format?: string;
  readonly onOther: () => void;
}

export const FileLine = ({ of: file, format, onOther }: FileLineProps) => (
  <div class="row file-line">
    <b>{file.name}</b>
    <span class="soft">{sizeOf(file.bytes)}</span>
    {format === undefined ? null : <span class="badge">{formatNames[format] ?? format}</span>}
    <button type="button" class="button is-small" onClick={onOther}>
      Choose another file
    </button>
  </div>
);
