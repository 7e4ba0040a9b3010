/**
 * Texts with the placeholders `{params.x}` and `{item.x}`, and JSON that contains such texts. A brace that starts no placeholder is
 * refused, because it is nearly always a mistake; only metadata, which may contain any text, keeps such braces.
 */
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { complaintAboutParameter, type Scope } from './arithmetic-typing';
import { complain, withLocation, type Complaint, type Complaints } from './complaints';
import { itemPrefix, type NamedValues } from './parameter';
import type { JsonObject } from './transaction-code';

/** Literal parts and names of parameters, in the order of the text. */
export type TextTemplate = readonly (string | { readonly parameter: string })[];

export const compileText = (text: string, scope: Scope): Outcome<Complaint, TextTemplate> => {
  const parts: (string | { readonly parameter: string })[] = [];
  for (const { 0: part, index } of text.matchAll(/\{[^{}]*\}|[{}]|[^{}]+/g)) {
    if (!/[{}]/.test(part)) {
      parts.push(part);
      continue;
    }
    const [, holder, member] = /^\{ *(params|item)\.([A-Za-z_][A-Za-z0-9_]*) *\}$/.exec(part) ?? [];
    if (holder === undefined || member === undefined)
      return refuse({ text: 'has braces that hold no placeholder: write {params.<name>}', at: index + 1 });
    const name = holder === 'item' ? itemPrefix + member : member;
    const complaint = complaintAboutParameter(name, index + part.indexOf(holder) + 1, scope);
    if (complaint) return refuse(complaint);
    parts.push({ parameter: name });
  }
  return ok(parts);
};

/** The name of the parameter if the whole text is one placeholder; else undefined. */
export const soleParameter = (template: TextTemplate): string | undefined => {
  const [first] = template;
  return template.length === 1 && typeof first === 'object' ? first.parameter : undefined;
};

/** The text if it has no placeholder; else undefined. */
export const literalOf = (template: TextTemplate): string | undefined =>
  template.every((part) => typeof part === 'string') ? template.join('') : undefined;

/**
 * Renders the text. The placeholder of an absent parameter becomes the empty text; if the whole text is such a placeholder, the result is
 * undefined.
 */
export const renderText = (template: TextTemplate, values: NamedValues): string | undefined => {
  const [first] = template;
  if (template.length === 1 && first !== undefined)
    return typeof first === 'string' ? first : values.get(first.parameter)?.text;
  let text = '';
  for (const part of template) text += typeof part === 'string' ? part : (values.get(part.parameter)?.text ?? '');
  return text;
};

export type JsonTemplate =
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: TextTemplate }
  | { readonly kind: 'array'; readonly items: readonly JsonTemplate[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [name: string, value: JsonTemplate])[] };

/** Compiles JSON. The field of a complaint is the path of the member; a text without placeholders is not changed. */
export const compileJson = (value: unknown, field: string, scope: Scope, complaints: Complaints): JsonTemplate => {
  // In entries that do not repeat, `{item.x}` is plain text, as in codes that were stored before entries could repeat.
  if (typeof value === 'string' && (scope.list ? /\{ *(params|item\.)/ : /\{ *params/).test(value)) {
    const text = compileText(value, scope);
    if (!refused(text)) return { kind: 'text', text: text.right };
    complain(complaints, field, withLocation(text.left, value));
  }
  if (typeof value !== 'object' || value === null) return { kind: 'constant', value };
  const members = Object.entries(value).map(
    ([name, member]) => [name, compileJson(member, `${field}.${name}`, scope, complaints)] as const,
  );
  if (members.every(([, { kind }]) => kind === 'constant')) return { kind: 'constant', value };
  return Array.isArray(value) ? { kind: 'array', items: members.map(([, item]) => item) } : { kind: 'object', members };
};

/**
 * Renders JSON. If a member consists only of the placeholder of an absent parameter, it is left out; such an item of an array becomes null.
 */
export const renderJson = (template: JsonTemplate, values: NamedValues): unknown => {
  switch (template.kind) {
    case 'constant':
      return template.value;
    case 'text':
      return renderText(template.text, values);
    case 'array':
      return template.items.map((item) => renderJson(item, values) ?? null);
    case 'object':
      return Object.fromEntries(
        template.members
          .map(([name, member]) => [name, renderJson(member, values)] as const)
          .filter(([, value]) => value !== undefined),
      );
  }
};

export const renderObject = (template: JsonTemplate | null, values: NamedValues): JsonObject | null =>
  template && (renderJson(template, values) as JsonObject);
