/** Faults planted in a letter in which nothing else is wrong: each is found, at its place, and said in words that name it. */
import {describe, expect, test} from 'vitest';
import {documentedTags as tags} from '../../../src/endpoints/templates.js';
import {lintHtml} from '../../../src/letters/html/lint.js';

const words = 'What is new in our garden this May, and how to keep it fresh in June. '.repeat(4);

/** The letter, with a part of its body on line 2, styles on line 1, and another end. */
const letter = (part: string, {css = '', end = '((unsubscribe_preferences))'} = {}): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>May</title><style>${css}</style></head><body>
${part}
<p>${words}</p><p>((sender_address)) <a href="${end}">Unsubscribe</a></p></body></html>`;

const found = (html: string) =>
  lintHtml(html, tags).map(
    ({level, check, line, column, says}) => [`${level} ${check} ${line ?? ''}:${column ?? ''}`, says] as const,
  );

test('the letter itself has no finding, nor has its preheader', () => {
  expect(found(letter('<div style="display:none;max-height:0">What is new</div><h1>May</h1>'))).toEqual([]);
});

describe('tags', () => {
  test.each([
    ['Hi ((first_name,"there"))', 'error unknown-tag 2:4', '((first_name,"there"))'],
    ['((<b>company_name</b>))', 'error unknown-tag 2:1', 'company_name'],
    ['((first_name}}', 'error broken-tag 2:1', '((first_name}}'],
    ['(( first_name ))', 'error unknown-tag 2:1', '(( first_name ))'],
    ['<a href="https://a.example/?e={{email}}">x</a>', 'error foreign-tag 2:31', '{{email}}'],
    ['<img src="https://a.example/a.png" width="9" alt="*|FNAME|*">', 'error foreign-tag 2:51', '*|FNAME|*'],
    ['%FIRSTNAME%', 'error foreign-tag 2:1', '%FIRSTNAME%'],
    ['[[first_name]]', 'error foreign-tag 2:1', '[[first_name]]'],
    ['[first_name]', 'error foreign-tag 2:1', '[first_name]'],
    ['{first_name}', 'error foreign-tag 2:1', '{first_name}'],
    ['<%= name %>', 'error foreign-tag 2:1', '<%= name %>'],
    ['{% if vip %}x{% endif %}', 'error foreign-tag 2:1', '{% if vip %}'],
    ['\u0024{first_name}', 'error foreign-tag 2:1', '\u0024{first_name}'],
  ])('%s', (part, wanted, says) => {
    expect(found(letter(part))).toContainEqual([wanted, expect.stringContaining(says)]);
  });
});

describe('links', () => {
  test.each([
    '<a href="https://a.example/x">Node.js and may.html</a>',
    '<a href="mailto:((email))">x</a><a href="mailto:?subject=x">y</a><a href="mailto:a@b.example">a@b.example</a>',
  ])('nothing is wrong with %s', part => expect(found(letter(part))).toEqual([]));
});

describe('what cannot be seen or read', () => {
  test.each([
    ['<p>x</p><p style="display:none">cheap watches</p>', 'warning hidden-text 2:9', 'cheap watches'],
    ['<p>x</p><p style="visibility:hidden">cheap watches</p>', 'warning hidden-text 2:9', 'cheap watches'],
  ])('%s', (part, wanted, says) => {
    expect(found(letter(part))).toContainEqual([wanted, expect.stringContaining(says)]);
  });

  test.each([
    [
      '<p>x</p><p class="m" style="display:none">for phones</p>',
      '@media(max-width:480px){.m{display:block!important}}',
    ],
    ['<td style="font-size:0"><p style="font-size:16px">a gap closed</p></td>', ''],
  ])('nothing is wrong with %s and %s', (part, css) => expect(found(letter(part, {css}))).toEqual([]));

  test.each([
    '<p style="display:none"><a href="((unsubscribe_preferences))">Out</a></p>',
    '<a href="((unsubscribe_preferences))"></a>',
  ])('the way out: %s', part => {
    expect(found(letter(part, {end: 'https://a.example'})).map(([at]) => at)).toContain(
      `error hidden-unsubscribe 2:${part.indexOf('<a') + 1}`,
    );
  });
});

describe('mail programs', () => {
  test.each([
    ['<div style="display:flex">x</div>', 'display:flex does not work in Outlook on Windows.'],
    ['<div style="display:grid">x</div>', 'display:grid does not work in Gmail, Outlook and Yahoo.'],
    ['<p style="position:absolute">x</p>', 'position does not work in Gmail and Outlook.'],
    ['<svg width="1"></svg>', '<svg> does not work in Gmail, Outlook and Yahoo.'],
    ['<img src="https://a.example/a.svg" width="9" alt="a">', 'An SVG picture does not work in Gmail.'],
    ['<img src="https://a.example/a.webp" width="9" alt="a">', 'A WebP picture does not work in Outlook on Windows.'],
    ['<video src="https://a.example/a.mp4"></video>', '<video> does not work in Gmail, Outlook and Yahoo.'],
    ['<img src="https://a.example/a.png" alt="a">', 'A picture without width="…" does not work in Outlook on Windows.'],
    ['<button>Buy</button>', '<button> does not work in Outlook.'],
    [
      '<p style="background:url(https://a.example/a.png)">x</p>',
      'A background picture does not work in Outlook on Windows.',
    ],
  ])('%s', (part, says) => {
    expect(found(letter(part))).toContainEqual(['warning mail-programs 2:1', expect.stringContaining(says)]);
  });

  test('in style sheets too', () => {
    const inSheet = found(letter('<p>x</p>', {css: '.a{display:flex}'}));
    expect(inSheet.map(([, says]) => says)).toEqual(['display:flex does not work in Outlook on Windows.']);
  });

  test('a background picture that Outlook draws in its own way is in order', () => {
    const drawn = '<!--[if mso]><v:rect><v:fill src="https://a.example/a.png"/></v:rect><![endif]-->';
    expect(found(letter(`${drawn}<p style="background:url(https://a.example/a.png)">x</p>`))).toEqual([]);
  });
});

describe('the whole letter', () => {
  test('that Gmail cuts is too big', () => {
    const sized = (bytes: number): string =>
      letter(`<p>${'y'.repeat(bytes - Buffer.byteLength(letter('<p></p>')))}</p>`);
    expect(found(sized(104_448))).toEqual([]);
    expect(found(sized(104_449))).toEqual([['error too-big :', expect.stringContaining('103 KB')]]);
  });

  test.each([['no-address', '((sender_address))']])('without its %s', (check, part) => {
    expect(found(letter('').replace(part, '')).map(([at]) => at)).toEqual([`warning ${check} :`]);
  });
});
