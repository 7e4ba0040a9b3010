/** An attribute is declared, or what it is called and whether it is searched by is changed. Its key stays. */
import { useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { Drawer } from '../../parts/dialog';
import { CheckField, FormProblem, TextField, useSending } from '../../parts/form';

type Definition = Schemas['AttributeDefinition'];

interface AttributeDrawerProps {
  /** Undefined: a new one. */
  readonly definition?: Definition;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export const AttributeDrawer = ({ definition, onClose, onDone }: AttributeDrawerProps) => {
  const [key, setKey] = useState(definition?.key ?? '');
  const [label, setLabel] = useState(definition?.label ?? '');
  const [isIndexed, setIndexed] = useState(definition?.indexed ?? false);
  const writing = useSending(() => {
    const body = { label: label.trim() || null, indexed: isIndexed };
    return definition === undefined
      ? ask(client.POST('/api/v1/attribute-definitions', { body: { key: key.trim(), ...body } }))
      : ask(client.PATCH('/api/v1/attribute-definitions/{key}', { params: { path: { key: definition.key } }, body }));
  }, onDone);
  return (
    <Drawer
      title={definition === undefined ? 'New attribute' : definition.key}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" form="attribute" class="button is-main" disabled={writing.isSending}>
            {definition === undefined ? 'Declare it' : 'Change it'}
          </button>
        </>
      }
    >
      <form
        id="attribute"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void writing.send(undefined);
        }}
      >
        <p class="prose">
          The catalog belongs to the tenant: an attribute declared here is valid in all of its ledgers.
        </p>
        <TextField
          label="Key"
          name="key"
          value={key}
          onInput={setKey}
          problem={writing.problem}
          isRequired
          isDisabled={definition !== undefined}
          isFocused={definition === undefined}
          placeholder="sales_region"
          hint={
            definition === undefined
              ? 'Lower-case letters, digits and single underscores. It cannot be changed later.'
              : undefined
          }
        />
        <TextField
          label="Label"
          name="label"
          value={label}
          onInput={setLabel}
          problem={writing.problem}
          maxLength={255}
          placeholder="Region of the sale"
        />
        <CheckField
          label="Transactions can be searched by it"
          isChecked={isIndexed}
          onChange={setIndexed}
          hint="The attribute is indexed; earlier transactions are indexed in the background."
        />
        <FormProblem of={writing.problem} shown={['key', 'label']} />
      </form>
    </Drawer>
  );
};
