/** The composition root: all modules, and the adapters that they use. Production passes the PostgreSQL adapters. */
import { createHmac } from 'node:crypto';
import { Container, ContainerModule } from 'inversify';
import { consolePath, importRoutes, sessionExamples, sessionRoutes } from '../../packages/console/src';
import { openApiDocument, type WebhookDescription } from '../kernel/http/openapi';
import { withExamples } from '../kernel/http/openapi-examples';
import type { Route } from '../kernel/http/route';
import { ADMIN_ROUTES, ROUTES, WEBHOOKS } from '../kernel/http/tokens';
import { OBSERVATIONS, unobserved, type Observations } from '../kernel/observations';
import type { Clock } from '../kernel/clock';
import { systemClock } from '../kernel/running/system-clock';
import { BACKGROUND, createBackground, type Background } from '../kernel/running/background';
import { MAY_MOVE_TIME, TEST_CLOCKS, withTestClocks } from '../kernel/test-clocks';
import { provide } from '../kernel/token';
import { CLOCK, LOG, PUBLIC_URL, SECRETS, type Log, type Secrets } from '../kernel/tokens';
import { ACCESS, type Access } from '../modules/access';
import { ADMINISTRATION, type Administration } from '../modules/administration';
import { EVENTS, type Events } from '../modules/events';
import { LEDGERING, type Ledgering } from '../modules/ledgering';
import { POSTER, TIMEKEEPING, type Poster, type Timekeeping } from '../modules/ledgering/wiring';
import { PROOF, type Proof } from '../modules/proof';
import { JOURNAL_EXPORTS, type JournalExports } from '../modules/reports';
import { STRINGS, type Strings } from '../modules/strings';
import { contexts } from './contexts';
import { adminDocumentInfo, documentInfo } from './document-words';
import { receivingLimits } from './fair-shares/receiving';
import recordedAdministration from '../../docs/recorded/administration.json';
import recorded from '../../docs/recorded/answers.json';
import { localUrl } from './config';
import { adminPath, apiPath } from './server';

export interface Surroundings {
  readonly secrets: Secrets;
  readonly log: Log;
  readonly clock?: Clock;
  /**
   * Returns what is wrong with this machine's clock; undefined if the clock is right. While the clock is wrong, work that depends on due
   * times is paused.
   */
  readonly clockComplaint?: (() => string | undefined) | undefined;
  /** True if callers may create ledgers with a test clock, which they move themselves (LEDGER_TEST_CLOCKS). */
  readonly mayMoveTime?: boolean;
  readonly observations?: Observations | undefined;
  /** The public address of the service (LEDGER_PUBLIC_URL). */
  readonly publicUrl?: string;
}

export interface App {
  readonly container: Container;
  readonly clock: Clock;
  readonly access: Access;
  readonly administration: Administration;
  readonly ledgering: Ledgering;
  readonly strings: Strings;
  readonly events: Events;
  readonly proof: Proof;
  readonly poster: Poster;
  readonly timekeeping: Timekeeping;
  /** The background loops of this process, which a caller may wait for. */
  readonly background: Background;
  readonly journalExports: JournalExports;
  readonly routes: readonly Route[];
  /** The routes below /console that sign people in. */
  readonly sessionRoutes: readonly Route[];
  /** The routes below /admin/v1. */
  readonly adminRoutes: readonly Route[];
  /** Creates the OpenAPI documents on the first call and keeps them; most commands serve no requests and never call it. */
  documents(): Documents;
  readonly cursorSecret: Buffer;
}

/** The OpenAPI 3.1 documents of the API and of the administration API. */
export interface Documents {
  readonly document: object;
  /** The document of the administration API, which is separate because different programs use it. */
  readonly adminDocument: object;
}

export const compose = (
  {
    secrets,
    log,
    clock: realClock = systemClock,
    clockComplaint,
    mayMoveTime = false,
    observations = unobserved,
    publicUrl = localUrl(8080),
  }: Surroundings,
  adapters: readonly ContainerModule[],
): App => {
  const container = new Container();
  const { clock, testClocks } = withTestClocks(realClock);
  const background = createBackground(clock, log, clockComplaint);
  const surroundings = new ContainerModule(({ bind }) => {
    provide({ bind }, LOG, [], () => log);
    provide({ bind }, CLOCK, [], () => clock);
    provide({ bind }, TEST_CLOCKS, [], () => testClocks);
    provide({ bind }, MAY_MOVE_TIME, [], () => mayMoveTime);
    provide({ bind }, BACKGROUND, [], () => background);
    provide({ bind }, OBSERVATIONS, [], () => observations);
    provide({ bind }, SECRETS, [], () => secrets);
    provide({ bind }, PUBLIC_URL, [], () => publicUrl);
  });
  container.loadSync(surroundings, ...contexts.map(({ module }) => module), ...adapters);
  const routes = container.getAll<readonly Route[]>(ROUTES).flat();
  const webhooks = container.getAll<readonly WebhookDescription[]>(WEBHOOKS).flat();
  const access = container.get<Access>(ACCESS);
  const ledgering = container.get<Ledgering>(LEDGERING);
  const people = {
    basePath: consolePath,
    routes: [...sessionRoutes({ access, ledgering }), ...importRoutes({ access, ledgering, routes, clock })],
  };
  const adminRoutes = container.getAll<readonly Route[]>(ADMIN_ROUTES).flat();
  const { maxBodySeconds } = receivingLimits;
  let documents: Documents | undefined;
  const documentOf = (): object =>
    withExamples(
      withExamples(openApiDocument(routes, documentInfo, webhooks, people), routes, {
        ...{ basePath: apiPath, recorded, maxBodySeconds },
      }),
      people.routes,
      { basePath: consolePath, recorded: sessionExamples, maxBodySeconds },
    );
  const adminDocumentOf = (): object =>
    withExamples(openApiDocument(adminRoutes, adminDocumentInfo), adminRoutes, {
      ...{ basePath: adminPath, recorded: recordedAdministration, maxBodySeconds },
    });
  return {
    container,
    clock,
    background,
    access,
    administration: container.get<Administration>(ADMINISTRATION),
    ledgering,
    strings: container.get<Strings>(STRINGS),
    events: container.get<Events>(EVENTS),
    proof: container.get<Proof>(PROOF),
    poster: container.get<Poster>(POSTER),
    timekeeping: container.get<Timekeeping>(TIMEKEEPING),
    journalExports: container.get<JournalExports>(JOURNAL_EXPORTS),
    routes,
    sessionRoutes: people.routes,
    adminRoutes,
    documents: () => (documents ??= { document: documentOf(), adminDocument: adminDocumentOf() }),
    cursorSecret: createHmac('sha256', secrets.installationSecret).update(`cursors ${secrets.pepper}`).digest(),
  };
};
