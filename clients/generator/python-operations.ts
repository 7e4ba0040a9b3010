/** Generates the operations of the API in Python, in a synchronous and an asyncio version. */
import { pascal, type Answer, type Api, type Operation, type Parameter } from './api';
import { docstring, pythonType, safeName } from './python-models';
import { explained } from './comments';

type Colour = 'sync' | 'async';

export const pythonOperations = (api: Api, colour: Colour): string => {
  const resources = [...new Set(api.operations.map(({ resource }) => resource))].filter((name) => name !== '');
  const trials = api.operations.filter(({ tried }) => tried !== undefined);
  const listing = colour === 'sync' ? 'Listing' : 'AsyncListing';
  const file = colour === 'sync' ? 'LedgerFile' : 'AsyncLedgerFile';
  return [
    `"""The API's operations by resource${colour === 'sync' ? '' : ' for asyncio'}, generated from docs/openapi.json by \`make docs\`."""`,
    '',
    'from __future__ import annotations',
    '',
    'import datetime as dt',
    'from collections.abc import Mapping, Sequence',
    'from typing import Any, Literal',
    '',
    'from pydantic import AwareDatetime',
    '',
    'from .. import _sending as sending, models',
    'from .._asking import Asked, body_of, segment',
    'from .._model import Amount',
    `from .._files import ${file}`,
    `from .._listing import ${listing}`,
    '',
    ...[...resources, ''].map((resource) =>
      classText(
        `${colour === 'sync' ? '' : 'Async'}${resource === '' ? 'Ledger' : pascal(resource)}Resource`,
        api.operations
          .filter((operation) => operation.resource === resource)
          .flatMap((operation) => [
            methodText(operation, colour),
            ...(operation.hasCsv ? [csvText(operation, colour)] : []),
          ]),
        colour,
      ),
    ),
    ...[...new Set(trials.map(({ resource }) => resource))].map((resource) =>
      classText(
        `${colour === 'sync' ? '' : 'Async'}${pascal(resource)}Trials`,
        trials.filter((operation) => operation.resource === resource).map((operation) => trialText(operation, colour)),
        colour,
      ),
    ),
  ].join('\n');
};

const classText = (name: string, methods: readonly string[], colour: Colour): string =>
  [
    '',
    `class ${name}:`,
    `    def __init__(self, sends: sending.${colour === 'sync' ? 'Sending' : 'AsyncSending'}) -> None:`,
    '        self._sending = sends',
    '',
    methods.join('\n'),
    '',
  ].join('\n');

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const answerTexts = (answer: Answer, colour: Colour): { readonly type: string; readonly sent: string } => {
  const isSync = colour === 'sync';
  if (answer.kind === 'file') return { type: isSync ? 'LedgerFile' : 'AsyncLedgerFile', sent: 'file(asked)' };
  if (answer.kind === 'one') {
    const type = pythonType(answer.type, false, 'models.');
    return { type: type.replace(/^list\[/, 'Sequence['), sent: `one(${type}, asked)` };
  }
  const item = pythonType(answer.item, false, 'models.');
  const meta = answer.meta ? pythonType(answer.meta, false, 'models.') : 'None';
  return { type: `${isSync ? 'Listing' : 'AsyncListing'}[${item}, ${meta}]`, sent: `list(${item}, ${meta}, asked)` };
};

const methodText = (operation: Operation, colour: Colour): string => {
  const { type, sent } = answerTexts(operation.answer, colour);
  return functionText(operation, snake(operation.method), type, sent, colour, operation.answer.kind === 'list');
};

const csvText = (operation: Operation, colour: Colour): string => {
  const { type, sent } = answerTexts({ kind: 'file' }, colour);
  const described = { ...operation, summary: `${operation.summary}, as a file for a spreadsheet` };
  return functionText(described, `${snake(operation.method)}_csv`, type, sent, colour, false, ['accept="text/csv"']);
};

const trialText = (operation: Operation, colour: Colour): string => {
  const described = { ...operation, summary: `Dry run, which writes nothing: ${operation.summary}`, mayWait: false };
  const type = operation.tried ? pythonType(operation.tried, false, 'models.') : 'None';
  return functionText(described, snake(operation.method), type, `one(${type}, asked)`, colour, false, ['dry_run=True']);
};

const keyword = ({ name, type, required }: Parameter): string => {
  const text = pythonType(type, true, 'models.').replace(/^list\[/, 'Sequence[');
  return `${safeName(name)}: ${required ? text : `${text} | None = None`}`;
};

/** Returns the optional keyword arguments of a method, each with its Python type and default. `Asked` has members of the same names. */
const callKeywords = ({
  keyed,
  mayWait,
  mayBeStrict,
  mayBeBehind,
}: Operation): readonly (readonly [string, string])[] => [
  ...(keyed === 'header' ? [['idempotency_key', 'str | None = None'] as const] : []),
  ...(mayWait ? [['wait', 'int | None = None'] as const] : []),
  ...(mayBeStrict ? [['strict', 'bool = False'] as const] : []),
  ...(mayBeBehind ? [['may_be_behind', 'bool = False'] as const, ['not_before', 'int | None = None'] as const] : []),
  ['timeout', 'float | None = None'],
];

const functionText = (
  operation: Operation,
  name: string,
  type: string,
  sent: string,
  colour: Colour,
  isList: boolean,
  more: readonly string[] = [],
): string => {
  const { http, path, pathParameters, query, fixedQuery, body, keyed } = operation;
  const isAwaited = colour === 'async' && !isList;
  const model = body && pythonType(body.type, true, 'models.');
  const calls = callKeywords(operation);
  const keywords = [
    ...query.filter(({ required }) => required).map(keyword),
    ...query.filter(({ required }) => !required).map(keyword),
    ...calls.map(([parameter, annotation]) => `${parameter}: ${annotation}`),
  ];
  const positional = [
    'self',
    ...pathParameters.map((each) => `${snake(each.name)}: str`),
    ...(body ? [`body: ${model} | Mapping[str, Any]${body.required ? '' : ' | None = None'}`] : []),
  ];
  const place = path.replace(/\{(\w+)\}/g, (_, each: string) => `{segment(${snake(each)})}`);
  const queried = [
    ...Object.entries(fixedQuery).map(([each, value]) => `"${each}": "${value}"`),
    ...query.map((each) => `"${each.name}": ${safeName(each.name)}`),
  ];
  const members = [
    `"${http}"`,
    `${place.includes('{') ? 'f' : ''}"${place}"`,
    ...(queried.length > 0 ? [`query={${queried.join(', ')}}`] : []),
    ...(body ? [`body=body_of(${model}, body)`] : []),
    ...(keyed === 'no' ? [] : [`keyed="${keyed}"`]),
    ...more,
    ...calls.map(([parameter]) => `${parameter}=${parameter}`),
  ];
  return [
    `    ${isAwaited ? 'async ' : ''}def ${name}(`,
    ...positional.map((each) => `        ${each},`),
    '        *,',
    ...keywords.map((each) => `        ${each},`),
    `    ) -> ${type}:`,
    docstring(explained(operation), '        '),
    '        asked = Asked(',
    ...members.map((each) => `            ${each},`),
    '        )',
    `        return ${isAwaited ? 'await ' : ''}self._sending.${sent}`,
    '',
  ].join('\n');
};
