/** Expansion of a compiled template with parameters: the hot path of posting by code. */
import { entryTypes, layers, type EntryType, type Layer } from '../../../kernel/accounting';
import { formatAmount, type Denomination } from '../../../kernel/money';
import { ok, refuse, refused, type FieldErrors, type Outcome } from '../../../kernel/refusal';
import { amountFor } from './amount';
import { complain, fieldErrorsOf, shown, type Complaints } from './complaints';
import { holds } from './condition';
import { accountExpectation, selectorOf, type CompiledEntry } from './entry';
import { decodeParams } from './params';
import { isLonger, type ParamValues } from './parameter';
import type { CompiledTemplate } from './template';
import { renderObject, renderText, type JsonTemplate, type TextTemplate } from './text';
import {
  maxDescriptionLength,
  maxMetadataBytes,
  type AccountSelector,
  type ExpandedEntry,
  type Expansion,
  type JsonObject,
} from './transaction-code';

/** The code to expand, its parameters, and the layer of entries for which the template names none. */
export interface ExpansionRequest {
  readonly code: string;
  readonly params: JsonObject;
  readonly layer: Layer;
}

export type Expanded = Pick<Expansion, 'entries' | 'attributes' | 'metadata'>;

/** The errors are by parameter, by `rules`, and by `entries.<index>.<member>`, judged in this order, each step in full. */
export const expand = (
  template: CompiledTemplate,
  params: JsonObject,
  layer: Layer,
): Outcome<FieldErrors, Expanded> => {
  const values = decodeParams(template.parameters, params);
  if (refused(values)) return values;
  const broken = brokenRules(template, values.right);
  if (broken.length > 0) return refuse({ rules: broken });
  const complaints: Complaints = new Map();
  const entries = template.entries.flatMap(
    (entry, index) => renderEntry(entry, index, layer, template.denomination, values.right, complaints) ?? [],
  );
  const metadata = renderMetadata(template.metadata, 'metadata', values.right, complaints);
  if (complaints.size > 0) return refuse(fieldErrorsOf(complaints));
  const imbalance = imbalanceOf(entries, template.denomination);
  if (imbalance !== undefined) return refuse({ entries: [imbalance] });
  return ok({ entries, attributes: renderAttributes(template, values.right), metadata });
};

/** The messages of the rules that are false. */
const brokenRules = ({ rules }: CompiledTemplate, values: ParamValues): readonly string[] =>
  rules.filter(({ condition }) => !holds(condition, values)).map(({ message }) => message);

const renderEntry = (
  entry: CompiledEntry,
  index: number,
  layerOfRequest: Layer,
  denomination: Denomination,
  values: ParamValues,
  complaints: Complaints,
): ExpandedEntry | undefined => {
  const take = <A>(member: string, outcome: Outcome<string, A>): A | undefined =>
    refused(outcome) ? void complain(complaints, `entries.${index}.${member}`, outcome.left) : outcome.right;
  const account = take('account', renderAccount(entry.account, values));
  const type = take<EntryType>('type', renderChoice(entry.type, entryTypes, values));
  const layer = take<Layer>('layer', renderChoice(entry.layer ?? layerOfRequest, layers, values));
  const amount = take('amount', amountFor(entry.amount, values, denomination));
  const description = take('description', renderDescription(entry.description, values));
  const metadata = renderMetadata(entry.metadata, `entries.${index}.metadata`, values, complaints);
  return account && type && layer && amount !== undefined && description !== undefined
    ? { account, type, layer, amount, description, metadata }
    : undefined;
};

const renderAccount = (account: CompiledEntry['account'], values: ParamValues): Outcome<string, AccountSelector> => {
  if (account.kind !== 'text') return ok(account);
  const text = renderText(account.text, values) ?? '';
  const selector = selectorOf(text, account.names);
  return selector ? ok(selector) : refuse(`${accountExpectation}, and comes to ${shown(text)}`);
};

const renderChoice = <C extends string>(
  choice: C | TextTemplate,
  choices: readonly C[],
  values: ParamValues,
): Outcome<string, C> => {
  if (typeof choice === 'string') return ok(choice);
  const text = renderText(choice, values);
  const found = choices.find((one) => one === text);
  return found === undefined ? refuse(`must be one of ${choices.join(', ')}, and comes to ${shown(text)}`) : ok(found);
};

const renderDescription = (description: TextTemplate | null, values: ParamValues): Outcome<string, string | null> => {
  const text = description && renderText(description, values);
  return text && isLonger(text, maxDescriptionLength)
    ? refuse(`must have at most ${maxDescriptionLength} characters once it is filled in`)
    : ok(text ?? null);
};

const renderMetadata = (
  template: JsonTemplate | null,
  field: string,
  values: ParamValues,
  complaints: Complaints,
): JsonObject | null => {
  const metadata = renderObject(template, values);
  if (
    metadata !== null &&
    template?.kind !== 'constant' &&
    Buffer.byteLength(JSON.stringify(metadata)) > maxMetadataBytes
  )
    complain(complaints, field, `must take at most ${maxMetadataBytes} bytes once it is filled in`);
  return metadata;
};

const renderAttributes = ({ attributes }: CompiledTemplate, values: ParamValues): Readonly<Record<string, string>> => {
  const rendered: Record<string, string> = {};
  for (const [key, template] of attributes) {
    const value = renderText(template, values);
    // An attribute whose whole text is a parameter that was not given is left out.
    if (value !== undefined) rendered[key] = value;
  }
  return rendered;
};

/** Why the entries do not balance, as the end of "the entries …"; undefined where they balance in every layer. */
const imbalanceOf = (
  entries: readonly Pick<ExpandedEntry, 'type' | 'layer' | 'amount'>[],
  denomination: Denomination,
): string | undefined => {
  for (const layer of layers) {
    let [debits, credits] = [0n, 0n];
    for (const entry of entries) {
      if (entry.layer !== layer) continue;
      if (entry.type === 'debit') debits += entry.amount;
      else credits += entry.amount;
    }
    if (debits !== credits)
      return `do not balance in the layer ${layer}: the debits are ${formatAmount(debits, denomination)} and the credits ${formatAmount(credits, denomination)}`;
  }
  return undefined;
};
