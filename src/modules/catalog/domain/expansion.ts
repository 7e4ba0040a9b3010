/** Expands a compiled template with parameters. Every posting by code calls it, so its speed matters. */
import { entryTypes, layers, type EntryType, type Layer } from '../../../kernel/accounting';
import { formatAmount, type Denomination } from '../../../kernel/money';
import { ok, refuse, refused, type FieldErrors, type Outcome } from '../../../kernel/refusal';
import { amountFor, remainder } from './amount';
import { complain, fieldErrorsOf, shown, type Complaints } from './complaints';
import { holds } from './condition';
import { accountExpectation, selectorOf, type CompiledEntry } from './entry';
import { whyMixed } from './one-layer';
import { decodeParams } from './params';
import { isLonger, type NamedValues, type ParamValues } from './parameter';
import { fillRemainder, sumsOf, type RenderedEntry } from './remainder';
import { repeatEntries, type Repetition } from './repetition';
import { paramsByValue } from './same-params';
import type { CompiledTemplate } from './template';
import { renderObject, renderText, type JsonTemplate, type TextTemplate } from './text';
import {
  maxDescriptionLength,
  maxMetadataBytes,
  maxRenderedBytes,
  minExpandedEntries,
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
  /** The total number of entries that the expansions of one batch may have. When it is used up, further requests are refused. */
  readonly room?: ExpansionRoom;
}

/** The number of entries that a batch may still have; each expansion subtracts its own. */
export interface ExpansionRoom {
  entriesLeft: number;
}

export type Expanded = Omit<Expansion, 'code' | 'version'>;

/**
 * Expands the template. Checks in this order, each step in full: parameters (errors by parameter), validation rules (`rules`), the number
 * of entries (`entries`), each entry (`entries.<index>.<member>`), and then the sums, the number of entries that are not left out, and the
 * layers (`entries`). It stops with `entries` as soon as the texts are too large. The index counts all rendered entries, including optional
 * ones that are left out.
 */
export const expand = (
  template: CompiledTemplate,
  params: JsonObject,
  layer: Layer,
): Outcome<FieldErrors, Expanded> => {
  const { parameters, denomination } = template;
  const decoded = decodeParams(parameters, params);
  if (refused(decoded)) return decoded;
  const { values } = decoded.right;
  const broken = brokenRules(template, values);
  if (broken.length > 0) return refuse({ rules: broken });
  const repetitions = repeatEntries(template.entries, decoded.right);
  if (refused(repetitions)) return refuse({ entries: [repetitions.left] });
  const complaints: Complaints = new Map();
  const rendered: RenderedEntry[] = [];
  let textBytes = 0;
  for (const [index, repetition] of repetitions.right.entries()) {
    const entry = renderEntry(repetition, index, layer, denomination, complaints);
    if (!entry) continue;
    rendered.push(entry);
    if (entry.amount === 0n) continue;
    if ((textBytes += bytesOf(entry)) > maxRenderedBytes)
      return refuse({ entries: [`must have descriptions and metadata of at most ${maxRenderedBytes} bytes in all`] });
  }
  const metadata = renderMetadata(template.metadata, values, (text) => complain(complaints, 'metadata', text));
  if (complaints.size > 0) return refuse(fieldErrorsOf(complaints));
  const filled = fillRemainder(rendered, denomination);
  if (refused(filled)) return refuse({ [`entries.${filled.left.index}.amount`]: [filled.left.text] });
  const imbalance = imbalanceOf(filled.right, denomination);
  if (imbalance !== undefined) return refuse({ entries: [imbalance] });
  // An amount may be zero only if its entry is optional.
  const entries = filled.right.filter(({ amount }) => amount !== 0n);
  if (entries.length < minExpandedEntries)
    return refuse({ entries: [tooFewLeft(entries.length, rendered.length - entries.length)] });
  const mixed = whyMixed(entries);
  if (mixed !== undefined) return refuse({ entries: [mixed] });
  textBytes += bytesOf({ description: null, metadata });
  return ok({
    ...{ entries, attributes: renderAttributes(template, values), metadata, textBytes },
    params: paramsByValue(parameters, decoded.right, template.accountParameters),
  });
};

const tooFewLeft = (left: number, leftOut: number): string =>
  `number ${left}, because ${leftOut} optional ${leftOut === 1 ? 'entry comes' : 'entries come'} to zero, but a transaction has at least ${minExpandedEntries}: send parameters that make more amounts greater than zero`;

