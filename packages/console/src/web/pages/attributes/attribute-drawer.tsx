/** The form that declares an attribute, or changes its name and whether it is searchable. The key of an attribute cannot be changed. */
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { CheckField, TextField } from '../../parts/form';
import { FormDrawer, useForm } from '../../parts/form-frame';

type Definition = Schemas['AttributeDefinition'];

interface AttributeDrawerProps {
  /** The attribute to change; undefined to declare one. */
  readonly definition?: Definition;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export const AttributeDrawer = ({ definition, onClose, onDone }: AttributeDrawerProps) => {
  const isNew = definition === undefined;
  const form = useForm(
    { key: definition?.key ?? '', label: definition?.label ?? '', indexed: definition?.indexed ?? false },
    ({ key, label, indexed }) => {
      const body = { label: label.trim() || null, indexed };
      return isNew
        ? ask(client.POST('/api/v1/attribute-definitions', { body: { key: key.trim(), ...body } }))
        : ask(client.PATCH('/api/v1/attribute-definitions/{key}', { params: { path: { key: definition.key } }, body }));
    },
    onDone,
  );
  return (
    <FormDrawer
      form={form}
      id="attribute"
      title={isNew ? 'New attribute' : definition.key}
      submit={isNew ? 'Declare attribute' : 'Save'}
      onClose={onClose}
    >
      <p class="prose">The catalog belongs to the tenant: an attribute declared here is valid in all of its ledgers.</p>
      <TextField
        label="Key"
        {...form.field('key')}
        isRequired
        isDisabled={!isNew}
        isFocused={isNew}
        placeholder="sales_region"
        hint={isNew ? 'Lower-case letters, digits and single underscores. It cannot be changed later.' : undefined}
      />
      <TextField label="Label" {...form.field('label')} maxLength={255} placeholder="Region of the sale" />
      <CheckField
        label="Transactions can be searched by it"
        {...form.check('indexed')}
        hint="The attribute is indexed; earlier transactions are indexed in the background."
      />
    </FormDrawer>
  );
};
