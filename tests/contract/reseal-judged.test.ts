/**
 * `ledger webhooks reseal` reads a secret and writes it again, encrypted with another pepper. A rotation of the secret between the two steps
 * must wait, because its secret would be lost.
 */
import { ContainerModule } from 'inversify';
import { ENDPOINT_STORE, type EndpointStore } from '../../src/modules/events/application/ports';
import type { Answer } from '../support/client';
import { startLedger } from '../support/ledger';
import { dataOf } from '../support/requests';

test('a secret is not rotated while it is encrypted again', async () => {
  let meanwhile: (() => Promise<Answer>) | undefined;
  let answer: Answer | undefined;
  const override = new ContainerModule(({ onActivation }) =>
    onActivation<EndpointStore>(ENDPOINT_STORE, (_, store) => {
      const readForChange: EndpointStore['readForChange'] = async (...given) => {
        const found = await store.readForChange(...given);
        const act = meanwhile;
        meanwhile = undefined;
        if (act) answer = await act();
        return found;
      };
      return new Proxy(store, {
        get: (target, name) => {
          if (name === 'readForChange') return readForChange;
          const member: unknown = Reflect.get(target, name);
          return typeof member === 'function' ? member.bind(target) : member;
        },
      });
    }),
  );
  const ledger = await startLedger([override]);
  const books = await ledger.newLedger();
  const { id } = dataOf(await books.api.post('/webhook-endpoints', { url: 'https://webhooks.example/a' }), 201);
  const rotate = () => books.api.post(`/webhook-endpoints/${id}/rotate-secret`, {});
  meanwhile = rotate;
  expect(await ledger.app.events.reseal(books.ledger.id)).toMatchObject({ endpoints: 1 });
  expect(answer?.status).toBe(503);
  dataOf(await rotate(), 200);
  await ledger.close();
});
