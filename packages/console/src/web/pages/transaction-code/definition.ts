/** Prints the definition of a transaction code as JSON that people can read and the API accepts. */
import type { Schemas } from '../../api/schemas';

type Definition = Schemas['NewTransactionCode'];

export const definitionOf = (code: Schemas['TransactionCode'], name = code.code): string =>
  printJson({
    code: name,
    name: code.name,
    ...(code.description === null ? {} : { description: code.description }),
    ...(code.params_schema === null ? {} : { params_schema: code.params_schema }),
    entries_template: code.entries_template,
    ...(code.attributes_template === null ? {} : { attributes_template: code.attributes_template }),
    ...(code.validation_rules === null ? {} : { validation_rules: code.validation_rules }),
    ...(code.metadata === null ? {} : { metadata: code.metadata }),
  });

/** The maximum number of characters on a line. A value that fits is printed on one line. */
const widest = 96;

export const printJson = (value: unknown, indent = ''): string => {
  const line = lineOf(value);
  if (indent !== '' && indent.length + line.length <= widest) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0)
    return `[\n${value.map((one) => inner + printJson(one, inner)).join(',\n')}\n${indent}]`;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    return line;
  const members = Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}: ${printJson(one, inner)}`);
  return `{\n${members.join(',\n')}\n${indent}}`;
};

const lineOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(lineOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${lineOf(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
};

/** The API's limit on characters in the code of a transaction code. */
const mostCharacters = 50;

/** Returns a code for a changed copy: `CARD_SALE_2`, then `CARD_SALE_3`. A copy is needed because a transaction code cannot be changed. */
export const successorOf = (code: string): string => {
  const [, stem = code, number] = /^(.*)_(\d{1,6})$/.exec(code) ?? [];
  const ending = `_${number === undefined ? 2 : Number(number) + 1}`;
  return `${stem.slice(0, mostCharacters - ending.length)}${ending}`;
};

const first: Definition = {
  code: 'CARD_SALE',
  name: 'Card sale, less the fee of the acquirer',
  params_schema: {
    amount: { type: 'decimal', min: '0.01' },
    order: { type: 'string', max_length: 40 },
    fee_rate: { type: 'decimal', min: '0', max: '0.1', default: '0.019' },
  },
  entries_template: {
    entries: [
      { account: 'FEES', type: 'debit', amount: '{round(params.amount * params.fee_rate, 2)}' },
      { account: 'BANK', type: 'debit', amount: '{remainder}' },
      { account: 'SALES', type: 'credit', amount: '{params.amount}', description: 'Order {params.order}' },
    ],
  },
};

/** The valid definition that the form shows at first. */
export const firstDefinition = printJson(first);
