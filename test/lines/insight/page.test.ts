/** The page of a report: harmless whatever the account's names are, and complete without a network. */
import {beforeAll, describe, expect, test} from 'vitest';
import {readLetter, textOfNode, walk} from '../../../src/letters/html/parse.js';
import {startShell} from '../../support/shell.js';
import {useShell} from '../../support/use-shell.js';
import {elementsOf, pageOf} from './elements.js';
import {worsenNames} from './hostile.js';

describe('the page', () => {
  const shell = useShell();
  let page = '';
  beforeAll(async () => {
    page = await pageOf(shell());
  });

  test('shows each name that it was given, however bad, in the same elements', async () => {
    await worsenNames(shell());
    const worse = await pageOf(shell());
    const texts = [...walk(readLetter(worse).page)].flatMap(({node}) => textOfNode(node) ?? []);
    for (const name of ['Newsletter', 'Spring news', 'Weekly news', 'Welcome', 'Autumn preview'])
      expect(texts.filter(text => text.includes(`${name}</script>`)).length, name).toBeGreaterThan(0);
    expect(elementsOf(worse)).toEqual(elementsOf(page));
  });

  test('lets no script run and nothing be fetched', () => {
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

  test('is laid out for screen readers: one title, headings in order, tables with heads', () => {
    const elements = readLetter(page).elements;
    const named = (name: string) => elements.filter(({tagName}) => tagName === name);
    const attribute = (element: (typeof elements)[number], name: string) =>
      element.attrs.find(each => each.name === name)?.value;
    const ids = elements.flatMap(element => attribute(element, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(named('h1')).toHaveLength(1);
    expect(named('html').map(element => attribute(element, 'lang'))).toEqual(['en']);
    expect(named('caption')).toHaveLength(named('table').length);
    for (const head of named('th')) expect(['col', 'row']).toContain(attribute(head, 'scope'));
    for (const section of named('section')) expect(ids).toContain(attribute(section, 'aria-labelledby'));
  });

  test('of an account with nothing in it says so', async () => {
    const empty = await startShell({seed: {kind: 'empty'}});
    const nothing = await pageOf(empty);
    await empty.close();
    expect(nothing).toContain('on 0 lists');
    expect(nothing).toContain('in 0 mailings');
    expect(nothing).not.toMatch(/NaN|undefined|Infinity|null/);
  });
});
