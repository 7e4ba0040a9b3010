/**
 * The editor for entries: each line has an account, a debit, a credit and a description. Enter moves from the account to the amount, and
 * from the amount to the next line, which is added if necessary. `=` enters the amount that balances the draft.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePlace } from '../../api/place';
import { AccountCombobox } from '../../parts/account-combobox';
import { Icon } from '../../parts/icon';
import { formatAmount } from '../../parts/amount';
import { Money } from '../../parts/money';
import {
  emptyLine,
  missingFor,
  mostLines,
  sideOf,
  totalsOf,
  withAmount,
  type Line,
  type LineComplaint,
  type Side,
} from './draft';

interface LineEditorProps {
  readonly lines: readonly Line[];
  readonly onChange: (lines: readonly Line[]) => void;
  readonly complaints: ReadonlyMap<number, LineComplaint>;
}

export const LineEditor = ({ lines, onChange, complaints }: LineEditorProps) => {
  const { ledger } = usePlace();
  const list = useRef<HTMLOListElement>(null);
  /** The key of the line whose account field gets the focus after the next rendering. */
  const wanted = useRef<number>(undefined);
  // The focus moves before the next paint. Otherwise a fast typist would write into the previous line.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-line="${wanted.current}"] input`)?.focus();
    wanted.current = undefined;
  });
  const change = (changed: Line): void => onChange(lines.map((line) => (line.key === changed.key ? changed : line)));
  const next = (after: Line): void => {
    const at = lines.findIndex(({ key }) => key === after.key);
    const following = lines[at + 1];
    if (following !== undefined) {
      list.current?.querySelector<HTMLElement>(`[data-line="${following.key}"] input`)?.focus();
    } else if (lines.length < mostLines) {
      const key = Math.max(...lines.map((line) => line.key)) + 1;
      wanted.current = key;
      onChange([...lines, emptyLine(key)]);
    }
  };
  const remove = (line: Line): void => {
    const rest = lines.filter(({ key }) => key !== line.key);
    const at = Math.min(lines.indexOf(line), rest.length - 1);
    wanted.current = rest[at]?.key;
    onChange(rest);
  };
  const totals = totalsOf(lines);
  const last = lines.at(-1);
  return (
    <div class="line-editor">
      <div class="line-heads" aria-hidden="true">
        <span />
        <span>Account</span>
        <span class="end">Debit, {ledger.currency}</span>
        <span class="end">Credit, {ledger.currency}</span>
        <span>Note</span>
      </div>
      <ol ref={list}>
        {lines.map((line, index) => (
          <EntryLine
            key={line.key}
            line={line}
            number={index + 1}
            complaint={complaints.get(line.key)}
            missing={missingFor(lines, line.key)}
            isLast={lines.length <= 2}
            onChange={change}
            onEnter={() => next(line)}
            onRemove={() => remove(line)}
          />
        ))}
      </ol>
      <div class="line-totals">
        <span class="line-add">
          <button
            type="button"
            class="button is-plain is-small"
            disabled={lines.length >= mostLines}
            onClick={() => last !== undefined && next(last)}
          >
            <Icon name="plus" /> Add a line
          </button>
          <span class="small soft line-help">
            <kbd>Enter</kbd> amount, then next line <kbd>=</kbd> missing amount
          </span>
        </span>
        <span class="total">
          <span class="heard">Debits</span>
          <Money of={totals.debits} />
        </span>
        <span class="total">
          <span class="heard">Credits</span>
          <Money of={totals.credits} />
        </span>
      </div>
    </div>
  );
};

/** Returns the name of the field that gets the focus after the account: the side with an amount, otherwise the debit. */
const amountAfter = (line: Line): string => `line-${sideOf(line) ?? 'debit'}`;

interface EntryLineProps {
  readonly line: Line;
  readonly number: number;
  readonly complaint: LineComplaint | undefined;
  readonly missing: ReturnType<typeof missingFor>;
  /** True if the line cannot be removed, because a transaction needs at least two lines. */
  readonly isLast: boolean;
  readonly onChange: (line: Line) => void;
  readonly onEnter: () => void;
  readonly onRemove: () => void;
}

const EntryLine = ({ line, number, complaint, missing, isLast, onChange, onEnter, onRemove }: EntryLineProps) => {
  const { ledger } = usePlace();
  const item = useRef<HTMLLIElement>(null);
  const errorId = `line-${line.key}-error`;
  const errors = [complaint?.account, complaint?.amount].filter((text) => text !== undefined);
  const described = errors.length === 0 ? undefined : errorId;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      onEnter();
    }
    if (event.key === '=' && missing !== undefined) {
      event.preventDefault();
      onChange(withAmount(line, missing.side, missing.amount));
    } else if (event.key === '=') event.preventDefault();
  };
  /** Returns the placeholder of an amount field: the amount that would balance the draft, if it is on this side. */
  const offered = (side: Side): string | undefined =>
    missing?.side === side && sideOf(line) === undefined
      ? formatAmount(missing.amount, ledger.display_decimals)
      : undefined;
  const amount = (side: Side, label: string) => (
    <input
      class={`input is-amount line-${side}${offered(side) === undefined ? ' is-said-above' : ''}`}
      aria-label={`${label} of line ${number}, ${ledger.currency}`}
      aria-invalid={complaint?.amount !== undefined && (sideOf(line) ?? side) === side ? true : undefined}
      aria-describedby={described}
      inputMode="decimal"
      autoComplete="off"
      maxLength={60}
      placeholder={offered(side) ?? label}
      value={line[side]}
      onInput={(event) => onChange(withAmount(line, side, event.currentTarget.value))}
      onKeyDown={onKey}
    />
  );
  return (
    <li class="line" data-line={line.key} ref={item}>
      <span class="line-number soft" aria-hidden="true">
        {number}
      </span>
      <AccountCombobox
        label={`Account of line ${number}`}
        value={line.account}
        onInput={(account) => onChange({ ...line, account })}
        onEnter={() => item.current?.querySelector<HTMLElement>(`.${amountAfter(line)}`)?.focus()}
        isWrong={complaint?.account !== undefined}
        describedBy={described}
      />
      {amount('debit', 'Debit')}
      {amount('credit', 'Credit')}
      <input
        class="input line-note"
        aria-label={`Note of line ${number}`}
        autoComplete="off"
        placeholder="Note"
        value={line.description}
        onInput={(event) => onChange({ ...line, description: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Enter' && onKey(event)}
      />
      <button type="button" class="icon-button line-remove" disabled={isLast} onClick={onRemove}>
        <Icon name="close" />
        <span class="heard">Remove line {number}</span>
      </button>
      {errors.length === 0 ? null : (
        <p class="line-error" id={errorId}>
          {errors.join(' ')}
        </p>
      )}
    </li>
  );
};
