/** Form fields with the API's errors below them, and hooks that send a form. `useForm` connects both. */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Answer, Problem as ProblemValue } from '../api/answer';
import { formatDay } from './day';
import { Problem } from './states';

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: ComponentChildren;
  /** The API's name of the field. The errors of `problem` for this name are shown below the field. */
  readonly name?: string;
  readonly problem?: ProblemValue | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly placeholder?: string;
  /** Whether a printed page shows the value of a filter; true by default. Other text on the page shows the value of some filters. */
  readonly isPrinted?: boolean;
}

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'password' | 'date' | 'search' | 'number' | 'url' | 'datetime-local';
  readonly autoComplete?: string;
  readonly isFocused?: boolean;
  /** Whether the field is for an amount: it is aligned to the right, and phones show a numeric keyboard. */
  readonly isAmount?: boolean;
  readonly maxLength?: number;
  /** Texts that the field suggests. The person may type any other text. */
  readonly suggestions?: readonly string[];
}

const errorsOf = ({ name, problem }: FieldProps): readonly string[] =>
  (name === undefined ? undefined : problem?.errors[name]) ?? [];

/** Draws a field with its label above it, and its hint and errors below. For screen readers they are connected to the field. */
const Framed = ({
  field,
  children,
  printed = field.value,
}: {
  readonly field: FieldProps;
  readonly children: (ids: Readonly<Record<string, unknown>>) => ComponentChildren;
  /** The value as a printed page shows it, if the field is a filter; empty if the field does not filter. */
  readonly printed?: string;
}) => {
  const id = useId();
  const errors = errorsOf(field);
  const described = [...(field.hint ? [`${id}-hint`] : []), ...(errors.length > 0 ? [`${id}-error`] : [])];
  const ids = {
    id,
    name: field.name,
    disabled: field.isDisabled,
    required: field.isRequired,
    placeholder: field.placeholder,
    'aria-invalid': errors.length > 0 ? true : undefined,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  };
  return (
    <div class="field">
      <label for={id} data-printed={field.isPrinted === false ? undefined : printed || undefined}>
        {field.label}
      </label>
      {children(ids)}
      {field.hint ? (
        <div class="hint" id={`${id}-hint`}>
          {field.hint}
        </div>
      ) : null}
      {errors.length > 0 ? (
        <div class="error" id={`${id}-error`}>
          {errors.join('; ')}
        </div>
      ) : null}
    </div>
  );
};

export const TextField = ({
  type = 'text',
  autoComplete,
  isFocused,
  isAmount,
  maxLength,
  ...field
}: TextFieldProps) => {
  const list = useId();
  // With the type `object`, the compiler does not build the union of the attributes of all input types, which takes a long time.
  const typed: object = { type };
  return (
    <Framed field={field} printed={type === 'date' && field.value !== '' ? formatDay(field.value) : field.value}>
      {(ids) => (
        <>
          <input
            {...ids}
            {...typed}
            class={`input${isAmount ? ' is-amount' : ''}`}
            value={field.value}
            autoComplete={autoComplete ?? 'off'}
            autofocus={isFocused}
            inputMode={isAmount ? 'decimal' : undefined}
            maxLength={maxLength}
            size={type === 'search' ? Math.max(20, field.placeholder?.length ?? 0) : undefined}
            list={field.suggestions === undefined ? undefined : list}
            onInput={(event) => field.onInput(event.currentTarget.value)}
          />
          {field.suggestions === undefined ? null : (
            <datalist id={list}>
              {field.suggestions.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Framed>
  );
};

export const TextArea = ({
  isCode,
  rows,
  ...field
}: FieldProps & { readonly isCode?: boolean; readonly rows?: number }) => (
  <Framed field={field}>
    {(ids) => (
      <textarea
        {...ids}
        class={`input${isCode ? ' is-code' : ''}`}
        rows={rows}
        spellcheck={!isCode}
        value={field.value}
        onInput={(event) => field.onInput(event.currentTarget.value)}
      />
    )}
  </Framed>
);

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** The text of the chosen filter in print, if the label is true only now; by default the label. */
  readonly printed?: string | undefined;
}

const printedOf = (choice: Choice | undefined): string | undefined => choice?.printed ?? choice?.label;

/** A field with choices. A value that is none of them is shown too, because an address may contain it. */
export const SelectField = ({ choices, ...field }: FieldProps & { readonly choices: readonly Choice[] }) => {
  const { value: chosen } = field;
  const known = choices.find(({ value }) => value === chosen);
  const offered = known === undefined && chosen !== '' ? [...choices, { value: chosen, label: chosen }] : choices;
  return (
    <Framed field={field} printed={chosen && (printedOf(known) ?? chosen)}>
      {(ids) => (
        <select {...ids} class="input" value={chosen} onChange={(event) => field.onInput(event.currentTarget.value)}>
          {offered.map(({ value, label }) => (
            <option key={value} value={value} selected={value === chosen}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Framed>
  );
};

export const CheckField = ({
  label,
  isChecked,
  onChange,
  hint,
}: {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly hint?: string;
}) => (
  <label class="check">
    <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
    <span>
      {label}
      {hint === undefined ? null : <span class="small soft"> {hint}</span>}
    </span>
  </label>
);

/** Moves the focus to the first refused field. If the field is among hidden ones, it is shown first. */
export const focusRefused = (within: ParentNode): void => {
  const field = within.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
};

/**
 * Shows a refusal. It leaves out the errors of the fields in `shown`, which show these errors themselves. In a form that is longer than the
 * screen, the refusal would be out of sight, so the first refused field gets the focus; if there is none, the refusal is scrolled into view.
 */
export const FormProblem = ({
  of: problem,
  shown = [],
}: {
  readonly of: ProblemValue | undefined;
  readonly shown?: Iterable<string>;
}) => {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = holder;
    if (problem === undefined || current === null) return;
    const form = current.closest('form, dialog');
    current.scrollIntoView({ block: 'nearest' });
    if (form !== null) focusRefused(form);
  }, [problem]);
  if (problem === undefined) return null;
  const isShown = new Set(shown);
  const errors = Object.fromEntries(Object.entries(problem.errors).filter(([field]) => !isShown.has(field)));
  return (
    <div ref={holder} class="refusal">
      <Problem of={{ ...problem, errors }} />
    </div>
  );
};

export interface Sending<Input> {
  readonly send: (input: Input) => Promise<void>;
  readonly isSending: boolean;
  readonly problem: ProblemValue | undefined;
  readonly clear: () => void;
}

/**
 * Sends a write and keeps its refusal for the form. A second write is not sent while the first one runs. `onDone` gets the data of the
 * answer.
 */
export const useSending = <Input, Data>(
  write: (input: Input) => Promise<Answer<Data>>,
  onDone: (data: Data) => void,
): Sending<Input> => {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<ProblemValue>();
  const isUnderWay = useRef(false);
  const latest = useRef({ write, onDone });
  latest.current = { write, onDone };
  const send = useCallback(async (input: Input) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSending(true);
    const answer = await latest.current.write(input);
    isUnderWay.current = false;
    setSending(false);
    setProblem(answer.ok ? undefined : answer.problem);
    if (answer.ok) latest.current.onDone(answer.data);
  }, []);
  return { send, isSending, problem, clear: useCallback(() => setProblem(undefined), []) };
};
