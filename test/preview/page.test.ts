/** What a preview shows and does, without a browser. */
import {describe, expect} from 'vitest';
import {attributeOf, elementsIn, parseHtml} from '../../src/html/parse.js';
import {mailFrame} from '../../src/preview/mail-frame.js';
import type {Mailing} from '../../src/preview/mailing.js';
import {previewPage} from '../../src/preview/page.js';
import {pageStyle} from '../../src/preview/page-style.js';
import {longTest, test} from '../in-two-parts.js';
import {hostileMailing} from './hostile.js';

const mailing: Mailing = {
  name: 'may.html',
  html: '<p>Hello ((first_name)), ((age)) ((frist_name))</p><p>((sender_name)), ((sender_address))</p>',
  tags: ['first_name', 'age', 'sender_name', 'sender_address'],
};

const elementsOf = (page: string) => [...elementsIn(parseHtml(page))];

/** The documents in the frames of a page. */
const framesOf = (page: string): string[] => elementsOf(page).flatMap(element => attributeOf(element, 'srcdoc') ?? []);

describe('tags are filled', () => {
  test('with sample data', () => {
    const [frame] = framesOf(previewPage(mailing));
    expect(frame).toContain('<p>Hello Ada, 36 ((frist_name))</p><p>Your company, 1 Example Street');
  });

  test('with the data of a person, where a value may be missing', () => {
    const page = previewPage({...mailing, reader: {who: 'contact 1', values: {first_name: 'Zoë <b>'}}});
    expect(framesOf(page)[0]).toContain('<p>Hello Zoë &lt;b&gt;,  ((frist_name))</p>');
    expect(page).toContain('contact 1');
    expect(page).toMatch(/\(\(age\)\)<\/bdi><\/th><td><em>empty for this person/);
    expect(page).toMatch(/\(\(frist_name\)\)<\/bdi><\/th><td><em>not filled/);
  });

  test('a custom field has its name as its sample', () => {
    const page = previewPage({...mailing, html: '((shoe_size))', tags: ['shoe_size']});
    expect(framesOf(page)[0]).toContain('[shoe_size]');
  });
});

describe('an inbox shows', () => {
  test('subject and preheader', () => {
    const page = previewPage({...mailing, subject: 'Hello ((first_name))', preheader: 'News for ((first_name))'});
    expect(page).toContain('<bdi class="subject">Hello Ada</bdi>');
    expect(page).toContain('<bdi class="after">News for Ada</bdi>');
  });

  test("the mail's title and beginning where there are none", () => {
    const page = previewPage({...mailing, html: '<title>May</title><h1>Big news</h1>'});
    expect(page).toContain('<bdi class="subject">May</bdi>');
    expect(page).toContain('<bdi class="after">Big news</bdi>');
  });

  test('the hidden preheader of the mail, and no addresses', () => {
    const html =
      '<title>May</title><div style="display:none">Ten ideas&#847;</div><p>Our <a href="https://b.example">shop</a></p>';
    expect(previewPage({...mailing, html})).toContain('<bdi class="after">Ten ideas Our shop</bdi>');
  });
});

test('both widths are shown in both schemes, each in a frame that may do nothing', () => {
  const frames = elementsOf(previewPage(mailing)).filter(({tagName}) => tagName === 'iframe');
  expect(frames.map(frame => [attributeOf(frame, 'class'), attributeOf(frame, 'sandbox')])).toEqual([
    ['light', ''],
    ['dark', ''],
    ['light', ''],
    ['dark', ''],
  ]);
});

