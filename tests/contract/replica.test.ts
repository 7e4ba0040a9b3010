import { startOwnServer, type OwnServer } from '../support/own-server';
import { startStandby, type Standby } from '../support/standby';
import { migrate } from '../../src/kernel/postgres/migrate';
import { query } from '../support/embedded';
let primary: OwnServer; let standby: Standby;
beforeAll(async () => { primary = await startOwnServer(); await migrate(primary.ownerUrl); standby = await startStandby(primary); });
afterAll(async () => { await standby?.remove(); await primary.stop(); });
test('x', async () => {
  expect(await query(standby.url, 'select pg_is_in_recovery()')).toEqual([true]);
  await standby.pause(); await standby.resume();
  await standby.kill(); await standby.start();
});
