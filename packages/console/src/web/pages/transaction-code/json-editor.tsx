/** An editor for JSON with line numbers. Lines with errors are marked. */
import { useEffect, useId, useRef } from 'preact/hooks';

export interface Remark {
  readonly line: number;
  /** The API's name of the field; empty if the text is not JSON. */
  readonly field: string;
  readonly message: string;
}

interface JsonEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly remarks: readonly Remark[];
}

/** The number of empty lines below the text, in which a person can continue. */
const spareLines = 2;

export const JsonEditor = ({ label, value, onInput, remarks }: JsonEditorProps) => {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = value.split('\n');
  const marked = new Set(remarks.map(({ line }) => line));
  const go = (line: number): void => {
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    area.current?.focus();
    area.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  };
  // Scrolls to the first line with an error and selects it.
  const [firstRemark] = remarks;
  useEffect(() => {
    if (firstRemark !== undefined) go(firstRemark.line);
  }, [firstRemark?.line, firstRemark?.message]);
  return (
    <div class="json-columns">
      <div class="field">
        <label for={id}>{label}</label>
        <div class={`json-editor${remarks.length > 0 ? ' is-wrong' : ''}`}>
          <div class="json-lines" aria-hidden="true">
            {lines.map((_text, index) => (
              <span key={index} class={marked.has(index + 1) ? 'is-marked' : ''}>
                {index + 1}
              </span>
            ))}
          </div>
          <textarea
            id={id}
            ref={area}
            rows={lines.length + spareLines}
            wrap="off"
            spellcheck={false}
            autoComplete="off"
            aria-invalid={remarks.length > 0 ? true : undefined}
            aria-describedby={remarks.length > 0 ? `${id}-remarks` : undefined}
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        </div>
      </div>
      <aside
        class={`json-remarks${remarks.length > 0 ? ' is-wrong' : ''}`}
        id={`${id}-remarks`}
        aria-label="Errors by line"
      >
        {remarks.length === 0 ? (
          <Help />
        ) : (
          <ol>
            {remarks.map(({ line, field, message }) => (
              <li key={`${field} ${message}`}>
                <button type="button" class="remark" onClick={() => go(line)}>
                  <span class="remark-line">Line {line}</span>
                  <span>
                    {field === '' ? null : <code>{field}</code>} {message}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        )}
      </aside>
    </div>
  );
};

const Help = () => (
  <div class="prose">
    <p>
      <code>params_schema</code> declares the parameters and their types: <em>decimal</em>, <em>integer</em>,{' '}
      <em>string</em>, <em>date</em>, <em>boolean</em>, <em>uuid</em>, <em>account_code</em>, or a <em>list</em> of
      items.
    </p>
    <p>
      In <code>entries_template</code>, expressions in braces are evaluated: <code>{'{params.amount}'}</code>,
      arithmetic such as <code>{'{round(params.amount * 0.029, 2)}'}</code>, and in one entry{' '}
      <code>{'{remainder}'}</code>, which makes both sides equal.
    </p>
    <p>
      An entry with <code>repeat</code> is created once for each item of a list, and one with{' '}
      <code>{'"optional": true'}</code> is left out when its amount is zero. Amounts are rounded half to even, unless
      the expression names another rule: <code>{'{round(params.amount, 2, half_up)}'}</code>.
    </p>
    <p>
      The definition of a code never changes. If you need a different definition, create another code and deprecate this
      one.
    </p>
  </div>
);
