/**
 * A field for the code of an account. While a person types, it suggests accounts whose code or name contains the text. It suggests only
 * accounts that may have entries: they are active and do not only group others.
 */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { ask } from '../api/answer';
import { quietClient, type Schemas } from '../api/client';
import { acceptedSuggestion, offersQuery } from './accepted-suggestion';
import './account-combobox.css';

interface AccountComboboxProps {
  /** The label of the field. A page that draws the label itself gives `id` instead. */
  readonly label?: string;
  readonly id?: string;
  readonly value: string;
  readonly onInput: (code: string) => void;
  /** Called on Enter. If Enter accepts a suggestion, it is called after that. */
  readonly onEnter?: () => void;
  readonly isFocused?: boolean;
  readonly isWrong?: boolean;
  readonly describedBy?: string | undefined;
}

/** The time without typing after which the suggestions are requested, in milliseconds. */
const pauseMs = 120;

type Offer = Pick<Schemas['Account'], 'id' | 'code' | 'name'>;

interface Offers {
  readonly offers: readonly Offer[];
  readonly offeredFor: string;
}

export const AccountCombobox = (props: AccountComboboxProps) => {
  const { value, onInput } = props;
  const own = useId();
  const id = props.id ?? own;
  const [{ offers, offeredFor }, setOffers] = useState<Offers>({ offers: [], offeredFor: '' });
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const text = value.trim();

  useEffect(() => {
    if (!isOpen) return undefined;
    let isWanted = true;
    const timer = setTimeout(() => {
      void ask(quietClient.GET('/api/v1/accounts', { params: { query: offersQuery(text) } })).then((answer) => {
        if (isWanted && answer.ok) setOffers({ offers: answer.data as readonly Offer[], offeredFor: text });
      });
    }, pauseMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text, isOpen]);
  useEffect(() => {
    if (props.isFocused) input.current?.focus();
  }, []);

  const shown = isOpen ? offers : [];
  const chosen = Math.min(at, shown.length - 1);
  const choose = (offer: Offer): void => {
    onInput(offer.code);
    setOpen(false);
    setAt(-1);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (shown.length > 0)
        setAt(chosen < 0 && step < 0 ? shown.length - 1 : (chosen + step + shown.length) % shown.length);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
      const offer = acceptedSuggestion({ text, offers: shown, offeredFor, chosen });
      if (offer !== undefined) choose(offer);
      // On Tab, the browser moves the focus. Enter without a suggestion submits the form, unless `onEnter` is set.
      if (event.key === 'Tab' || (offer === undefined && props.onEnter === undefined)) return;
      event.preventDefault();
      setOpen(false);
      props.onEnter?.();
    }
  };
  useEffect(() => {
    if (chosen >= 0) document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);

  return (
    <div class="account-combobox">
      <input
        ref={input}
        id={id}
        class="input"
        role="combobox"
        aria-label={props.label}
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
        aria-invalid={props.isWrong ? true : undefined}
        aria-describedby={props.describedBy}
        autoComplete="off"
        spellcheck={false}
        placeholder="Account"
        maxLength={50}
        value={value}
        onInput={(event) => {
          setOpen(true);
          setAt(-1);
          onInput(event.currentTarget.value);
        }}
        onKeyDown={onKey}
        onBlur={() => setOpen(false)}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Accounts" hidden={shown.length === 0}>
        {shown.map((offer, index) => (
          <li
            key={offer.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            // `onMouseDown` runs before the field loses the focus, while `onClick` would run afterwards.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(offer);
            }}
          >
            <span>{offer.code}</span> <span class="soft small">{offer.name}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};
