/**
 * Writes the parameters of an expansion as a text by which they are compared by value: two spellings of a parameter have equal texts, and a
 * default counts the same whether it is given or left out. A parameter that only names accounts is not included, because the entries
 * already contain the ids of the accounts.
 */
import { membersText } from '../../../kernel/formats';
import type { CompiledEntry } from './entry';
import { textOf } from './exact';
import { isList, itemPrefix, type ParamsSchema, type ParamValue, type ParamValues } from './parameter';
import type { DecodedParams } from './params';
import { soleParameter } from './text';
import type { NewTransactionCode } from './transaction-code';

export const paramsByValue = (
  schema: ParamsSchema,
  { values, lists }: DecodedParams,
  accountParameters: ReadonlySet<string>,
): string => {
  let text = '';
  const add = (name: string, value: ParamValue | undefined): void => {
    if (!accountParameters.has(name)) text += membersText([name, valueText(value)]);
  };
  for (const parameter of schema.values()) {
    const { name } = parameter;
    if (!isList(parameter)) {
      add(name, values.get(name));
      continue;
    }
    const items: readonly ParamValues[] = lists.get(name) ?? [];
    text += membersText([name, items.length.toString()]);
    for (const item of items)
      for (const member of parameter.items.keys()) add(itemPrefix + member, item.get(itemPrefix + member));
  }
  return text;
};

const valueText = (value: ParamValue | undefined): string | null => {
  if (!value) return null;
  return value.kind === 'number' ? textOf(value.value) : value.text;
};

/** Returns the parameters that are used only to name the account of an entry. `entries` are the compiled entries of the definition. */
export const accountParametersOf = (
  {
    entriesTemplate,
    attributesTemplate,
    validationRules,
    metadata,
  }: Pick<NewTransactionCode, 'entriesTemplate' | 'attributesTemplate' | 'validationRules' | 'metadata'>,
  entries: readonly CompiledEntry[],
): ReadonlySet<string> => {
  const named = entries.map(({ account }) => (account.kind === 'text' ? soleParameter(account.text) : undefined));
  const others = entriesTemplate.entries.map((entry, index) =>
    named[index] === undefined ? entry : { ...entry, account: '' },
  );
  const elsewhere = new Set<string>();
  const text = JSON.stringify([others, attributesTemplate, validationRules, metadata]);
  for (const [, holder, name] of text.matchAll(/\b(params|item) *\. *([A-Za-z_][A-Za-z0-9_]*)/g))
    elsewhere.add(holder === 'item' ? `${itemPrefix}${name}` : (name as string));
  return new Set(named.flatMap((name) => (name === undefined || elsewhere.has(name) ? [] : [name])));
};