describe('a mail in its frame', () => {
  const frame = (html: string, scheme: 'light' | 'dark' = 'light'): string =>
    mailFrame(html, scheme).replace(/^.*<body[^>]*>|<\/body>.*$/gs, '');

  test.each([
    ['<script>1</script><p onclick="1">x</p>', '<p>x</p>'],
    ['<a href="https://a.example/?b=1&c=2">x</a>', '<a href="#" title="https://a.example/?b=1&amp;c=2">x</a>'],
    ['<a href="#top">x</a>', '<a href="#top">x</a>'],
    ['<a href="javascript:alert(1)">x</a>', '<a href="#" title="javascript:alert(1)">x</a>'],
    ['<td background="https://a.example/b.png">', ''],
    ['<iframe src="https://a.example"></iframe><object data="x"></object><base href="x"><link href="x">', ''],
    ['<p style="background: url(https://a.example/b.png) red">x</p>', '<p style="background: none red">x</p>'],
    [`<p style="background: url('https://a.example/b)(.png')">x</p>`, '<p style="background: none">x</p>'],
    ['<!--[if mso]><p>Outlook</p><![endif]-->x', 'x'],
    ['<form action="https://a.example"><input formaction="x"></form>', '<form><input></form>'],
  ])('%s', (html, wanted) => {
    expect(frame(html)).toBe(wanted);
  });

  test('pictures from elsewhere are boxes of their size, with their words', () => {
    const html = frame('<img src="https://a.example/rose.png" width="120" height="80" alt="A <rose>">');
    const [, src = ''] = /src="([^"]*)"/.exec(html) ?? [];
    const box = decodeURIComponent(src);
    expect(box).toMatch(/^data:image\/svg\+xml,<svg [^>]*width="120" height="80"/);
    expect(box).toContain('A &lt;rose&gt;');
    expect(frame('<img src="data:image/gif;base64,AAAA">')).toBe('<img src="data:image/gif;base64,AAAA">');
  });

  test('styles for dark count in the dark frame alone, and fetch nothing', () => {
    const html = `<style>@import "https://a.example/a.css"; p {color: red; background: url("https://a.example/b.png")}
      @media (prefers-color-scheme: dark) {p {color: pink}} @media (Prefers-Color-Scheme:light) {p {color: blue}}</style>`;
    const [light, dark] = [mailFrame(html, 'light'), mailFrame(html, 'dark')];
    expect(light).toMatch(
      /@media \(max-width: 0px\) \{p \{color: pink\}\} @media \(min-width: 0px\) \{p \{color: blue\}\}/,
    );
    expect(dark).toMatch(
      /@media \(min-width: 0px\) \{p \{color: pink\}\} @media \(max-width: 0px\) \{p \{color: blue\}\}/,
    );
    for (const frame of [light, dark]) expect(frame).not.toContain('a.example');
  });
});

test('the mail as text stands beside it, and what is to be fixed below, errors first', () => {
  const page = previewPage({
    ...mailing,
    html: '<p>One</p><p>Two</p>',
    findings: [
      {check: 'a', level: 'warning', says: 'Small.'},
      {check: 'b', level: 'error', says: 'Big.', hint: 'Fix it.', line: 3},
    ],
  });
  expect(page).toContain('<pre tabindex="0" role="region" aria-label="As plain text">One\n\nTwo</pre>');
  expect(page).toMatch(/<b>Error<\/b> in line 3: <bdi>Big\.<\/bdi>.*<b>Warning<\/b>: <bdi>Small/);
});

longTest('nothing of a hostile mailing becomes part of the page', () => {
  const page = previewPage(hostileMailing());
  const plain = previewPage({
    ...hostileMailing(),
    ...mailing,
    subject: 'x',
    preheader: 'x',
    audience: 'x',
    findings: [{check: 'x', level: 'error', says: 'x', hint: 'x', line: 1}],
  });
  const shape = (text: string) =>
    elementsOf(text).map(({tagName, attrs}) => `${tagName} ${attrs.map(({name}) => name).join()}`);
  const names = new Set(shape(plain));
  expect(shape(page).filter(element => !names.has(element))).toEqual([]);
  expect(page).not.toMatch(/(?![\n\t])\p{Cc}|\p{Cs}/u);
  for (const frame of framesOf(page))
    expect(
      elementsOf(frame).filter(
        ({tagName, attrs}) => tagName === 'script' || attrs.some(({name}) => name.startsWith('on')),
      ),
    ).toEqual([]);
});

longTest('any depth of elements can be shown', () => {
  expect(mailFrame(`${'<div>'.repeat(20_000)}deep`, 'light')).toContain('deep');
});

test('each frame fits its column with its border, so that no scroll bar shows', () => {
  const columns = [...pageStyle.matchAll(/grid-template-columns: (\d+)px (\d+)px[^}]*--scale: ([\d.]+)/g)];
  expect(columns).toHaveLength(2);
  for (const [, desktop, phone, scale] of columns) {
    expect(Number(desktop)).toBeGreaterThanOrEqual(640 * Number(scale) + 2);
    expect(Number(phone)).toBeGreaterThanOrEqual(375 * Number(scale) + 2);
  }
});
