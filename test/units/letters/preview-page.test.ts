/** What a preview shows and does, without a browser. */
import {describe, expect, test} from 'vitest';
import {attributeOf, readLetter} from '../../../src/letters/html/parse.js';
import type {ShownMailing} from '../../../src/letters/preview/page.js';
import {previewPage} from '../../../src/letters/preview/page.js';
import {hostileMailing} from './hostile.js';

const mailing: ShownMailing = {
  name: 'may.html',
  html: '<p>Hello ((first_name)), ((age)) ((frist_name))</p><p>((sender_name)), ((sender_address))</p>',
  tags: ['first_name', 'age', 'sender_name', 'sender_address'],
};

const elementsOf = (page: string) => readLetter(page).elements;

/** The documents in the frames of a page. */
const framesOf = (page: string): string[] => elementsOf(page).flatMap(element => attributeOf(element, 'srcdoc') ?? []);

describe('tags are filled', () => {
  test('with sample data', () => {
    const [frame] = framesOf(previewPage(mailing));
    expect(frame).toContain('<p>Hello Ada, [age] ((frist_name))</p><p>Your company, 1 Example Street');
  });

  test('with the data of a person, where a value may be missing', () => {
    const page = previewPage({...mailing, reader: {who: 'contact 1', values: {first_name: 'Zoë <b>'}}});
    expect(framesOf(page)[0]).toContain('<p>Hello Zoë &lt;b&gt;,  ((frist_name))</p>');
    expect(page).toContain('contact 1');
  });

  test('a custom field has its name as its sample', () => {
    const page = previewPage({...mailing, html: '((shoe_size))', tags: ['shoe_size']});
    expect(framesOf(page)[0]).toContain('[shoe_size]');
  });
});

describe('above the mail stand', () => {
  test('subject and preheader', () => {
    const page = previewPage({...mailing, subject: 'Hello ((first_name))', preheader: 'News for ((first_name))'});
    expect(page).toContain('<dt>Subject</dt><dd><bdi>Hello Ada</bdi>');
    expect(page).toContain('<dt>Preheader</dt><dd><bdi>News for Ada</bdi>');
  });
});

test('two widths are shown, each in a frame that may do nothing', () => {
  const frames = elementsOf(previewPage(mailing)).filter(({tagName}) => tagName === 'iframe');
  expect(frames.map(frame => [attributeOf(frame, 'class'), attributeOf(frame, 'sandbox')])).toEqual([
    ['desktop', ''],
    ['phone', ''],
  ]);
});

describe('a mail in its frame', () => {
  const framesWith = (html: string): string[] => framesOf(previewPage({...mailing, html}));

  test('stays as it is written: the sandbox and the policy of the page hold it', () => {
    const html = '<table><tr><td style="color: red">x</td></tr></table>';
    expect(framesWith(html)[0]).toContain(html);
    const policy = elementsOf(previewPage(mailing)).find(
      element => attributeOf(element, 'http-equiv') === 'Content-Security-Policy',
    );
    expect(policy && attributeOf(policy, 'content')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
    );
  });

  test('brings no element that a policy does not stop from asking a server for its address', () => {
    const [frame = ''] = framesWith(
      '<LINK rel=preconnect href="https://a.example"><iframe srcdoc="&lt;link>"></iframe><object data=x><embed src=x>',
    );
    const names = elementsOf(frame).map(({tagName}) => tagName);
    for (const name of ['link', 'iframe', 'object', 'embed']) expect(names).not.toContain(name);
  });

  test('opens no link: it has no window for one', () => {
    const [base] = elementsOf(framesWith('<base target="_self"><a href="https://a.example">x</a>')[0] ?? '').filter(
      ({tagName}) => tagName === 'base',
    );
    expect(base && attributeOf(base, 'target')).toBe('_blank');
  });
});

test('the mail as text stands beside it', () => {
  const page = previewPage({...mailing, html: '<p>One</p><p>Two</p>'});
  expect(page).toContain('<pre>One\n\nTwo</pre>');
});

test('nothing of a hostile mailing becomes part of the page', {tags: ['long']}, () => {
  const page = previewPage(hostileMailing());
  const plain = previewPage({
    ...hostileMailing(),
    ...mailing,
    subject: 'x',
    preheader: 'x',
  });
  const shape = (text: string) =>
    elementsOf(text).map(({tagName, attrs}) => `${tagName} ${attrs.map(({name}) => name).join()}`);
  const names = new Set(shape(plain));
  expect(shape(page).filter(element => !names.has(element))).toEqual([]);
  expect(page).not.toMatch(/(?![\n\t])\p{Cc}|\p{Cs}/u);
});

test('any depth of elements can be shown', {tags: ['long']}, () => {
  expect(previewPage({...mailing, html: `${'<div>'.repeat(20_000)}deep`})).toContain('deep');
});
