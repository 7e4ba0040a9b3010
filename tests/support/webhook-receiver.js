/**
 * A difficult receiver of webhooks: of a thousand requests, it answers some with 500 and leaves some unanswered, in the numbers that
 * LEDGER_TEST_RECEIVER contains. It records each answer before it sends it, so that a kill loses none. It runs as a process of its own.
 */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const { createServer } = require('node:http');
const { Webhook } = require('standardwebhooks');

const { file, secrets, failing, silent } = JSON.parse(process.env.LEDGER_TEST_RECEIVER ?? '{}');
const record = fs.openSync(file, 'a');
const webhooks = new Map(Object.entries(secrets).map(([path, secret]) => [path, new Webhook(secret)]));

const isSigned = (request, body) => {
  try {
    webhooks.get(request.url).verify(body, request.headers);
    return true;
  } catch {
    return false;
  }
};

const draw = () => {
  const drawn = Math.random() * 1000;
  if (drawn < silent) return 0;
  return drawn < silent + failing ? 500 : 200;
};

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts);
    const status = draw();
    const line = {
      path: request.url,
      id: request.headers['webhook-id'],
      sequence: JSON.parse(body.toString()).sequence,
      hash: createHash('sha256').update(body).digest('base64'),
      isSigned: isSigned(request, body.toString()),
      status,
    };
    fs.writeSync(record, `${JSON.stringify(line)}\n`);
    if (status !== 0) response.writeHead(status).end();
  });
});

server.listen(0, '127.0.0.1', () => process.stdout.write(`listens on ${server.address().port}\n`));
