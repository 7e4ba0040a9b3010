import { startTelemetry, withoutLiterals } from '../../../src/app/telemetry';

test.each([
  [`set local ledger.scope = '{0198f7a0-0000-7000-8000-000000000001}'`, 'set local ledger.scope = ?'],
  [`select 'it''s' as told, "code" from accounts`, 'select ? as told, "code" from accounts'],
  ['select $1::uuid, $12 from accounts2 a1 limit 26', 'select $1::uuid, $12 from accounts2 a1 limit ?'],
  ['set local lock_timeout = 400; select 1.5', 'set local lock_timeout = ?; select ?'],
])('a trace shows %s as %s', (text, told) => expect(withoutLiterals(text)).toBe(told));

test.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json'],
])('%s=%s is refused with the protocol and the port to use', (name, protocol) => {
  const { problem } = startTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317', [name]: protocol });
  expect(problem).toBe(
    `${name} is ${protocol}, but traces are sent by http/protobuf only. Set it to http/protobuf or leave it out, and set OTEL_EXPORTER_OTLP_ENDPOINT to the port for HTTP, which is usually 4318.`,
  );
});

test('the protocol is not checked without an endpoint', () => {
  expect(startTelemetry({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }).problem).toBeUndefined();
});
