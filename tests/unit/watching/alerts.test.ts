/** The delivered alerts, without a Prometheus: the metrics that each needs, and the checks of promtool. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alertRules, hasPromtool, promtool, skippedWithoutPromtool, tableRows } from '../../support/watched';

const repository = join(__dirname, '../../..');
const rules = alertRules();
const cases = readFileSync(join(repository, 'deploy/prometheus/rules.test.yml'), 'utf8');

test.each(rules)('$alert has a severity, a page, a case that fires and a case that does not', (rule) => {
  expect(rule.expr).not.toBe('');
  expect(['critical', 'warning']).toContain(rule.severity);
  expect(rule.runbook).toBe(`docs/operate/incidents.md#${rule.alert.toLowerCase()}`);
  for (const outcome of ['fires', 'does not fire']) expect(cases).toContain(`- name: ${rule.alert} ${outcome}\n`);
});

test('the page on watching lists the alerts with their severities', () => {
  const listed = tableRows('docs/operate/watching.md', 'alert').map(([alert, severity]) => [alert, severity]);
  expect(listed).toEqual(rules.map(({ alert, severity }) => [alert, severity]));
});

const incidents = join(repository, 'docs/operate/incidents.md');
if (!existsSync(incidents))
  process.stdout.write('alerts: their pages are not looked up, because there is no incidents.md\n');
(existsSync(incidents) ? test : test.skip)('each alert has a heading in the page on incidents', () => {
  const headings = [...readFileSync(incidents, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll('`', '').trim(),
  );
  expect(rules.map(({ alert }) => alert.toLowerCase()).filter((alert) => !headings.includes(alert))).toEqual([]);
});

if (!hasPromtool) skippedWithoutPromtool('the rules of Prometheus, and their tests');
(hasPromtool ? test : test.skip)(
  'promtool accepts the rules and the configuration, and each case of the rules passes',
  () => {
    expect(promtool(['check', 'rules', 'deploy/prometheus/rules.yml']).said).toMatch(/SUCCESS: \d+ rules found/);
    expect(promtool(['check', 'config', '--syntax-only', 'deploy/prometheus/prometheus.yml'])).toMatchObject({
      status: 0,
    });
    const { status, said } = promtool(['test', 'rules', 'deploy/prometheus/rules.test.yml']);
    expect([status, said]).toEqual([0, expect.stringContaining('SUCCESS')]);
  },
);
