/** deploy/helm and deploy/systemd, as far as they can be checked without running them; `make lint-deploy` renders the chart. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { healthPaths } from '../../../src/app/pages';
import { complaintAbout, deployFiles, isSetting, parseYaml, read } from '../../support/deploy';
import { repository } from '../../support/packed';

const templates = deployFiles
  .filter((name) => name.startsWith('helm/ledger/templates/'))
  .map((name) => read(name))
  .join('\n');

describe('the YAML files', () => {
  const files = deployFiles.filter((name) => /\.ya?ml$/.test(name) && !name.includes('/templates/'));
  test.each(files)('%s is valid', (name) => {
    expect(parseYaml(read(name))).toEqual(expect.any(Object));
  });
});

describe('the chart', () => {
  const values = parseYaml(read('helm/ledger/values.yaml')) as object;
  const chart = parseYaml(read('helm/ledger/Chart.yaml')) as { readonly version: string; readonly appVersion: string };

  test('has the newest version of the change log, and so has the image', () => {
    const [, newest] =
      /^## \[(\d+\.\d+\.\d+)\]/m.exec(fs.readFileSync(path.join(repository, 'CHANGELOG.md'), 'utf8')) ?? [];
    expect([chart.version, chart.appVersion]).toEqual([newest, newest]);
    expect(read('compose.yaml')).toContain(`image: ledger:${newest}\n`);
    expect(read('docker/Dockerfile')).toContain(`-t ledger:${newest} `);
  });

  /** The paths of all values, including nested ones. */
  const pathsIn = (value: unknown, before: string): readonly string[] => [
    before,
    ...(typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([name, each]) => pathsIn(each, `${before}.${name}`))
      : []),
  ];

  test('uses only values that exist', () => {
    const known = new Set(pathsIn(values, '.Values'));
    const asked = [...templates.matchAll(/(?<![\w)])\$?(?:\.root)?(\.Values(?:\.\w+)+)/g)].map(
      ([, name]) => name as string,
    );
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });

  test('uses every value', () => {
    const names = pathsIn(values, '').filter((name) => /^(\.\w+){1,2}$/.test(name) && !name.startsWith('.settings.'));
    expect(names.filter((name) => !templates.includes(name.slice(name.lastIndexOf('.'))))).toEqual([]);
  });

  test('sets only known variables, and probes paths that the service answers', () => {
    const named = [...templates.matchAll(/- name: ([A-Z][A-Z_]+)$/gm)].map(([, name]) => name as string);
    expect(named).toEqual(expect.arrayContaining(['DATABASE_URL_FILE', 'LEDGER_KEY_PEPPER_FILE', 'LEDGER_ROLE']));
    expect(
      [...named, ...Object.keys((values as { settings: object }).settings)].filter((name) => !isSetting(name)),
    ).toEqual([]);
    const asked = [...templates.matchAll(/path: (\/(?!run)\w+)/g)].map(([, each]) => each);
    expect(asked).toHaveLength(4);
    expect(asked.filter((each) => !(healthPaths as readonly unknown[]).includes(each))).toEqual([]);
  });

  test('runs commands that exist', () => {
    const args = [...templates.matchAll(/args: \[(.*)\]/g)].map(([, list = '']) => list.split(', '));
    expect(args).toHaveLength(2);
    expect(args.map(complaintAbout)).toEqual([undefined, undefined]);
  });
});

describe.each(['api', 'worker', 'migrate'])('the unit ledger-%s', (role) => {
  const unit = read(`systemd/ledger-${role}.service`);
  const all = (name: string): readonly string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value as string);

  test('sets only known variables, and reads secrets from its credentials', () => {
    const variables = all('Environment')
      .flatMap((line) => line.split(' '))
      .map((each) => each.split('='));
    expect(variables.map(([name = '']) => name).filter((name) => !isSetting(name))).toEqual([]);
    const given = all('LoadCredential').map((each) => `%d/${each.split(':')[0]}`);
    const readFrom = variables.flatMap(([name = '', value = '']) => (name.endsWith('_FILE') ? [value] : []));
    expect(readFrom.sort()).toEqual(given.sort());
  });

  test('runs a command that exists, after the migrations', () => {
    const [, command = ''] = /^\/opt\/ledger\/node_modules\/\.bin\/ledger (.*)$/.exec(all('ExecStart')[0] ?? '') ?? [];
    expect(complaintAbout(command.split(' '))).toBeUndefined();
    expect(all('Requires')).toEqual(role === 'migrate' ? [] : ['ledger-migrate.service']);
    // Without After=, systemd would start both units at the same time. A oneshot unit counts as started when its command has ended.
    expect(all('After').flatMap((units) => units.split(' '))).toEqual([
      ...['network-online.target', ...(role === 'migrate' ? [] : ['ledger-migrate.service'])],
    ]);
    expect(all('Type')).toEqual([role === 'migrate' ? 'oneshot' : 'exec']);
  });

  test('has only the rights that it needs', () => {
    const wanted = {
      ...{ NoNewPrivileges: 'yes', CapabilityBoundingSet: '', ProtectSystem: 'strict', PrivateDevices: 'yes' },
      ...{ RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX', User: 'ledger' },
    };
    for (const [name, value] of Object.entries(wanted)) expect([name, all(name)]).toEqual([name, [value]]);
    // V8 compiles at run time, so this restriction must be absent.
    expect(all('MemoryDenyWriteExecute')).toEqual([]);
  });
});
