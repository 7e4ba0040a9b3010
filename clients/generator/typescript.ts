/** Generates the models and operations of the API in TypeScript, for clients/typescript. */
import type { Answer, Api, Operation, Parameter } from './api';
import { eventModel, pascal } from './api';
import { comment, explained } from './comments';
import type { Model, Type } from './types';

/** `codes` lists the refusal codes. It is empty for the administration API, because the file of the ledger API contains them. */
export const typescriptModels = ({ models, events }: Api, codes: readonly string[]): string =>
  [
    '/** The models of the API, generated from its OpenAPI document by `make docs`. */',
    '',
    '/** An exact decimal in major units, such as `10.50`. It is a string, because a number would round it. */',
    'export type Amount = string;',
    '/** A day, such as `2026-01-31`. */',
    'export type Day = string;',
    '/** An instant, such as `2026-01-31T10:00:00.000Z`. */',
    'export type Instant = string;',
    '/** One of the known values, or a value that a later version of the ledger added. */',
    'export type Open<Choice extends string> = Choice | (string & {});',
    '/** The members of an object that a later version of the ledger added, unchanged. */',
    'export type Unknown = Readonly<Record<string, unknown>>;',
    '',
    ...(codes.length === 0
      ? []
      : [
          '/** The codes of refusals. docs/reference/refusals.md explains each of them. */',
          `export type RefusalCode =\n${codes.map((code) => `  | '${code}'`).join('\n')};`,
          '',
        ]),
    ...models
      .filter(({ name }) => name !== 'RefusalCode')
      .map((model) => (model.name === eventModel ? eventText(model, events) : modelText(model))),
  ].join('\n');

/** Prints the event type as a union with one member for each type, so that a comparison of `type` narrows `data`. */
const eventText = (model: Model, events: Api['events']): string => {
  const fields = model.fields.filter(({ name }) => name !== 'type' && name !== 'data');
  return [
    '/** The event types of later versions. The pattern lets TypeScript rule them out when `type` equals a known one. */',
    'export type LaterType = `?${string}`;',
    '',
    '/** An event of one type: `EventOf<"transaction.posted">`. */',
    `export type EventOf<Type extends EventType> = Extract<${eventModel}, { readonly type: Type }>;`,
    '',
    modelText({ ...model, name: `${eventModel}Members`, fields }),
    comment(`${model.description} A comparison of \`type\` narrows \`data\`.`, '') + `export type ${eventModel} =`,
    ...events.map(
      ({ name, data }) =>
        `  | (${eventModel}Members & { readonly type: '${name}'; readonly data: ${typeText(data, true)} })`,
    ),
    `  | (${eventModel}Members & { readonly type: LaterType; readonly data: Unknown });`,
    '',
  ].join('\n');
};

const modelText = ({ name, description, fields, alias, uses }: Model): string => {
  if (alias) return `${comment(description, '')}export type ${name} = ${typeText(alias)};\n`;
  const isOpen = uses.has('answer');
  const members = fields.map(
    (field) =>
      `${comment(field.description, '  ')}  readonly ${field.name}${field.required ? '' : '?'}: ${typeText(field.type, isOpen)};\n`,
  );
  return `${comment(description, '')}export interface ${name} {\n${members.join('')}}\n`;
};

export const typescriptOperations = (api: Api, models = 'models'): string => {
  const resources = [...new Set(api.operations.map(({ resource }) => resource))].filter((name) => name !== '');
  const bodies = resources.map((resource) => classOf(resource, api.operations));
  const own = api.operations.filter(({ resource }) => resource === '');
  const trials = api.operations.filter(({ tried }) => tried !== undefined);
  const queries = api.operations.filter(({ query }) => query.length > 0).map(queryText);
  const text = [
    ...queries,
    ...bodies,
    ...(own.length > 0 ? [classText('LedgerResource', 'Of the ledger as a whole.', own.map(methodText))] : []),
    dryRunText(trials),
  ].join('\n');
  return [
    '/** The operations of the API by resource, generated from its OpenAPI document by `make docs`. */',
    importText(text, api.models, models),
    '',
    text,
  ].join('\n');
};

