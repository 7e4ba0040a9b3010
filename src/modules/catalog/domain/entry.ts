/** A compiled entry of a template: each member is a constant or is computed from the parameters. */
import { entryTypes, layers, type EntryType, type Layer } from '../../../kernel/accounting';
import { parseId } from '../../../kernel/ids';
import type { Denomination } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { compileAmount, remainder, type CompiledAmount } from './amount';
import { declarationOf, mayBeLeftOut, whyUndeclared, type Scope } from './arithmetic-typing';
import { complain, shown, withLocation, type Complaints } from './complaints';
import { accountCodePattern, isAlwaysPresent, isList, type ListParameter } from './parameter';
import { compileJson, compileText, literalOf, soleParameter, type JsonTemplate, type TextTemplate } from './text';
import type { AccountSelector, EntryTemplate } from './transaction-code';

export interface CompiledEntry {
  /** The list that the entry repeats over; undefined if it does not repeat. */
  readonly list: ListParameter | undefined;
  readonly account: AccountSelector | AccountTemplate;
  readonly type: EntryType | TextTemplate;
  /** The layer of the entry; undefined: that of the request. */
  readonly layer: Layer | TextTemplate | undefined;
  readonly amount: CompiledAmount | typeof remainder;
  /** Whether the entry is left out if its amount is zero. */
  readonly isOptional: boolean;
  readonly description: TextTemplate | null;
  readonly metadata: JsonTemplate | null;
}

export interface AccountTemplate {
  readonly kind: 'text';
  readonly text: TextTemplate;
  /** Whether the text is an account's code or its id, as the type of its parameter states; undefined if the form of the text decides. */
  readonly names: AccountSelector['kind'] | undefined;
}

/** Compiles an entry. Undefined if there were complaints. */
export const compileEntry = (
  entry: EntryTemplate,
  field: string,
  outerScope: Scope,
  denomination: Denomination,
  complaints: Complaints,
): CompiledEntry | undefined => {
  const take = <A>(member: string, outcome: Outcome<string, A>): A | undefined =>
    refused(outcome) ? void complain(complaints, `${field}.${member}`, outcome.left) : outcome.right;
  const list = entry.repeat ? take('repeat', compileRepeat(entry.repeat, outerScope)) : undefined;
  // If the list of a repeating entry is invalid, the entry's other members are not compiled, because expressions that name items of the
  // list cannot be checked.
  if (entry.repeat && !list) return undefined;
  const scope = { ...outerScope, list };
  // These members must always have a value, so they may not name an optional parameter.
  const account = take('account', compileAccount(entry.account, scope));
  const type = take('type', compileChoice(entry.type, entryTypes, scope));
  const layer = take('layer', compileLayer(entry.layer ?? undefined, scope));
  const amount = take('amount', compileAmount(entry.amount, scope, denomination));
  if (list && amount === remainder)
    complain(complaints, `${field}.amount`, 'cannot be the remainder, because its entry repeats');
  const lenient = { ...scope, allowsAbsent: true };
  const { description: text = null } = entry;
  const description = take('description', text === null ? ok(null) : textOrComplaint(text, lenient));
  const metadata = entry.metadata ? compileJson(entry.metadata, `${field}.metadata`, lenient, complaints) : null;
  return account && type && amount && description !== undefined
    ? { list, account, type, layer, amount, isOptional: entry.optional === true, description, metadata }
    : undefined;
};

const compileRepeat = (text: string, scope: Scope): Outcome<string, ListParameter> => {
  const name = /^params\.([A-Za-z_][A-Za-z0-9_]*)$/.exec(text)?.[1];
  if (name === undefined) return refuse(`must name a list as params.<name>, without braces, got ${shown(text)}`);
  const parameter = declarationOf(name, scope);
  if (!parameter) return refuse(`names ${text}, ${whyUndeclared(name, scope)}`);
  if (!isList(parameter)) return refuse(`names ${text}, which is ${parameter.type}, not list`);
  return isAlwaysPresent(parameter) ? ok(parameter) : refuse(`names ${text}, ${mayBeLeftOut}`);
};

export const textOrComplaint = (text: string, scope: Scope): Outcome<string, TextTemplate> => {
  const template = compileText(text, scope);
  return refused(template) ? refuse(withLocation(template.left, text)) : template;
};

const compileAccount = (text: string, scope: Scope): Outcome<string, AccountSelector | AccountTemplate> => {
  const template = textOrComplaint(text, scope);
  if (refused(template)) return template;
  const literal = literalOf(template.right);
  if (literal !== undefined) {
    const selector = selectorOf(literal, undefined);
    return selector ? ok(selector) : refuse(`${accountExpectation}, got ${shown(text)}`);
  }
  const sole = soleParameter(template.right);
  const type = sole === undefined ? undefined : declarationOf(sole, scope)?.type;
  return ok({
    kind: 'text',
    text: template.right,
    names: type === 'account_code' ? 'code' : type === 'uuid' ? 'id' : undefined,
  });
};

export const accountExpectation = 'must be the code of an account (1 to 36 letters, digits and . _ : -) or its id';

/** Reads a UUID as an id, unless a code is expected, and other texts as a code. Undefined if the text is neither. */
export const selectorOf = (text: string, names: AccountSelector['kind'] | undefined): AccountSelector | undefined => {
  const id = names === 'code' ? undefined : parseId(text);
  if (id !== undefined) return { kind: 'id', id };
  return accountCodePattern.test(text) ? { kind: 'code', code: text } : undefined;
};

/** Compiles a layer, which may be written in upper or lower case, as in requests. */
const compileLayer = (text: string | undefined, scope: Scope): Outcome<string, CompiledEntry['layer']> => {
  const layer = layers.find((one) => one === text?.toLowerCase());
  return layer !== undefined || text === undefined ? ok(layer) : compileChoice(text, layers, scope);
};

const compileChoice = <const C extends readonly string[]>(
  text: string,
  choices: C,
  scope: Scope,
): Outcome<string, C[number] | TextTemplate> => {
  if (choices.includes(text)) return ok(text);
  const template = textOrComplaint(text, scope);
  if (refused(template)) return template;
  return literalOf(template.right) === undefined
    ? template
    : refuse(`must be one of ${choices.join(', ')}, or a placeholder, got ${shown(text)}`);
};
