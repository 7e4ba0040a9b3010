/** The definition of a transaction code as JSON: as it is sent, and as a person can read it. */
import type { Schemas } from '../../api/schemas';

type Definition = Schemas['NewTransactionCode'];

export const definitionOf = (code: Schemas['TransactionCode'], name = code.code): string =>
  JSON.stringify(
    {
      code: name,
      name: code.name,
      ...(code.description === null ? {} : { description: code.description }),
      ...(code.params_schema === null ? {} : { params_schema: code.params_schema }),
      entries_template: code.entries_template,
      ...(code.attributes_template === null ? {} : { attributes_template: code.attributes_template }),
      ...(code.validation_rules === null ? {} : { validation_rules: code.validation_rules }),
      ...(code.metadata === null ? {} : { metadata: code.metadata }),
    },
    null,
    2,
  );

/** The longest that the API takes. */
const mostCharacters = 50;

/** Codes never change, so what comes after has another: `CARD_SALE_2`, and then `CARD_SALE_3`. */
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

/** To begin from: it is taken as it stands. */
export const firstDefinition = JSON.stringify(first, null, 2);
