/** Generates the models of the API in Python, for clients/python. */
import { eventModel, type Api } from './api';
import { wrapped } from './comments';
import type { Field, Model, Type } from './types';

export const pythonModels = ({ models, codes }: Api): string => {
  const named = models.filter(({ name }) => name !== 'RefusalCode');
  return [
    '"""The models of the API, generated from docs/openapi.json by `make docs`."""',
    '',
    'from __future__ import annotations',
    '',
    'import datetime as dt',
    'from typing import Annotated, Any, Literal',
    '',
    'from pydantic import AwareDatetime, Field',
    '',
    'from ._model import Amount, Answered, AnsweredEvent, Sent',
    '',
    '# The codes of refusals. docs/reference/refusals.md explains each of them.',
    'RefusalCode = Literal[',
    ...codes.map((code) => `    "${code}",`),
    ']',
    '',
    ...named.filter(isPlainAlias).map(aliasText),
    ...named.filter(({ alias }) => alias === undefined).map(modelText),
    ...named.filter((model) => model.alias && !isPlainAlias(model)).map((model) => `\n${aliasText(model)}`),
  ].join('\n');
};

/** True for aliases of choices and texts, which come before the models. Aliases that name models come after the models. */
const isPlainAlias = ({ alias }: Model): boolean => alias !== undefined && !JSON.stringify(alias).includes('"model"');

const aliasText = ({ name, description, alias }: Model): string =>
  [
    `${name} = ${alias ? pythonType(alias, true) : 'Any'}`,
    ...(description === '' ? [] : [docstring(description, '')]),
    '',
  ].join('\n');

const modelText = (model: Model): string => {
  const isSent = !model.uses.has('answer');
  const fields = [...model.fields].sort((one, other) => Number(isOptional(one)) - Number(isOptional(other)));
  return [
    '\n',
    `class ${model.name}(${isSent ? 'Sent' : model.name === eventModel ? 'AnsweredEvent' : 'Answered'}):`,
    ...(model.description === '' ? [] : [docstring(model.description, '    '), '']),
    ...(fields.length === 0 ? ['    pass'] : fields.flatMap((field) => fieldText(field, isSent))),
    '',
  ].join('\n');
};

const isOptional = ({ required }: Field): boolean => !required;

const fieldText = ({ name, type, required, description }: Field, isSent: boolean): readonly string[] => {
  const text = pythonType(type, isSent);
  const mayBeLeftOut = required || type.kind === 'nullable' ? text : `${text} | None`;
  const safe = safeName(name);
  const alias = safe === name ? '' : required ? ` = Field(alias="${name}")` : ` = Field(default=None, alias="${name}")`;
  return [
    `    ${safe}: ${mayBeLeftOut}${alias || (required ? '' : ' = None')}`,
    ...(description === '' ? [] : [docstring(description, '    ')]),
  ];
};

/** Reserved words of Python. A name that equals one of them gets an underscore at its end. */
const keywords: ReadonlySet<string> = new Set([
  'from',
  'class',
  'global',
  'in',
  'is',
  'not',
  'or',
  'and',
  'import',
  'pass',
]);
export const safeName = (name: string): string => (keywords.has(name) ? `${name}_` : name);

const columns = 116;

export const docstring = (text: string, indent: string): string => {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ');
  const lines = safe.split('\n').flatMap((line) => wrapped(line, columns - indent.length));
  const inner = lines.map((line, index) => (index === 0 || line === '' ? line : indent + line)).join('\n');
  return lines.length === 1 ? `${indent}"""${inner}"""` : `${indent}"""${inner}\n${indent}"""`;
};

const plain = {
  text: 'str',
  amount: 'Amount',
  day: 'dt.date',
  instant: 'AwareDatetime',
  integer: 'int',
  boolean: 'bool',
  anything: 'Any',
} as const;

/**
 * Returns the Python type. In a request a choice accepts only the known values. In an answer it accepts others too, because later versions
 * of the service may add values.
 */
export const pythonType = (type: Type, isSent: boolean, module = ''): string => {
  const of = (inner: Type): string => pythonType(inner, isSent, module);
  switch (type.kind) {
    case 'model':
      return `${module}${type.name}${type.isChoice && !isSent ? ' | str' : ''}`;
    case 'choice': {
      const literal = `Literal[${type.values.map((value) => `"${value}"`).join(', ')}]`;
      return isSent ? literal : `${literal} | str`;
    }
    case 'list':
      return `list[${of(type.of)}]`;
    case 'map':
      return `dict[str, ${of(type.of)}]`;
    case 'nullable':
      return type.of.kind === 'anything' ? 'Any' : `${of(type.of)} | None`;
    case 'either':
      // By default Pydantic would read any mapping as `dict`. With `left_to_right` it tries the models first.
      return isSent
        ? type.of.map(of).join(' | ')
        : `Annotated[${[...type.of.map(of), 'dict[str, Any]'].join(' | ')}, Field(union_mode="left_to_right")]`;
    case 'text':
    case 'amount':
    case 'day':
    case 'instant':
    case 'integer':
    case 'boolean':
    case 'anything':
      return plain[type.kind];
  }
};
