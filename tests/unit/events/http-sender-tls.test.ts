/** HTTPS: the connection goes to the judged address, and the certificate must match the name. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { createServer as createPlainServer, type AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { WebhookSender } from '../../../src/modules/events/application/ports';
import { createHttpSender, type HttpSenderOptions } from '../../../src/modules/events/webhooks/http-sender';
import { HandClock } from '../../support/hand-clock';
import { certificateFor, type Certificate } from './certificate';
import { closeEndpoints, listen, thisMachine, timeless } from './endpoints';

const name = 'hooks.example.test';
const good = certificateFor(name);

const clock = new HandClock();
const resolve = () => Promise.resolve(['127.0.0.1']);
const servers: Server[] = [];
const senders: WebhookSender[] = [];

/** An endpoint that reports the name in the TLS handshake and records the requests that it received. */
const serve = async (certificate: Certificate) => {
  const asked: string[] = [];
  let connections = 0;
  const server = createServer({ ...certificate }, (request, response) => {
    asked.push(request.headers.host ?? '');
    response.end(String((request.socket as TLSSocket & { readonly servername?: string | false }).servername));
  });
  server.on('connection', () => (connections += 1));
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return { port: (server.address() as AddressInfo).port, asked, connections: () => connections };
};

const sender = (options: Partial<HttpSenderOptions> = {}): WebhookSender => {
  const made = createHttpSender({ clock, allowed: thisMachine, resolve, ...options });
  senders.push(made);
  return made;
};

const send = (by: WebhookSender, url: string) => by.send({ url, headers: {}, body: '{}' });

afterEach(async () => {
  for (const each of senders.splice(0)) each.close();
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
  await closeEndpoints();
});

describe('an endpoint whose certificate is for its name', () => {
  test('gets that name in the handshake, on a connection that is kept', async () => {
    const { port, asked, connections } = await serve(good);
    const by = sender({ ca: good.cert });
    for (const _ of [1, 2])
      expect(timeless(await send(by, `https://${name}:${port}/`))).toEqual({
        kind: 'answered',
        status: 200,
        body: name,
      });
    expect([asked, connections()]).toEqual([[`${name}:${port}`, `${name}:${port}`], 1]);
  });

  test('is accepted under the name with a dot at the end', async () => {
    const { port, asked } = await serve(good);
    expect(await send(sender({ ca: good.cert }), `https://${name}.:${port}/`)).toMatchObject({ body: name });
    expect(asked).toEqual([`${name}.:${port}`]);
  });

  test('may be an address, which is not named in the handshake', async () => {
    const certificate = certificateFor('127.0.0.1');
    const { port } = await serve(certificate);
    expect(await send(sender({ ca: certificate.cert }), `https://127.0.0.1:${port}/`)).toMatchObject({ body: 'false' });
  });
});

describe('nothing is sent', () => {
  const wrongName = 'The certificate of the endpoint is for another host name.';
  const invalid = 'The certificate of the endpoint is not valid.';
  const other = certificateFor('other.example.test');
  const old = certificateFor(name, '200101000000Z', '210101000000Z');

  test.each([
    ['another name', other, other.cert, name, wrongName],
    ['a name and the URL has an address', good, good.cert, '127.0.0.1', wrongName],
    ['this name but has expired', old, old.cert, name, invalid],
    ['this name but not signed by a trusted authority', good, undefined, name, invalid],
    ['this name but not signed by the given authority', good, other.cert, name, invalid],
  ])('if the certificate is for %s', async (_, certificate, ca, host, reason) => {
    const { port, asked } = await serve(certificate);
    expect(timeless(await send(sender({ ca }), `https://${host}:${port}/`))).toEqual({ kind: 'failed', reason });
    expect(asked).toEqual([]);
  });

  test('if the endpoint answers in plain text', async () => {
    const plain = createPlainServer((socket) =>
      socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    expect(timeless(await send(sender(), `https://${name}:${port}/`))).toEqual({
      kind: 'failed',
      reason: 'No secure connection to the endpoint could be made.',
    });
    await new Promise((resolve) => plain.close(resolve));
  });

  test('if the handshake does not end', async () => {
    const silent = await listen(() => undefined);
    const sent = send(sender({ timeoutMs: 100 }), `https://${name}:${silent.port}/`);
    await silent.connected(1);
    clock.advance(100);
    expect(timeless(await sent)).toEqual({
      kind: 'failed',
      reason: 'The endpoint did not answer within 0.1 s.',
    });
    await silent.allClosed();
  });
});
