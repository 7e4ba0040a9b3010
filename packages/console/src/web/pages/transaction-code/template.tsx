/**
 * Shows a template in the form of a journal: the accounts on the left, and the expressions of the amounts in a debit and a credit column.
 */
import type { Schemas } from '../../api/client';
import { Badge } from '../../parts/labels';
import { hintOf, type SchemaField } from '../new-transaction/schema-form';
import { TableFrame } from '../../parts/table-frame';

type TransactionCode = Schemas['TransactionCode'];

export const Template = ({ of: code }: { readonly of: TransactionCode }) => {
  const { entries } = code.entries_template;
  return (
    <TableFrame>
      <table class="table is-plain template">
        <caption>The entries of the template</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" class="number">
              Debit
            </th>
            <th scope="col" class="number">
              Credit
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ account, type, amount, description, layer, repeat, optional }, index) => {
            const isEither = type !== 'debit' && type !== 'credit';
            return (
              <tr key={index}>
                <td>
                  <WithHoles text={account} />
                  {layer ? (
                    <span class="small soft">
                      {' '}
                      in <WithHoles text={layer} />
                    </span>
                  ) : null}
                  {isEither ? (
                    <span class="small soft">
                      {' '}
                      on the debit or credit side, as defined by <WithHoles text={type} />
                    </span>
                  ) : null}
                  {repeat ? (
                    <div>
                      <Badge>{`for each of ${repeat.replace(/^params\./, '')}`}</Badge>
                    </div>
                  ) : null}
                  {optional === true ? (
                    <div>
                      <Badge>left out at zero</Badge>
                    </div>
                  ) : null}
                  {description ? (
                    <div class="small soft">
                      <WithHoles text={description} />
                    </div>
                  ) : null}
                </td>
                <td class="formula">{type === 'credit' ? null : <WithHoles text={amount} />}</td>
                <td class="formula">{type === 'credit' ? <WithHoles text={amount} /> : null}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableFrame>
  );
};

/** Shows a text whose placeholders in braces are set as formulas. */
const WithHoles = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(\{[^}]*\})/).map((part, index) =>
      part.startsWith('{') ? (
        <code class="hole" key={index}>
          {part
            .slice(1, -1)
            .trim()
            .replaceAll(/\bparams\./g, '')}
        </code>
      ) : (
        part
      ),
    )}
  </>
);

interface Rule {
  readonly expression: string;
  readonly message: string;
}

/** Shows the validation rules, which restrict the parameters beyond their declarations. */
export const Rules = ({ of: code }: { readonly of: TransactionCode }) => {
  const rules = (code.validation_rules as { readonly rules?: readonly Rule[] } | null)?.rules ?? [];
  if (rules.length === 0) return null;
  return (
    <dl class="facts small">
      {rules.map(({ expression, message }) => (
        <div class="rule" key={expression}>
          <dt>
            <code>{expression}</code>
          </dt>
          <dd>{message}</dd>
        </div>
      ))}
    </dl>
  );
};

interface Row {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly hint: string;
  readonly isOfItem: boolean;
}

const rowsOf = (fields: readonly SchemaField[]): readonly Row[] =>
  fields.flatMap((field): readonly Row[] => {
    const { name, isRequired } = field;
    if (field.kind === 'scalar')
      return [{ name, isRequired, type: field.type, hint: hintWithChoices(field), isOfItem: false }];
    const { minItems, maxItems, items } = field;
    return [
      { name, isRequired, type: 'list', hint: `${minItems} to ${maxItems} items`, isOfItem: false },
      ...rowsOf(items).map((item) => ({ ...item, isOfItem: true })),
    ];
  });

const hintWithChoices = (field: Extract<SchemaField, { kind: 'scalar' }>): string =>
  [...(field.choices === undefined ? [] : [field.choices.join(', ')]), hintOf(field)].filter(Boolean).join(' · ');

export const Parameters = ({ of: fields }: { readonly of: readonly SchemaField[] }) =>
  fields.length === 0 ? (
    <p class="prose">None: this code always posts the same entries.</p>
  ) : (
    <TableFrame>
      <table class="table is-plain">
        <caption class="heard">Parameters of the code</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Allowed values</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(fields).map(({ name, type, isRequired, hint, isOfItem }, index) => (
            <tr key={index}>
              <td class={isOfItem ? 'of-item' : ''}>
                <code>{name}</code>
                {isRequired ? null : <span class="small soft"> optional</span>}
              </td>
              <td class="nowrap">{type}</td>
              <td class="small soft">{hint}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
