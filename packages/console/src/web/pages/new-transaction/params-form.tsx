/** The form for the parameters of a transaction code: a field for each parameter, and a table of fields for a list. */
import { useId } from 'preact/hooks';
import type { Problem } from '../../api/answer';
import { AccountCombobox } from '../../parts/account-combobox';
import { SelectField, TextField } from '../../parts/form';
import { Icon } from '../../parts/icon';
import {
  hintOf,
  labelOf,
  type FormValues,
  type ItemValues,
  type ListField,
  type ScalarField,
  type SchemaField,
} from './schema-form';

interface ParamsFormProps {
  readonly fields: readonly SchemaField[];
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
  /** The API's errors by parameter. The errors of list items have names such as `sellers.2.price`. */
  readonly problem: Problem | undefined;
}

export const ParamsForm = ({ fields, values, onChange, problem }: ParamsFormProps) => {
  const set = (name: string, value: string | readonly ItemValues[]): void => onChange({ ...values, [name]: value });
  const scalars = fields.filter((field) => field.kind === 'scalar');
  const lists = fields.filter((field) => field.kind === 'list');
  return (
    <div class="stack params-form">
      {fields.length === 0 ? <p class="prose">This code has no parameters: it always posts the same entries.</p> : null}
      <div class="fields">
        {scalars.map((field) => (
          <ScalarInput
            key={field.name}
            field={field}
            path={field.name}
            value={textAt(values, field.name)}
            onInput={(text) => set(field.name, text)}
            problem={problem}
          />
        ))}
      </div>
      {lists.map((field) => (
        <ListInput
          key={field.name}
          field={field}
          items={itemsAt(values, field.name)}
          onChange={(items) => set(field.name, items)}
          problem={problem}
        />
      ))}
    </div>
  );
};

const textAt = (values: FormValues, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};

const itemsAt = (values: FormValues, name: string): readonly ItemValues[] => {
  const value = values[name];
  return Array.isArray(value) ? (value as readonly ItemValues[]) : [];
};

interface ScalarInputProps {
  readonly field: ScalarField;
  /** The name of the field in the API's errors. */
  readonly path: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly problem: Problem | undefined;
}

const ScalarInput = ({ field, path, value, onInput, problem }: ScalarInputProps) => {
  const hint = hintOf(field);
  const shared = { label: labelOf(field.name), name: path, value, onInput, problem, hint };
  const choices = field.type === 'boolean' ? ['true', 'false'] : field.choices;
  if (choices !== undefined)
    return (
      <SelectField
        {...shared}
        choices={[
          { value: '', label: field.fallback === undefined ? 'choose' : `default: ${field.fallback}` },
          ...choices.map((one) => ({
            value: one,
            label: field.type === 'boolean' ? (one === 'true' ? 'yes' : 'no') : one,
          })),
        ]}
      />
    );
  if (field.type === 'account_code') return <AccountParam {...shared} />;
  const isNumber = field.type === 'decimal' || field.type === 'integer';
  return (
    <TextField
      {...shared}
      type={field.type === 'date' ? 'date' : 'text'}
      isAmount={isNumber}
      {...(field.maxLength === undefined ? {} : { maxLength: field.maxLength })}
      {...(field.fallback === undefined ? {} : { placeholder: field.fallback })}
    />
  );
};

interface AccountParamProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly problem: Problem | undefined;
  readonly hint: string;
}

const AccountParam = ({ label, name, value, onInput, problem, hint }: AccountParamProps) => {
  const id = useId();
  const errors = problem?.errors[name] ?? [];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <AccountCombobox
        id={id}
        value={value}
        onInput={onInput}
        isWrong={errors.length > 0}
        describedBy={errors.length > 0 ? `${id}-error` : undefined}
      />
      {hint === '' ? null : <div class="hint">{hint}</div>}
      {errors.length === 0 ? null : (
        <div class="error" id={`${id}-error`}>
          {errors.join('; ')}
        </div>
      )}
    </div>
  );
};

interface ListInputProps {
  readonly field: ListField;
  readonly items: readonly ItemValues[];
  readonly onChange: (items: readonly ItemValues[]) => void;
  readonly problem: Problem | undefined;
}

const ListInput = ({ field, items, onChange, problem }: ListInputProps) => {
  const { name, minItems, maxItems } = field;
  const label = labelOf(name);
  const own = problem?.errors[name] ?? [];
  const count = minItems === maxItems ? `${minItems}` : `${minItems} to ${maxItems}`;
  return (
    <fieldset class="params-list">
      <legend>
        {label} <span class="small soft">{count} items</span>
      </legend>
      {field.description === undefined ? null : <p class="small soft">{field.description}</p>}
      {own.length === 0 ? null : <p class="line-error">{own.join('; ')}</p>}
      {items.map((item, index) => (
        <div class="params-item" key={index} role="group" aria-label={`${label}, item ${index + 1}`}>
          <span class="line-number soft" aria-hidden="true">
            {index + 1}
          </span>
          <div class="fields">
            {field.items.map((one) => (
              <ScalarInput
                key={one.name}
                field={one}
                path={`${name}.${index}.${one.name}`}
                value={item[one.name] ?? ''}
                onInput={(text) =>
                  onChange(items.map((other, at) => (at === index ? { ...other, [one.name]: text } : other)))
                }
                problem={problem}
              />
            ))}
          </div>
          <button
            type="button"
            class="icon-button"
            disabled={items.length <= minItems && field.isRequired && !field.hasFallback}
            onClick={() => onChange(items.filter((_item, at) => at !== index))}
          >
            <Icon name="close" />
            <span class="heard">Remove item {index + 1}</span>
          </button>
        </div>
      ))}
      <div>
        <button
          type="button"
          class="button is-plain is-small"
          disabled={items.length >= maxItems}
          onClick={() => onChange([...items, {}])}
        >
          <Icon name="plus" /> {items.length === 0 ? 'Add an item' : 'Add another'}
        </button>
      </div>
    </fieldset>
  );
};
