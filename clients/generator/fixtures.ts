/** An example of each event as webhooks deliver it, for tests of receivers. */
interface Webhooks {
  readonly webhooks: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly requestBody: { readonly content: { readonly 'application/json': { readonly example: object } } };
        };
      }
    >
  >;
}

/** Event type → the example of its webhook in the document, in alphabetical order. */
const examplesOf = (document: object): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries((document as Webhooks).webhooks)
      .map(([type, { post }]) => [type, post.requestBody.content['application/json'].example] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

const origin = 'Made from docs/openapi.json by `make docs`.';

export const typescriptFixtures = (document: object): string =>
  `/** An example of each event. ${origin} */\nimport type { LedgerEvent } from './models.ts';\n\n` +
  `export const recordedEvents = ${JSON.stringify(examplesOf(document), null, 2)} as unknown as Readonly<Record<string, LedgerEvent>>;\n`;

/** The Python file holds the events as JSON text, because JSON is the same in both languages and literals are not (`null`, `None`). */
export const pythonFixtures = (document: object): string =>
  `"""An example of each event, as JSON. ${origin}"""\n\n` +
  `RECORDED_EVENTS = r"""${JSON.stringify(examplesOf(document), null, 2)}"""\n`;
