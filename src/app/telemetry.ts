/**
 * OpenTelemetry traces of requests and statements, if an OTLP endpoint is set. This file is imported before all others, because a module
 * that is loaded before the instrumentation is never traced. Without an endpoint nothing of OpenTelemetry is loaded.
 */
interface Sdk {
  start(): void;
  shutdown(): Promise<void>;
}

interface SdkPackages {
  readonly '@opentelemetry/sdk-node': { NodeSDK: new (options: object) => Sdk };
  readonly '@opentelemetry/instrumentation-http': { HttpInstrumentation: new (options?: object) => unknown };
  readonly '@opentelemetry/instrumentation-koa': { KoaInstrumentation: new (options?: object) => unknown };
  readonly '@opentelemetry/instrumentation-pg': {
    PgInstrumentation: new (options: { readonly requestHook: (span: Span, asked: AskedStatement) => void }) => unknown;
  };
}

interface Span {
  setAttribute(name: string, value: string): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
}

interface AskedStatement {
  readonly query: { readonly text: string };
}

export interface Telemetry {
  /** The reason why there are no traces although an endpoint is set; absent if there is no such problem. */
  readonly problem?: string;
  /** Sends the remaining traces. */
  stop(): Promise<void>;
}

const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;

const load = <Name extends keyof SdkPackages>(name: Name): SdkPackages[Name] => require(name) as SdkPackages[Name];

/** Matches an SQL text literal, or a number that is not part of a name or of a parameter. */
const literal = /'(?:[^']|'')*'|(?<![\w$.])\d+(?:\.\d+)?\b/g;

/**
 * Masks the values in a statement or an error. Most values are bound; only commands that begin a transaction contain some (`set local
 * ledger.scope = '{…}'`), and PostgreSQL quotes values in its errors.
 */
export const withoutLiterals = (text: string): string => text.replace(literal, '?');

const sayNoValues = (span: Span, { query: { text } }: AskedStatement): void => {
  span.setAttribute('db.query.text', withoutLiterals(text));
  const set = span.setStatus.bind(span);
  span.setStatus = ({ code }) => set({ code });
};

/**
 * Removes search terms and addresses from a trace, which the log does not contain either. An undefined value overrides the attribute that
 * the instrumentation set.
 */
const nothingPersonal = (): object => ({
  'url.query': undefined,
  'client.address': undefined,
  'network.peer.address': undefined,
  'network.peer.port': undefined,
  'user_agent.original': undefined,
});

/**
 * Excludes all outgoing requests from the traces: the address of a webhook's receiver may itself be a secret, and no
 * receiver may get the id of a trace.
 */
const noOutgoingRequests = (): boolean => true;

const startTelemetry = (environment: NodeJS.ProcessEnv): Telemetry => {
  const endpoint = endpoints.find((name) => environment[name]);
  if (endpoint === undefined) return { stop: async () => undefined };
  try {
    const { NodeSDK } = load('@opentelemetry/sdk-node');
    const { HttpInstrumentation } = load('@opentelemetry/instrumentation-http');
    const { KoaInstrumentation } = load('@opentelemetry/instrumentation-koa');
    const { PgInstrumentation } = load('@opentelemetry/instrumentation-pg');
    // Metrics and logs are not sent: they are at /metrics and on standard error.
    environment['OTEL_METRICS_EXPORTER'] ??= 'none';
    environment['OTEL_LOGS_EXPORTER'] ??= 'none';
    const sdk = new NodeSDK({
      serviceName: environment['OTEL_SERVICE_NAME'] ?? 'ledger',
      instrumentations: [
        new HttpInstrumentation({
          startIncomingSpanHook: nothingPersonal,
          ignoreOutgoingRequestHook: noOutgoingRequests,
        }),
        new KoaInstrumentation(),
        new PgInstrumentation({ requestHook: sayNoValues }),
      ],
    });
    sdk.start();
    return { stop: () => sdk.shutdown().catch(() => undefined) };
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    const names = ['sdk-node', 'instrumentation-http', 'instrumentation-koa', 'instrumentation-pg'];
    const packages = names.map((name) => `@opentelemetry/${name}`).join(' ');
    return {
      problem: `${endpoint} is set, but the packages for traces are not installed. Run: npm install --include=optional, or npm install ${packages}`,
      stop: async () => undefined,
    };
  }
};

export const telemetry = startTelemetry(process.env);
