/** The fields of a transaction other than its entries. The fields that are seldom used are hidden at first. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, type Problem } from '../../api/answer';
import { quietClient, client } from '../../api/client';
import { every } from '../../api/every';
import { useAnswer } from '../../api/use-answer';
import { SelectField, TextArea, TextField } from '../../parts/form';
import { Icon } from '../../parts/icon';
import { layerNames } from '../../parts/layers';
import { layerFrom, pairField, type Head, type Pair } from './head';

interface HeadFieldsProps {
  readonly head: Head;
  readonly onChange: (head: Head) => void;
  readonly problem: Problem | undefined;
}

/** The maximum number of keys that the field of attributes suggests. */
const mostOffered = 100;

const setterOf =
  ({ head, onChange }: HeadFieldsProps) =>
  <Name extends keyof Head>(name: Name) =>
  (value: Head[Name]) =>
    onChange({ ...head, [name]: value });

export const HeadFields = (props: HeadFieldsProps & { readonly isFirst?: boolean }) => {
  const { head, problem, onChange } = props;
  const set = setterOf(props);
  const journals = useAnswer('journals to choose', () =>
    every((slice) => ask(client.GET('/api/v1/journals', { params: { query: slice } }))),
  );
  const open = (journals.data ?? []).filter(({ status }) => status === 'active');
  const what = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The first field gets the focus, unless another element has it.
    if (props.isFirst) what.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="head-fields">
      <div class="head-what" ref={what}>
        <TextField
          label="Description"
          name="description"
          value={head.description}
          onInput={set('description')}
          problem={problem}
          placeholder="November rent"
        />
      </div>
      <TextField
        label="Effective date"
        name="effective_date"
        type="date"
        value={head.day}
        onInput={set('day')}
        problem={problem}
      />
      <SelectField
        label="Layer"
        name="layer"
        value={head.layer}
        onInput={(layer) => onChange({ ...head, layer: layerFrom(layer) })}
        problem={problem}
        choices={layerNames.map((value) => ({ value, label: value }))}
      />
      <SelectField
        label="Journal"
        name="journal_id"
        value={head.journalId}
        onInput={set('journalId')}
        problem={problem}
        choices={[
          { value: '', label: 'as usual' },
          ...open.map(({ id, code, name }) => ({ value: id, label: `${code} – ${name}` })),
        ]}
      />
      {head.layer === 'settled' ? null : (
        <TextField
          label="Held until"
          name="expires_at"
          type="datetime-local"
          value={head.expires}
          onInput={set('expires')}
          problem={problem}
          hint="Empty: until it is settled or released."
        />
      )}
    </div>
  );
};

export const MoreFields = (props: HeadFieldsProps) => {
  const { head, problem } = props;
  const set = setterOf(props);
  // A copied transaction may have attributes. Then the hidden fields are shown, so that the person sees them.
  const [isOpen] = useState(head.attributes.length > 0);
  return (
    <details class="more-fields" open={isOpen}>
      <summary>
        <Icon name="right" /> Reference, correlation, attributes, metadata
      </summary>
      <div class="stack">
        <div class="fields">
          <TextField
            label="Reference"
            name="reference"
            value={head.reference}
            onInput={set('reference')}
            problem={problem}
            maxLength={255}
            hint="A number from another system, such as an invoice or order number."
          />
          <TextField
            label="Correlation"
            name="correlation_id"
            value={head.correlationId}
            onInput={set('correlationId')}
            problem={problem}
            maxLength={50}
            hint="The id that related transactions share."
          />
        </div>
        <div class="fields">
          <TextField
            label="Correlation type"
            name="correlation_type"
            value={head.correlationType}
            onInput={set('correlationType')}
            problem={problem}
            maxLength={50}
            hint="Its relation to the source transaction, such as fee or refund."
          />
          <TextField
            label="Source transaction"
            name="correlation_source_id"
            value={head.correlationSourceId}
            onInput={set('correlationSourceId')}
            problem={problem}
            maxLength={36}
            hint="The id of the source transaction. It requires a correlation type."
          />
        </div>
        <Attributes pairs={head.attributes} onChange={set('attributes')} problem={problem} />
        <TextArea
          label="Metadata"
          name="metadata"
          value={head.metadata}
          onInput={set('metadata')}
          problem={problem}
          rows={3}
          placeholder={'{"invoice": "A-17"}'}
          hint="Any JSON object. The ledger stores it and does not interpret it."
          isCode
        />
      </div>
    </details>
  );
};

interface AttributesProps {
  readonly pairs: readonly Pair[];
  readonly onChange: (pairs: readonly Pair[]) => void;
  readonly problem: Problem | undefined;
}

/** The attributes of the transaction. The field suggests the declared keys. */
const Attributes = ({ pairs, onChange, problem }: AttributesProps) => {
  const known = useAnswer(pairs.length === 0 ? undefined : 'attributes to choose', () =>
    ask(quietClient.GET('/api/v1/attribute-definitions', { params: { query: { limit: mostOffered } } })),
  );
  const change = (at: number, changed: Partial<Pair>): void =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...changed } : pair)));
  const errors = Object.entries(problem?.errors ?? {}).filter(([field]) => field.startsWith('attributes'));
  return (
    <fieldset class="attribute-pairs">
      <legend>Attributes</legend>
      {pairs.map(({ name, value }, index) => (
        <div class="pair" key={index}>
          <TextField
            label={`Key ${index + 1}`}
            name={pairField(index)}
            problem={problem}
            value={name}
            onInput={(text) => change(index, { name: text })}
            suggestions={(known.data ?? []).map(({ key }) => key)}
          />
          <TextField label={`Value ${index + 1}`} value={value} onInput={(text) => change(index, { value: text })} />
          <button
            type="button"
            class="icon-button"
            onClick={() => onChange(pairs.filter((_pair, other) => other !== index))}
          >
            <Icon name="close" />
            <span class="heard">Remove attribute {index + 1}</span>
          </button>
        </div>
      ))}
      {errors.map(([field, messages]) => (
        <p class="line-error" key={field}>
          {messages.join('; ')}
        </p>
      ))}
      <div>
        <button
          type="button"
          class="button is-plain is-small"
          onClick={() => onChange([...pairs, { name: '', value: '' }])}
        >
          <Icon name="plus" /> Add an attribute
        </button>
      </div>
    </fieldset>
  );
};
