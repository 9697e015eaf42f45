/** A report for people who do not run emk: nothing to type, and nobody who is there for tests only. */
import {expect} from 'vitest';
import {reportForOthers} from '../../src/report/for-others.js';
import {reportPage} from '../../src/report/page/page.js';
import {slackMessage} from '../../src/report/slack.js';
import {longTest, test} from '../in-two-parts.js';
import {showcase} from './account.js';

test('the list for test mails is neither shown nor counted, in any month', () => {
  const report = showcase();
  const others = reportForOthers(report, ' staff');
  const staff = report.people.lists.find(({name}) => name === 'Staff');
  expect(staff?.people).toBe(34);
  expect(others.people.lists.map(({name}) => name)).not.toContain('Staff');
  expect(others.people.total).toBe(report.people.total - 34);
  expect(others.people.months.at(-1)?.people).toBe((report.people.months.at(-1)?.people ?? 0) - 34);
  for (const [at, {joined}] of others.people.months.entries())
    expect(joined).toBe((report.people.months[at]?.joined ?? 0) - (staff?.joined[at] ?? 0));
  expect(reportForOthers(report, 'no such list')).toEqual(report);
});

longTest('neither the page nor the message has a line to type', () => {
  const report = showcase();
  expect(report.attention.some(({hint}) => hint?.includes('emk '))).toBe(true);
  for (const text of [reportPage(report), JSON.stringify(slackMessage(report))])
    expect(text).not.toMatch(/emk (?:agenda|report|senders|automations|single-sends|contacts|config)\b/);
});

test('in the chart each rate stands at its own point, and none on another', () => {
  const page = reportPage(showcase());
  const [opened = ''] = /<figure[^>]*>(?:(?!<\/figure>)[\s\S])*Opened[\s\S]*?<\/figure>/.exec(page) ?? [];
  const places = (form: RegExp) => [...opened.matchAll(form)].map(([, x = '', y = '']) => ({x, y: Number(y)}));
  const points = places(/<circle cx="([^"]+)" cy="(\d+)"/g);
  const labels = places(/<text class="value[^"]*" x="([^"]+)" y="(-?\d+)"/g);
  expect(labels.length).toBeGreaterThan(1);
  for (const label of labels) expect(points).toContainEqual({x: label.x, y: label.y + 8});
  const across = labels.map(({x}) => Number.parseFloat(x)).sort((one, other) => one - other);
  for (const [at, x] of across.slice(1).entries()) expect(x - (across[at] ?? 0)).toBeGreaterThan(15);
});