const helpers: Readonly<Record<string, readonly string[]>> = {
  '../asking.ts': ['Asked', 'Call', 'Eventual', 'Keyed', 'Sending', 'Strict', 'Waiting'],
  '../file.ts': ['LedgerFile'],
  '../listing.ts': ['Listing'],
};

/** Imports only the names that the file uses, because compilers may report unused imports. */
const importText = (text: string, models: readonly Model[], file: string): string => {
  const code = text.replace(/\/\*.*?\*\//gs, '');
  const isUsed = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);
  const typesFrom = (place: string, names: readonly string[]): readonly string[] => {
    const used = names.filter(isUsed).sort();
    return used.length === 0 ? [] : [`import type {\n${used.map((name) => `  ${name},\n`).join('')}} from '${place}';`];
  };
  return [
    "import { segment } from '../asking.ts';",
    ...Object.entries(helpers).flatMap(([place, names]) => typesFrom(place, names)),
    ...typesFrom(`./${file}.ts`, [...models.map(({ name }) => name), 'Amount', 'Day', 'Instant']),
  ].join('\n');
};

export const className = (resource: string): string => `${pascal(resource)}Resource`;

const classOf = (resource: string, operations: readonly Operation[]): string =>
  classText(
    className(resource),
    '',
    operations
      .filter((operation) => operation.resource === resource)
      .flatMap((operation) => [methodText(operation), ...(operation.hasCsv ? [csvText(operation)] : [])]),
  );

const classText = (name: string, description: string, methods: readonly string[]): string =>
  [
    `${comment(description, '')}export class ${name} {`,
    '  /** @internal */',
    '  protected readonly sending: Sending;',
    '',
    '  constructor(sending: Sending) {',
    '    this.sending = sending;',
    '  }',
    '',
    methods.join('\n').trimEnd(),
    '}',
    '',
  ].join('\n');

const ownerOf = ({ resource, method }: Operation): string => pascal(`${resource}.${method}`);

const queryText = (operation: Operation): string =>
  [
    `export interface ${ownerOf(operation)}Query {`,
    ...operation.query.map(
      ({ name, type, required, description }) =>
        `${comment(description, '  ')}  readonly ${name}${required ? '' : '?'}: ${typeText(type)};`,
    ),
    '}',
    '',
  ].join('\n');

const isMandatory = ({ required }: Parameter): boolean => required;

const argumentsOf = (operation: Operation): readonly string[] => {
  const { pathParameters, body, query } = operation;
  return [
    ...pathParameters.map(({ name }) => `${name}: string`),
    ...(body ? [`body${body.required ? '' : '?'}: ${typeText(body.type)}`] : []),
    ...(query.length > 0 ? [`query: ${ownerOf(operation)}Query${query.some(isMandatory) ? '' : ' = {}'}`] : []),
    `call: ${callText(operation)} = {}`,
  ];
};

const callText = ({ keyed, mayWait, mayBeStrict, mayBeBehind }: Operation): string =>
  [
    'Call',
    ...(keyed === 'header' ? ['Keyed'] : []),
    ...(mayWait ? ['Waiting'] : []),
    ...(mayBeStrict ? ['Strict'] : []),
    ...(mayBeBehind ? ['Eventual'] : []),
  ].join(' & ');

