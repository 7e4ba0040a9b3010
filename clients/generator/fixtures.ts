/** Generates the examples of events, as webhooks deliver them, for tests of receivers. */
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

/** Maps each event type to the example of its webhook in the document, in alphabetical order. */
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

/** The Python file contains the events as JSON text, because Python literals differ from JSON (`None` for `null`). */
export const pythonFixtures = (document: object): string =>
  `"""An example of each event, as JSON. ${origin}"""\n\n` +
  `RECORDED_EVENTS = r"""${JSON.stringify(examplesOf(document), null, 2)}"""\n`;
