/**
 * OpenTelemetry traces of requests and statements, if an OTLP endpoint is set. This file is imported before all others, because a module
 * that is loaded before the instrumentation is never traced. Without an endpoint nothing of OpenTelemetry is loaded.
 */
interface Provider {
  register(): void;
  shutdown(): Promise<void>;
}

interface Resource {
  merge(other: Resource): Resource;
}

interface SdkPackages {
  readonly '@opentelemetry/sdk-trace-node': {
    NodeTracerProvider: new (options: object) => Provider;
    BatchSpanProcessor: new (exporter: object) => object;
  };
  readonly '@opentelemetry/exporter-trace-otlp-proto': { OTLPTraceExporter: new () => object };
  readonly '@opentelemetry/resources': {
    defaultResource(): Resource;
    detectResources(options: { readonly detectors: readonly unknown[] }): Resource;
    resourceFromAttributes(attributes: Readonly<Record<string, string>>): Resource;
    readonly envDetector: unknown;
    readonly hostDetector: unknown;
    readonly processDetector: unknown;
  };
  readonly '@opentelemetry/instrumentation': {
    registerInstrumentations(options: { readonly instrumentations: readonly unknown[] }): void;
  };
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
  /** The reason why there are no traces although an endpoint is set; absent if there is none. */
  readonly problem?: string;
  /** Sends the remaining traces. */
  stop(): Promise<void>;
}

const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;

/** The only protocol of the exporter. The packages for gRPC and JSON would add 18 MB to each installation. */
const protocol = 'http/protobuf';
const protocols = ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] as const;

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
 * Removes query strings and client addresses from a trace; the log does not contain them either. An undefined value overrides the attribute
 * that the instrumentation set.
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

const silent = { stop: async () => undefined };

export const startTelemetry = (environment: NodeJS.ProcessEnv): Telemetry => {
  const endpoint = endpoints.find((name) => environment[name]);
  if (endpoint === undefined) return silent;
  const other = protocols.find((name) => environment[name] && environment[name] !== protocol);
  if (other !== undefined) {
    const cure = `Set it to ${protocol} or leave it out, and set ${endpoint} to the port for HTTP, which is usually 4318`;
    return {
      ...silent,
      problem: `${other} is ${environment[other]}, but traces are sent by ${protocol} only. ${cure}.`,
    };
  }
  try {
    const { BatchSpanProcessor, NodeTracerProvider } = load('@opentelemetry/sdk-trace-node');
    const { OTLPTraceExporter } = load('@opentelemetry/exporter-trace-otlp-proto');
    const resources = load('@opentelemetry/resources');
    const { registerInstrumentations } = load('@opentelemetry/instrumentation');
    const { HttpInstrumentation } = load('@opentelemetry/instrumentation-http');
    const { KoaInstrumentation } = load('@opentelemetry/instrumentation-koa');
    const { PgInstrumentation } = load('@opentelemetry/instrumentation-pg');
    const { defaultResource, detectResources, resourceFromAttributes } = resources;
    const provider = new NodeTracerProvider({
      resource: defaultResource()
        .merge(
          detectResources({ detectors: [resources.envDetector, resources.processDetector, resources.hostDetector] }),
        )
        .merge(resourceFromAttributes({ 'service.name': environment['OTEL_SERVICE_NAME'] ?? 'ledger' })),
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    });
    provider.register();
    registerInstrumentations({
      instrumentations: [
        new HttpInstrumentation({
          startIncomingSpanHook: nothingPersonal,
          ignoreOutgoingRequestHook: noOutgoingRequests,
        }),
        new KoaInstrumentation(),
        new PgInstrumentation({ requestHook: sayNoValues }),
      ],
    });
    return { stop: () => provider.shutdown().catch(() => undefined) };
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    return {
      ...silent,
      problem: `${endpoint} is set, but the packages for traces are not installed. Run: npm install --include=optional, or npm install ${packageNames.join(' ')}`,
    };
  }
};

const packageNames: readonly (keyof SdkPackages)[] = [
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/instrumentation',
  '@opentelemetry/instrumentation-http',
  '@opentelemetry/instrumentation-koa',
  '@opentelemetry/instrumentation-pg',
];

export const telemetry = startTelemetry(process.env);
