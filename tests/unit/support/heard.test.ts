import { PassThrough } from 'node:stream';
import { hear } from '../../support/heard';

test('a listener finds words that came before, that come later, and that come in pieces', async () => {
  const stream = new PassThrough();
  const heard = hear(stream);
  stream.write('listens on port 80\nst');
  await expect(heard.says(/port (\d+)/g)).resolves.toMatchObject({ 1: '80' });
  const stopping = heard.says(/stopping/);
  stream.write('opp');
  stream.write('ing\n');
  await expect(stopping).resolves.toMatchObject({ index: 19 });
  expect(heard.text()).toBe('listens on port 80\nstopping\n');
});

test.each(['before', 'after'])('a listener rejects with all words if the stream closes %s the call', async (when) => {
  const stream = new PassThrough();
  const heard = hear(stream);
  stream.write('no port is free\n');
  if (when === 'before') await new Promise((closed) => stream.on('close', closed).end());
  const heardOf = heard.says(/listens/);
  stream.end();
  await expect(heardOf).rejects.toThrow('never said /listens/: no port is free');
});
