/**
 * Forms and their windows. `useForm` keeps the values that a person enters, and sends only one request at a time. `FormDrawer` and
 * `FormDialog` show the fields with a title and two buttons, and a refusal below the fields.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Problem } from '../api/answer';
import { Dialog, Drawer, type DialogProps } from './dialog';
import { FormProblem, useSending } from './form';

/** The names of those members of `Values` whose type is exactly `Value`. */
type NamesOf<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? (Value extends Values[Name] ? Name : never) : never;
}[keyof Values] &
  string;

interface Input {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** The part of a form that the window around it needs. */
export interface SentForm {
  readonly onSubmit: (event: Event) => void;
  readonly isSending: boolean;
  readonly problem: Problem | undefined;
  /** Whether the person has changed a value. */
  readonly isChanged: boolean;
  /** The names of the fields that show their own errors. `FormProblem` does not repeat these errors. */
  readonly shown: ReadonlySet<string>;
}

export interface Form<Values> extends SentForm {
  readonly values: Values;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** Returns the properties of a field that has the same name in the API. It shows the API's errors for this name. */
  readonly field: (name: NamesOf<Values, string>) => Input & {
    readonly name: string;
    readonly problem: Problem | undefined;
  };
  /** Returns the properties of a field that does not exist in the API. */
  readonly input: (name: NamesOf<Values, string>) => Input;
  readonly check: (name: NamesOf<Values, boolean>) => {
    readonly isChecked: boolean;
    readonly onChange: (isChecked: boolean) => void;
  };
}

/** Keeps the values of a form, which begin with `initial`. Submitting calls `write(values)`, and `onDone` gets the data of the answer. */
export const useForm = <Values extends object, Data>(
  initial: Values,
  write: (values: Values) => Promise<Answer<Data>>,
  onDone: (data: Data) => void,
): Form<Values> => {
  const [first] = useState(initial);
  const [values, setValues] = useState(initial);
  const { send, isSending, problem } = useSending(write, onDone);
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]): void =>
    setValues((before) => ({ ...before, [name]: value }));
  const input = (name: NamesOf<Values, string>): Input => ({
    value: values[name] as string,
    onInput: (value) => set(name, value as Values[typeof name]),
  });
  // Each rendering fills this set again while it renders the fields. `FormProblem` is rendered after them.
  const shown = new Set<string>();
  return {
    ...{ values, set, input, isSending, problem, shown },
    isChanged: JSON.stringify(values) !== JSON.stringify(first),
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
  /** Whether the form can be sent; true by default. */
  readonly isReady?: boolean;
  readonly isGrave?: boolean;
  /** The fields of the form. */
  readonly children: ComponentChildren;
  /** Content below the form, outside the form element. */
  readonly after?: ComponentChildren;
}

/** A form in a window at the side of the page. */
export const FormDrawer = (props: FormWindowProps) => <Drawer {...useWindow(props)} />;

/** A form in a window in the middle of the page, for few fields. */
export const FormDialog = (props: FormWindowProps) => <Dialog {...useWindow(props)} />;

/** Returns the window. Escape, a click outside and the close button ask before they close a form whose values were changed. */
const useWindow = ({ form, id, title, onClose, isReady = true, ...props }: FormWindowProps): DialogProps => {
  const [isLeaving, setLeaving] = useState(false);
  return {
    title,
    onClose: () => (form.isChanged ? setLeaving(true) : onClose()),
    foot: isLeaving ? (
      <Leaving onStay={() => setLeaving(false)} onLeave={onClose} />
    ) : (
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
  };
};

interface LeavingProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

const Leaving = ({ onStay, onLeave }: LeavingProps) => {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <>
      <p role="alert">Close the form, and lose what you have typed?</p>
      <button type="button" class="button" onClick={onStay} ref={stay}>
        Continue typing
      </button>
      <button type="button" class="button is-grave" onClick={onLeave}>
        Close the form
      </button>
    </>
  );
};
