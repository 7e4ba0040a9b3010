/** The interface of a tool, and the form of its response: one block with a JSON text. */
import { tooLarge, type Answer, type Api, type Refused } from './asking';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Whether the tool changes the books. */
  readonly writes: boolean;
  run(api: Api, given: Arguments): Promise<ToolAnswer>;
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The part of JSON Schema that describes the arguments of the tools. */
export interface Parameter {
  readonly type: 'string' | 'integer' | 'boolean' | 'object' | 'array';
  readonly description: string;
  readonly enum?: string[];
  readonly items?: { [name: string]: Json };
  readonly required?: true;
}

export const text = (description: string): Parameter => ({ type: 'string', description });
export const choice = (description: string, ...values: readonly string[]): Parameter => ({
  ...text(description),
  enum: [...values],
});
export const required = (parameter: Parameter): Parameter => ({ ...parameter, required: true });

export const layers = ['settled', 'pending', 'encumbrance'] as const;

export type Arguments = Readonly<Record<string, unknown>>;

export interface ToolAnswer {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly isError: boolean;
}

/** The limit on a response's size: about 30,000 tokens. A larger response would fill the model's context. */
export const maxAnswerCharacters = 120_000;

/**
 * Creates a response. It has a single block, whose text is JSON. Descriptions, names and metadata that other people wrote are strings inside this
 * JSON, so that the model does not take them for instructions.
 */
export const tell = (value: object): ToolAnswer => {
  const text = JSON.stringify(value, null, 1);
  if (text.length > maxAnswerCharacters) return refuse(tooLarge('The answer has', maxAnswerCharacters));
  return { content: [{ type: 'text', text }], isError: false };
};

/** Returns a refusal from the ledger unchanged, with its code and its message. */
export const refuse = (refused: Refused): ToolAnswer => ({
  content: [{ type: 'text', text: JSON.stringify({ refused }, null, 1) }],
  isError: true,
});

export const tellAnswer = (answer: Answer): ToolAnswer => {
  if (!answer.ok) return refuse(answer.refused);
  const { data, meta } = answer;
  return tell(meta === undefined ? { data } : { data, meta });
};

export const invalid = (message: string): ToolAnswer => refuse({ status: 0, code: 'ARGUMENT_INVALID', message });

/**
 * Fills the placeholders of a path, such as `{code}` in `/accounts/code/{code}/balance`, from the arguments. Returns the path and the
 * remaining arguments.
 */
export const placed = (
  path: string,
  given: Arguments,
): { readonly path: string; readonly rest: Arguments } | { readonly wrong: string } => {
  const broken = Object.entries(given).find(([, value]) => typeof value === 'string' && /\p{Surrogate}/u.test(value));
  if (broken) return { wrong: `${broken[0]} has half of a surrogate pair, so it is not valid text.` };
  const rest: Record<string, unknown> = { ...given };
  let wrong: string | undefined;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name];
    delete rest[name];
    wrong ??= lackOf(name, value);
    return encodeURIComponent(String(value));
  });
  return wrong === undefined ? { path: filled, rest } : { wrong };
};

/**
 * Returns the reason why a value must not be in a path; undefined if it may be. URL parsers remove dots, even encoded ones, so
 * `/transactions/.` would request the list of transactions.
 */
const lackOf = (name: string, value: unknown): string | undefined => {
  if (typeof value !== 'string' || value === '') return `${name} is missing.`;
  return value === '.' || value === '..'
    ? `No id or code is ${value}: it would ask for a different path than that of ${name}.`
    : undefined;
};

/** Converts arguments to query parameters. The items of a list are separated by commas, and a member of an object is `metadata[key]`. */
export const asQuery = (given: Arguments): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined && value !== null)
      .flatMap(([name, value]): (readonly [string, string])[] => {
        if (Array.isArray(value)) return [[name, value.join(',')]];
        if (typeof value !== 'object') return [[name, String(value)]];
        return Object.entries(value as object).map(([key, one]) => [`${name}[${key}]`, String(one)]);
      }),
  );
