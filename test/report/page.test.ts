/** The page of a report: harmless whatever an account is called, whole without a network, and readable everywhere. */
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {markup} from '../../src/commands/pages/markup.js';
import {elementsIn, parseHtml, textOf, walk} from '../../src/html/parse.js';
import type {Report} from '../../src/report/make-report.js';
import {reportPage} from '../../src/report/page/page.js';
import {describeInBrowser, type Look, openPage} from '../browser.js';
import {hardToRead, overflowing} from '../page-looks.js';
import {showcase} from './account.js';
import {elementsOf} from './elements.js';
import {hostile, hostileNames} from './hostile.js';

describe('markup', () => {
  test.each(hostileNames)('takes %j as a text', name => {
    const {markup: made} = markup`<p title="${name}">${name}</p>`;
    expect(made.match(/[<>]/g)).toEqual(['<', '>', '<', '>']);
    expect(made.match(/"/g)).toHaveLength(2);
    expect(made).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });

  test('takes parts that it made itself as they are, and lists of them', () => {
    expect(markup`<ul>${['a', '<b>'].map(each => markup`<li>${each}</li>`)}</ul>${7}`.markup).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li></ul>7',
    );
  });
});

describe('the page', () => {
  test('has the same elements whatever the account is called', () => {
    expect(elementsOf(reportPage(showcase(hostile())))).toEqual(elementsOf(reportPage(showcase())));
  });

  test('shows each name that it was given', () => {
    const page = reportPage(showcase(name => `${name} <i>&amp;`));
    const texts = [...walk(parseHtml(page))].flatMap(({node}) => textOf(node) ?? []);
    for (const name of ['acme', 'Newsletter', 'Spring collection', 'Weekly news', 'Welcome', 'Black Friday'])
      expect(
        texts.some(text => text.includes(`${name} <i>&amp;`)),
        name,
      ).toBe(true);
  });

  test('lets no script run and nothing be fetched', () => {
    const page = reportPage(showcase());
    expect(page).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-[^;]*&#39;; base-uri/,
    );
    expect(
      elementsOf(page).filter(each =>
        /^(?:script|link|img|iframe|object|form)\b|^\w+ .*\b(?:src|href|style|on\w+)\b/.test(each),
      ),
    ).toEqual([]);
    expect(page).not.toMatch(/url\(|@import|https?:/);
  });

  test('is laid out for screen readers: one title, headings in order, tables with heads, pictures with words', () => {
    const elements = [...elementsIn(parseHtml(reportPage(showcase())))];
    const named = (name: string) => elements.filter(({tagName}) => tagName === name);
    const attribute = (element: (typeof elements)[number], name: string) =>
      element.attrs.find(each => each.name === name)?.value;
    const ids = elements.flatMap(element => attribute(element, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(named('h1')).toHaveLength(1);
    expect(named('html').map(element => attribute(element, 'lang'))).toEqual(['en']);
    expect(named('caption')).toHaveLength(named('table').length);
    for (const head of named('th')) expect(['col', 'row']).toContain(attribute(head, 'scope'));
    for (const picture of named('svg')) {
      if (attribute(picture, 'aria-hidden') === 'true') continue;
      expect(attribute(picture, 'role')).toBe('img');
      for (const id of (attribute(picture, 'aria-labelledby') ?? 'none').split(' ')) expect(ids).toContain(id);
    }
    for (const section of named('section')) expect(ids).toContain(attribute(section, 'aria-labelledby'));
  });

  test('of an account with nothing in it says so', () => {
    const page = reportPage(empty);
    expect(page).toContain('Nothing went out in these months.');
    expect(page).toContain('n/a');
    expect(page).not.toMatch(/NaN|undefined|Infinity|null/);
  });
});

const figures = {
  ...{triggered: null, delivered: null, unique_opens: null, total_opens: null, bounces: null, unsubscribes: null},
  ...{delivered_rate: null, open_rate: null, bounce_rate: null, unsubscribe_rate: null},
};

const empty: Report = {
  ...{account: 'new', made_at: '2026-03-04T12:00:00.000Z', now: '2026-03-04 12:00:00', time_zone: null},
  ...{since: '2026-03', until: '2026-03', cannot_tell: [], attention: [], automations: []},
  people: {total: 0, undated: 0, lists: [], months: [{month: '2026-03', joined: 0, people: 0}]},
  unsubscribes: {total: 0, groups: [], months: [{month: '2026-03', unsubscribed: 0}]},
  sends: {total: figures, list: [], months: [{month: '2026-03', sends: 0, ...figures}], best_and_worst: null},
  agenda: {
    ...{now: '2026-03-04 12:00:00', until: '2026-03-11', time_zone: null},
    ...{scheduled: [], under_way: [], later: [], automations: []},
  },
};

describeInBrowser('in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'emk-report-'));
  const places = {
    plain: join(folder, 'plain.html'),
    hostile: join(folder, 'hostile.html'),
    empty: join(folder, 'empty.html'),
  };
  beforeAll(() => {
    writeFileSync(places.plain, reportPage(showcase()));
    writeFileSync(places.hostile, reportPage(showcase(hostile())));
    writeFileSync(places.empty, reportPage(empty));
  });

  const cases: ReadonlyArray<Look & {readonly name: keyof typeof places}> = [
    {name: 'hostile', width: 1200, scheme: 'light'},
    {name: 'hostile', width: 390, scheme: 'dark'},
    {name: 'plain', width: 1200, scheme: 'dark'},
    {name: 'plain', width: 794, scheme: 'dark', print: true},
    {name: 'empty', width: 390, scheme: 'light'},
  ];
  test.each(cases)('the $name page at $width px in the $scheme is whole and readable', async ({name, ...look}) => {
    const page = await openPage(places[name], look);
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    expect(page.errors).toEqual([]);
    expect(page.requests).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    expect(await hardToRead(page)).toEqual([]);
    expect(await page.evaluate('document.title')).not.toBe('broken into');
  });

  test('the page keeps its style, which its policy knows by its hash', async () => {
    const page = await openPage(places.plain, {width: 1200, scheme: 'light'});
    expect(await page.evaluate('getComputedStyle(document.querySelector(".cards")).display')).toBe('grid');
  });

  test('paper shows the numbers that a screen folds away', async () => {
    const page = await openPage(places.plain, {width: 794, scheme: 'light', print: true});
    expect(await page.evaluate('document.querySelector("details td").checkVisibility()')).toBe(true);
    const screen = await openPage(places.plain, {width: 794, scheme: 'light'});
    expect(await screen.evaluate('document.querySelector("details td").checkVisibility()')).toBe(false);
  });
});

test('the picture in the README is there, and small', () => {
  const [, path = ''] = /!\[[^\]]+\]\((test\/report\/[^)]+)\)/.exec(readFileSync('README.md', 'utf8')) ?? [];
  expect(readFileSync(path).length).toBeLessThan(200_000);
});