/** Returns the messages of the rules that the parameters violate. */
const brokenRules = ({ rules }: CompiledTemplate, values: ParamValues): readonly string[] =>
  rules.filter(({ condition }) => !holds(condition, values)).map(({ message }) => message);

const renderEntry = (
  { entry, values, item }: Repetition,
  index: number,
  layerOfRequest: Layer,
  denomination: Denomination,
  complaints: Complaints,
): RenderedEntry | undefined => {
  const complainOf = (member: string, text: string): void =>
    complain(complaints, `entries.${index}.${member}`, item === undefined ? text : `${text}, for ${item}`);
  const take = <A>(member: string, outcome: Outcome<string, A>): A | undefined =>
    refused(outcome) ? void complainOf(member, outcome.left) : outcome.right;
  const account = take('account', renderAccount(entry.account, values));
  const type = take<EntryType>('type', renderChoice(entry.type, entryTypes, values));
  const layer = take<Layer>('layer', renderChoice(entry.layer ?? layerOfRequest, layers, values));
  const { isOptional } = entry;
  const amount =
    entry.amount === remainder ? remainder : take('amount', amountFor(entry.amount, values, denomination, isOptional));
  const description = take('description', renderDescription(entry.description, values));
  const metadata = renderMetadata(entry.metadata, values, (text) => complainOf('metadata', text));
  return account && type && layer && amount !== undefined && description !== undefined
    ? { account, type, layer, amount, isOptional, description, metadata }
    : undefined;
};

/** Returns the size in bytes of the entry's description and metadata, whose length depends on the client's parameters. */
const bytesOf = ({ description, metadata }: Pick<RenderedEntry, 'description' | 'metadata'>): number =>
  (description === null ? 0 : Buffer.byteLength(description)) +
  (metadata === null ? 0 : Buffer.byteLength(JSON.stringify(metadata)));

const renderAccount = (account: CompiledEntry['account'], values: NamedValues): Outcome<string, AccountSelector> => {
  if (account.kind !== 'text') return ok(account);
  const text = renderText(account.text, values) ?? '';
  const selector = selectorOf(text, account.names);
  return selector ? ok(selector) : refuse(`${accountExpectation}, got ${shown(text)}`);
};

const renderChoice = <C extends string>(
  choice: C | TextTemplate,
  choices: readonly C[],
  values: NamedValues,
): Outcome<string, C> => {
  if (typeof choice === 'string') return ok(choice);
  const text = renderText(choice, values);
  const found = choices.find((one) => one === text);
  return found === undefined ? refuse(`must be one of ${choices.join(', ')}, got ${shown(text)}`) : ok(found);
};

const renderDescription = (description: TextTemplate | null, values: NamedValues): Outcome<string, string | null> => {
  const text = description && renderText(description, values);
  return text && isLonger(text, maxDescriptionLength)
    ? refuse(`must have at most ${maxDescriptionLength} characters once it is filled in`)
    : ok(text ?? null);
};

const renderMetadata = (
  template: JsonTemplate | null,
  values: NamedValues,
  complainOf: (text: string) => void,
): JsonObject | null => {
  const metadata = renderObject(template, values);
  if (
    metadata !== null &&
    template?.kind !== 'constant' &&
    Buffer.byteLength(JSON.stringify(metadata)) > maxMetadataBytes
  )
    complainOf(`must take at most ${maxMetadataBytes} bytes once it is filled in`);
  return metadata;
};

const renderAttributes = ({ attributes }: CompiledTemplate, values: NamedValues): Readonly<Record<string, string>> => {
  const rendered: Record<string, string> = {};
  for (const [key, template] of attributes) {
    const value = renderText(template, values);
    // An attribute that consists of one absent parameter is left out.
    if (value !== undefined) rendered[key] = value;
  }
  return rendered;
};

/** Explains the imbalance, as the end of a sentence that begins with "the entries"; undefined if they balance in every layer. */
const imbalanceOf = (entries: readonly ExpandedEntry[], denomination: Denomination): string | undefined => {
  for (const layer of layers) {
    const { debits, credits } = sumsOf(entries, layer);
    if (debits !== credits)
      return `do not balance in the layer ${layer}: the debits are ${formatAmount(debits, denomination)} and the credits ${formatAmount(credits, denomination)}`;
  }
  return undefined;
};
