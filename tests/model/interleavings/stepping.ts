/** A service in memory whose acts can be paused after each answer of a store. */
import { readConfig } from '../../../src/app/config';
import { openInMemory } from '../../../src/app/in-memory';
import type { Installation } from '../../../src/app/installation';
import { MEMORY_UNIT_OF_WORK } from '../../../src/kernel/memory/tokens';
import { refused } from '../../../src/kernel/refusal';
import { KEY_STORE, OPERATOR_STORE, SESSION_STORE, TENANT_STORE } from '../../../src/modules/access/application/ports';
import { RULES_STORE } from '../../../src/modules/attributes/application/ports';
import { TRANSACTION_CODE_STORE } from '../../../src/modules/catalog/application/ports';
import { ENDPOINT_STORE } from '../../../src/modules/events/application/ports';
import { STRING_STORE } from '../../../src/modules/strings/application/ports';
import { flowingClock } from '../../support/hand-clock';
import { steppingAt } from '../../support/interleaving';
import { softly } from '../../support/ledger';

const stores = [
  ...[MEMORY_UNIT_OF_WORK, TRANSACTION_CODE_STORE, RULES_STORE, ENDPOINT_STORE, STRING_STORE],
  ...[KEY_STORE, OPERATOR_STORE, SESSION_STORE, TENANT_STORE],
] as const;

/** Opens the service with a poster that runs. */
export const openStepping = (): Installation => {
  const config = readConfig({});
  if (refused(config)) throw new Error(config.left);
  const silent = (): void => undefined;
  const app = openInMemory(
    config.right,
    { info: silent, warn: silent, error: silent },
    { clock: flowingClock(), overrides: [steppingAt(stores), softly] },
  );
  app.poster.start();
  return app;
};
