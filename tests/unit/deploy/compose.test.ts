/** deploy/compose*.yaml: mistakes that Docker Compose would only report when it runs. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { complaintAbout, deployFiles, deployFolder, isSetting, parseYaml, read } from '../../support/deploy';
import { newFolder } from '../../support/packed';

interface ComposeService {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly extends?: { readonly file: string; readonly service: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>> | readonly string[];
  readonly deploy?: { readonly replicas: number };
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const composeIn = (file: string): Compose => parseYaml(read(file)) as Compose;

/** The service, merged with the service that its `extends` names in a different file. */
const wholeService = ({ extends: base, ...own }: ComposeService): ComposeService => {
  if (base === undefined) return own;
  const from = wholeService(composeIn(base.file).services[base.service] as ComposeService);
  return {
    ...from,
    ...own,
    environment: { ...from.environment, ...own.environment },
    secrets: [...(from.secrets ?? []), ...(own.secrets ?? [])],
    depends_on: { ...(from.depends_on as object), ...(own.depends_on as object) },
  };
};

const files = deployFiles.filter((name) => /^compose.*\.yaml$/.test(name));
const services = files.flatMap((file) => {
  const compose = composeIn(file);
  return Object.entries(compose.services).map(([name, service]) => ({
    file,
    compose,
    name,
    service: wholeService(service),
  }));
});
const ofOurs = services.filter(({ service }) => service.image?.startsWith('ledger:'));

test('there are two compose files, for one node and for many', () => {
  expect(files).toEqual(['compose.citus.yaml', 'compose.yaml']);
  expect(Object.keys(composeIn('compose.yaml').services).sort()).toEqual([
    ...['api', 'grafana', 'migrate', 'postgres', 'prometheus', 'tools', 'worker'],
  ]);
});

test.each(services)('$file: $name names an image with a version, and only things that exist', (each) => {
  const { compose, service } = each;
  expect(service.image).toMatch(/^[a-z/]+:v?\d+\.\d+/);
  const mounted = (service.volumes ?? []).map((volume) => volume.split(':')[0] as string);
  const paths = mounted.filter((name) => name.startsWith('.'));
  if (service.build) paths.push(service.build.context, path.join(service.build.context, service.build.dockerfile));
  expect(paths.filter((name) => !fs.existsSync(path.join(deployFolder, name)))).toEqual([]);
  expect(mounted.filter((name) => !name.startsWith('.') && !(name in compose.volumes))).toEqual([]);
  expect((service.networks ?? []).filter((name) => !(name in compose.networks))).toEqual([]);
  expect((service.secrets ?? []).filter((name) => !(name in compose.secrets))).toEqual([]);
  const awaited = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
  expect(awaited.filter((name) => !(name in compose.services))).toEqual([]);
});

test.each(services)('$file: $name reads only its own secrets, and has none in its environment', (each) => {
  const { name, service } = each;
  const told = Object.entries(service.environment ?? {});
  const readFrom = told.flatMap(([, value]) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? []);
  expect(readFrom.filter((secret) => !service.secrets?.includes(secret))).toEqual([]);
  expect(
    told.filter(
      ([variable]) => /(PASSWORD|SECRET|TOKEN|PEPPER|URL)$/.test(variable) && variable !== 'LEDGER_PUBLIC_URL',
    ),
  ).toEqual([]);
  // Only the one-off job has the owner's password; the serving processes do not.
  if (['api', 'worker'].includes(name)) expect(service.secrets).toEqual(['database_url', 'ledger_key_pepper']);
});

test.each(ofOurs)('$file: $name runs a command that exists, with settings that exist', ({ service }) => {
  expect(complaintAbout(service.command ?? [])).toBeUndefined();
  expect(Object.keys(service.environment ?? {}).filter((name) => !isSetting(name))).toEqual([]);
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
});

test('every published port is reachable only from the same machine', () => {
  const published = services.flatMap(({ service }) => service.ports ?? []);
  expect(published.length).toBeGreaterThan(2);
  expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
});

test('two processes serve the API, each on its own port', () => {
  const { api } = composeIn('compose.yaml').services;
  const [, first, last] = /:(\d+)-(\d+):8080$/.exec(api?.ports?.[0] ?? '') ?? [];
  expect([api?.deploy?.replicas, Number(last) - Number(first) + 1]).toEqual([2, 2]);
});

describe('make-secrets', () => {
  const made = newFolder();
  const make = (): string => execFileSync(path.join(deployFolder, 'make-secrets'), [made], { encoding: 'utf8' });
  const contents = (): Readonly<Record<string, string>> =>
    Object.fromEntries(fs.readdirSync(made).map((name) => [name, fs.readFileSync(path.join(made, name), 'utf8')]));
  afterAll(() => fs.rmSync(made, { recursive: true }));

  test('creates the secrets of both files in a private folder, and keeps existing ones', () => {
    make();
    const first = contents();
    const named = services.flatMap(({ compose }) =>
      Object.values(compose.secrets).map(({ file }) => path.basename(file)),
    );
    expect(Object.keys(first).sort()).toEqual([...new Set(named)].sort());
    expect(fs.statSync(made).mode & 0o777).toBe(0o700);
    const password = /^postgresql:\/\/ledger_app:([0-9a-f]{64})@postgres:5432\/ledger$/.exec(
      first['database_url'] ?? '',
    )?.[1];
    expect(password).toBe(first['ledger_app_password']);
    expect(new Set(Object.values(first)).size).toBe(named.length === 0 ? 0 : Object.keys(first).length);
    fs.rmSync(path.join(made, 'grafana_password'));
    expect(make()).not.toContain(first['ledger_key_pepper']);
    expect(contents()).toEqual({ ...first, grafana_password: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(contents()['grafana_password']).not.toBe(first['grafana_password']);
  });
});
