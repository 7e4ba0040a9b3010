/** The form for a conversion between two currencies, or a transfer within one. After each change, a new preview is necessary. */
import type { Problem } from '../../api/answer';
import type { Schemas } from '../../api/client';
import { CheckField, SelectField, TextField } from '../../parts/form';
import { Icon } from '../../parts/icon';
import { exchangeWith, type Exchange } from './rate';

export type Member = Schemas['LedgerString']['ledgers'][number];

export interface Movement extends Exchange {
  readonly source: string;
  readonly target: string;
  readonly account: string;
  readonly targetAccount: string;
  /** Whether the request contains the rate in addition to both amounts, so that it is recorded. */
  readonly notesRate: boolean;
  readonly reference: string;
  readonly day: string;
  readonly description: string;
}

export const noMovement: Omit<Movement, 'source' | 'target'> = {
  account: '',
  targetAccount: '',
  amount: '',
  targetAmount: '',
  rate: '',
  notesRate: true,
  reference: '',
  day: '',
  description: '',
};

interface MovementFormProps {
  readonly movement: Movement;
  readonly members: readonly Member[];
  readonly isConversion: boolean;
  readonly accounts: readonly string[];
  readonly problem: Problem | undefined;
  readonly onChange: (movement: Movement) => void;
}

export const shownFields = [
  'source_ledger_code',
  'target_ledger_code',
  'account_code',
  'target_account_code',
  'amount',
  'source_amount',
  'target_amount',
  'rate',
  'reference',
  'effective_date',
  'description',
];

export const MovementForm = (props: MovementFormProps) => {
  const { movement, members, isConversion, accounts, problem, onChange } = props;
  const set = (change: Partial<Movement>): void => onChange({ ...movement, ...change });
  const memberOf = (code: string): Member | undefined => members.find((one) => one.code === code);
  const choices = members.map(({ code, currency }) => ({ value: code, label: `${code} (${currency})` }));
  const target = memberOf(movement.target);
  const exchange = (change: Partial<Exchange>): void =>
    set(isConversion && target !== undefined ? exchangeWith(movement, change, target) : change);
  /** Chooses the ledgers. A rate belongs to its two currencies, and the target amount to the rate, so both are entered anew. */
  const choose = (ends: Partial<Pick<Movement, 'source' | 'target'>>): void =>
    set({ ...ends, rate: '', targetAmount: '' });
  return (
    <>
      <div class="fields">
        <SelectField
          label="From"
          name="source_ledger_code"
          value={movement.source}
          onInput={(source) => choose({ source })}
          problem={problem}
          choices={choices}
        />
        <SelectField
          label="To"
          name="target_ledger_code"
          value={movement.target}
          onInput={(other) => choose({ target: other })}
          problem={problem}
          choices={choices}
        />
      </div>
      <button
        type="button"
        class="button is-plain is-small at-start"
        onClick={() => choose({ source: movement.target, target: movement.source })}
      >
        <Icon name="right" /> Swap source and target
      </button>
      <div class="fields">
        <TextField
          label="Account"
          name="account_code"
          value={movement.account}
          onInput={(account) => set({ account })}
          problem={problem}
          isRequired
          suggestions={accounts}
          hint="The code of a customer account of the source ledger. If the target ledger lacks the account, it is opened there."
        />
        {isConversion ? null : (
          <TextField
            label="Account in the target ledger"
            name="target_account_code"
            value={movement.targetAccount}
            onInput={(targetAccount) => set({ targetAccount })}
            problem={problem}
            suggestions={accounts}
            placeholder={movement.account || 'the same'}
          />
        )}
      </div>
      <div class={`fields${isConversion ? ' is-exchange' : ''}`}>
        <TextField
          label={isConversion ? `Amount in ${memberOf(movement.source)?.currency ?? '?'}` : 'Amount'}
          name={isConversion ? 'source_amount' : 'amount'}
          value={movement.amount}
          onInput={(amount) => exchange({ amount })}
          problem={problem}
          isRequired
          isAmount
        />
        {isConversion ? (
          <>
            <TextField
              label="Rate"
              name="rate"
              value={movement.rate}
              onInput={(rate) => exchange({ rate })}
              problem={problem}
              isAmount
              hint={`${target?.currency ?? '?'} for one ${memberOf(movement.source)?.currency ?? '?'}`}
            />
            <TextField
              label={`Becomes, in ${target?.currency ?? '?'}`}
              name="target_amount"
              value={movement.targetAmount}
              onInput={(targetAmount) => exchange({ targetAmount })}
              problem={problem}
              isRequired
              isAmount
            />
          </>
        ) : null}
      </div>
      {isConversion ? (
        <CheckField
          label="Record this rate"
          isChecked={movement.notesRate}
          onChange={(notesRate) => set({ notesRate })}
          hint="If this is off, the service records its own rate of the day, if it has one."
        />
      ) : null}
      <div class="fields">
        <TextField
          label="Reference"
          name="reference"
          value={movement.reference}
          onInput={(reference) => set({ reference })}
          problem={problem}
          isRequired
          maxLength={100}
        />
        <TextField
          label="Effective"
          type="date"
          name="effective_date"
          value={movement.day}
          onInput={(day) => set({ day })}
          problem={problem}
          hint="Empty: today."
        />
      </div>
      <TextField
        label="Description"
        name="description"
        value={movement.description}
        onInput={(description) => set({ description })}
        problem={problem}
        maxLength={255}
      />
    </>
  );
};