/** Returns the expression that creates the `Asked` of an operation. */
const askedText = ({ http, path, query, fixedQuery, body, keyed }: Operation, more: readonly string[] = []): string => {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => `\${segment(${name})}`);
  const fixed = Object.entries(fixedQuery).map(([name, value]) => `${name}: '${value}'`);
  const queried = [...(query.length > 0 ? ['...query'] : []), ...fixed, ...more];
  return [
    `{ method: '${http}', path: ${place.includes('$') ? `\`${place}\`` : `'${place}'`}`,
    ...(queried.length === 0 ? [] : [`query: { ${queried.join(', ')} }`]),
    ...(body ? ['body'] : []),
    ...(keyed === 'no' ? [] : [`keyed: '${keyed}'`]),
  ].join(', ');
};

const answerTypes = (answer: Answer): { readonly promised: string; readonly sending: string } => {
  if (answer.kind === 'file') return { promised: 'Promise<LedgerFile>', sending: 'file' };
  if (answer.kind === 'one') return { promised: `Promise<${typeText(answer.type)}>`, sending: 'one' };
  const meta = answer.meta ? `, ${typeText(answer.meta)}` : '';
  return { promised: `Listing<${typeText(answer.item)}${meta}>`, sending: 'list' };
};

const methodText = (operation: Operation): string => {
  const { promised, sending } = answerTypes(operation.answer);
  return methodOf(operation, operation.method, promised, `this.sending.${sending}(asked, call)`, askedText(operation));
};

const csvText = (operation: Operation): string => {
  const wanted = `${askedText(operation)}, accept: 'text/csv'`;
  return methodOf(
    { ...operation, summary: `${operation.summary}, as a file for a spreadsheet` },
    `${operation.method}Csv`,
    'Promise<LedgerFile>',
    'this.sending.file(asked, call)',
    wanted,
  );
};

const methodOf = (operation: Operation, name: string, promised: string, sent: string, asked: string): string =>
  [
    `${comment(explained(operation), '  ')}  ${name}(${argumentsOf(operation).join(', ')}): ${promised} {`,
    `    const asked: Asked = ${asked} };`,
    `    return ${sent};`,
    '  }',
    '',
  ].join('\n');

const dryRunText = (trials: readonly Operation[]): string => {
  const resources = [...new Set(trials.map(({ resource }) => resource))];
  const classes = resources.map((resource) =>
    classText(
      `${pascal(resource)}Trials`,
      '',
      trials
        .filter((operation) => operation.resource === resource)
        .map((operation) =>
          methodOf(
            { ...operation, summary: `Dry run, which writes nothing: ${operation.summary}`, mayWait: false },
            operation.method,
            `Promise<${operation.tried ? typeText(operation.tried) : 'never'}>`,
            'this.sending.one(asked, call)',
            askedText(operation, ["dry_run: 'true'"]),
          ),
        ),
    ),
  );
  return classes.join('\n');
};

const plain = {
  text: 'string',
  amount: 'Amount',
  day: 'Day',
  instant: 'Instant',
  integer: 'number',
  boolean: 'boolean',
  anything: 'unknown',
} as const;

/**
 * Returns the TypeScript type. In a request a choice accepts only the known values. In an answer it accepts others too, because later
 * versions of the service may add values.
 */
const typeText = (type: Type, isOpen = false): string => {
  switch (type.kind) {
    case 'model':
      return isOpen && type.isChoice ? `Open<${type.name}>` : type.name;
    case 'choice': {
      const values = type.values.map((value) => `'${value}'`).join(' | ');
      return isOpen ? `Open<${values}>` : values;
    }
    case 'list':
      return `readonly ${grouped(type.of, isOpen)}[]`;
    case 'map':
      return `Readonly<Record<string, ${typeText(type.of, isOpen)}>>`;
    case 'nullable':
      return `${typeText(type.of, isOpen)} | null`;
    case 'either':
      return [...type.of.map((each) => typeText(each, isOpen)), ...(isOpen ? ['Unknown'] : [])].join(' | ');
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

const grouped = (type: Type, isOpen: boolean): string => {
  const text = typeText(type, isOpen);
  return /^Open<[^<>]*>$/.test(text) ? text : /[ |]/.test(text) ? `(${text})` : text;
};
