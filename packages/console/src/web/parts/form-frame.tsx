/**
 * A form as one value, and the window around it: `useForm` keeps what a person enters and sends it, once at a time; `FormDrawer` and
 * `FormDialog` have the fields between the title and two buttons, and the refusal below the fields.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer, Problem } from '../api/answer';
import { Dialog, Drawer, type DialogProps } from './dialog';
import { FormProblem, useSending } from './form';

/** The names of the values that have exactly this type. */
type NamesOf<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? (Value extends Values[Name] ? Name : never) : never;
}[keyof Values] &
  string;

interface Input {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** The part of a form that its window needs. */
export interface SentForm {
  readonly onSubmit: (event: Event) => void;
  readonly isSending: boolean;
  readonly problem: Problem | undefined;
  /** The fields that show their own errors: `FormProblem` leaves them out. */
  readonly shown: ReadonlySet<string>;
}

export interface Form<Values> extends SentForm {
  readonly values: Values;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** The properties of a field that has the API's name: it shows the API's errors of this name. */
  readonly field: (name: NamesOf<Values, string>) => Input & {
    readonly name: string;
    readonly problem: Problem | undefined;
  };
  /** The properties of a field that the API does not know. */
  readonly input: (name: NamesOf<Values, string>) => Input;
  readonly check: (name: NamesOf<Values, boolean>) => {
    readonly isChecked: boolean;
    readonly onChange: (isChecked: boolean) => void;
  };
}

/** Begins with the `initial` values; submitting sends `write(values)`, and `onDone` gets the data of its answer. */
export const useForm = <Values extends object, Data>(
  initial: Values,
  write: (values: Values) => Promise<Answer<Data>>,
  onDone: (data: Data) => void,
): Form<Values> => {
  const [values, setValues] = useState(initial);
  const { send, isSending, problem } = useSending(write, onDone);
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]): void =>
    setValues((before) => ({ ...before, [name]: value }));
  const input = (name: NamesOf<Values, string>): Input => ({
    value: values[name] as string,
    onInput: (value) => set(name, value as Values[typeof name]),
  });
  // Collected anew while the fields are drawn, which is before `FormProblem` is.
  const shown = new Set<string>();
  return {
    ...{ values, set, input, isSending, problem, shown },
    field: (name) => {
      shown.add(name);
      return { ...input(name), name, problem };
    },
    check: (name) => ({
      isChecked: values[name] as boolean,
      onChange: (isChecked) => set(name, isChecked as Values[typeof name]),
    }),
    onSubmit: (event) => {
      event.preventDefault();
      void send(values);
    },
  };
};

interface FormWindowProps {
  readonly form: SentForm;
  /** The id of the form element. */
  readonly id: string;
  readonly title: string;
  /** The label of the button that sends the form. */
  readonly submit: string;
  readonly onClose: () => void;
  /** False: the form cannot be sent yet. */
  readonly isReady?: boolean;
  readonly isGrave?: boolean;
  /** The fields. */
  readonly children: ComponentChildren;
  /** Content below the form that is not part of it. */
  readonly after?: ComponentChildren;
}

/** A form in a window at the side of the page. */
export const FormDrawer = (props: FormWindowProps) => <Drawer {...windowOf(props)} />;

/** A form in a window in the middle of the page, for forms of few fields. */
export const FormDialog = (props: FormWindowProps) => <Dialog {...windowOf(props)} />;

const windowOf = ({ form, id, title, onClose, isReady = true, ...props }: FormWindowProps): DialogProps => ({
  title,
  onClose,
  foot: (
    <>
      <button type="button" class="button" onClick={onClose}>
        Cancel
      </button>
      <button
        type="submit"
        form={id}
        class={`button ${props.isGrave ? 'is-grave' : 'is-main'}`}
        disabled={!isReady || form.isSending}
      >
        {props.submit}
      </button>
    </>
  ),
  children: (
    <>
      <form
        id={id}
        class="stack"
        onSubmit={(event) => {
          if (isReady) form.onSubmit(event);
          else event.preventDefault();
        }}
      >
        {props.children}
        <FormProblem of={form.problem} shown={form.shown} />
      </form>
      {props.after}
    </>
  ),
});
