import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {lintHtml} from '../../../src/letters/html/lint.js';
import {lintTags} from '../../../src/letters/html/tags.js';
import {samples} from '../../support/random-runs.js';
import {newsletter} from './newsletter.js';

const tags = ['first_name', 'last_name', 'email', 'sender_address', 'unsubscribe_preferences'];

/** A correct mail around a part of its body that begins on line 2. */
const mail = (part: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>May</title></head><body>\n${part}\n<p>${'What is new this May, in a few words. '.repeat(20)}</p>
  <p>((sender_address)) <a href="((unsubscribe_preferences))">Unsubscribe</a></p></body></html>`;

const found = (html: string): string[] =>
  lintHtml(html, tags)
    .filter(({check}) => check !== 'mail-programs')
    .map(({level, check, line, column}) => `${level} ${check} ${line ?? ''}:${column ?? ''}`);

test('a mail in which nothing is wrong has no findings', () => {
  expect(found(mail('<p>Hello ((first_name))</p>'))).toEqual([]);
});

describe('one mistake, one finding:', () => {
  test.each([
    ['<p>((frist_name))</p>', 'error unknown-tag 2:4'],
    ['<p>((First_Name))</p>', 'error unknown-tag 2:4'],
    ['<p>((first name))</p>', 'error unknown-tag 2:4'],
    ['<p>((only this week))</p>', 'error unknown-tag 2:4'],
    ['<p>((first_name)</p>', 'error broken-tag 2:4'],
    ['<p>Hi (first_name))</p>', 'error broken-tag 2:7'],
    ['<p>{{ first_name }}</p>', 'error foreign-tag 2:4'],
    ['<p>*|FNAME|*</p>', 'error foreign-tag 2:4'],
    ['<!--[if mso]><p>((frist_name))</p><![endif]-->', 'error unknown-tag 2:17'],
    ['<img src="https://a.example/b.png">', 'warning image-alt 2:1'],
    ['<img alt="" src="http://a.example/b.png">', 'warning image-http 2:13'],
    ['<img alt="" src="data:image/png;base64,AAAA">', 'warning image-data 2:13'],
    ['<img alt="" src="b.png">', 'error image-relative 2:13'],
    ['<img alt="" src="//a.example/b.png">', 'error image-relative 2:13'],
    ['<img alt="" src="C:\\b.png">', 'error image-relative 2:13'],
    ['<img alt="">', 'error image-empty 2:1'],
    ['<img alt="" src="http://localhost:8000/b.png">', 'error image-localhost 2:13'],
    ['<img alt="" src="file:///home/ada/b.png">', 'error image-localhost 2:13'],
    ['<a href="">x</a>', 'error link-empty 2:4'],
    ['<a href="#">x</a>', 'error link-empty 2:4'],
    ['<a>x</a>', 'error link-empty 2:1'],
    ['<a href="may.html">x</a>', 'error link-relative 2:4'],
    ['<a href="www.b.example">x</a>', 'error link-relative 2:4'],
    ['<a href="b.example:8080/a">x</a>', 'error link-relative 2:4'],
    ['<a href="https://">x</a>', 'error link-broken 2:4'],
    ['<a href="htp://b.example">x</a>', 'error link-broken 2:4'],
    ['<a href="hhtps://b.example">x</a>', 'error link-broken 2:4'],
    ['<a href="https:/b.example">x</a>', 'error link-broken 2:4'],
    ['<img alt="" src="htttps://a.example/b.png">', 'error image-broken 2:13'],
    ['<a href="http://b.example">x</a>', 'warning link-http 2:4'],
    ['<a href="http://localhost/may">x</a>', 'error link-localhost 2:4'],
    ['<a href="https://192.168.1.4/may">x</a>', 'error link-localhost 2:4'],
    ['<a href="javascript:alert(1)">x</a>', 'error script 2:4'],
    ['<p onclick="alert(1)">x</p>', 'warning script 2:4'],
    ['<script>alert("</p>")</script>', 'error script 2:1'],
    ['<form action="https://b.example"></form>', 'warning form 2:1'],
    ['<iframe src="https://b.example"></iframe>', 'error iframe 2:1'],
  ])('%s', (part, wanted) => {
    expect(found(mail(part)).join('|')).toBe(wanted);
  });

  test.each([
    ['no-unsubscribe', (html: string) => html.replace('((unsubscribe_preferences))', 'https://b.example/bye')],
    ['no-unsubscribe', (html: string) => html.replace(/<a.*<\/a>/, '<!-- $& -->')],
    ['no-address', (html: string) => html.replace('((sender_address))', '')],
    ['too-big', (html: string) => html.replace('few', 'few '.repeat(30_000))],
  ])('%s', (check, spoil) => {
    expect(lintHtml(spoil(mail('<br>')), tags).map(finding => finding.check)).toContain(check);
  });

  test('lost-characters', () => {
    const html = String(Buffer.from(mail('Gr\u00fc\u00dfe'), 'latin1'));
    expect(lintHtml(html, tags).map(finding => finding.check)).toEqual(['lost-characters']);
  });

  test('empty', () => {
    expect(lintHtml('<p> </p>', tags)[0]).toMatchObject({check: 'empty', level: 'error'});
  });
});

describe('what real newsletters hold is no mistake:', () => {
  test.each([
    ['implied ends', '<ul><li>One<li>Two</ul><p>One<p>Two<table><tr><td>a<td>b<tr><td>c</table>'],
    ['paragraphs around tables', '<p><table><tr><td>x</td></tr></table></p></p>'],
    [
      'comments for Outlook that open and close',
      '<!--[if mso]><table><tr><td><![endif]--><div>x</div><!--[if mso]></td></tr></table><![endif]-->',
    ],
    ['what Outlook is not shown', '<!--[if !mso]><!--><div><!--<![endif]-->x<!--[if !mso]><!--></div><!--<![endif]-->'],
    ['revealed conditions', '<![if !mso]><p>x</p><![endif]>'],
    [
      'vector pictures of Outlook',
      '<!--[if gte mso 9]><v:rect fill="true"><v:fill src="https://a.example/b.png"/><v:textbox><![endif]--><div>x</div><!--[if gte mso 9]></v:textbox></v:rect><![endif]-->',
    ],
    ['their marks outside comments', '<v:rect><v:fill type="tile"/><o:p></o:p><o:p/></v:rect>'],
    ['SVG', '<svg width="1"><path d="M0 0"/><g><circle r="1"/></g></svg>'],
    ['center and font', '<center><font color="maroon">x</font></center>'],
    ['capitals', '<TABLE><TR><TD>x</td></TR></table>'],
    ['tables in tables', '<table><tbody><tr><td><table><tr><td>x</td></tr></table></td></tr></tbody></table>'],
    ['slashes of empty elements', '<br/><hr /><img src="https://a.example/b.png" alt="" />'],
    [
      'a ghost table for Outlook',
      '<!--[if mso]><table width="600"><tr><td><![endif]--><p>x</p><!--[if mso]></td></tr></table><![endif]-->',
    ],
    ['text that only inboxes show', '<div style="display:none;color:#fff">x</div>'],
    ['a link to a place in the mail', '<a name="top"></a><a href="#top">x</a>'],
    ['mail and telephone', '<a href="mailto:a@b.example">x</a><a href="tel:+491234">y</a><a href="tel:491234">z</a>'],
    [
      'an address that is a tag',
      '<a href="((email))">x</a><a href="https://b.example/?e=((email))">y</a><img alt="" src="((email))">',
    ],
    ['a pixel without words', '<img src="https://a.example/p.gif" width="1" height="1">'],
    ['calculations', '<style>td {width: calc((100% - 600px) * -9999)}</style>'],
    ['notes with tags and links', '<!-- ((frist_name)) <a href=""> -->'],
    ['text with brackets', '<p>f((x) and (y))</p>'],
    ['an offer in the words of schema.org', '<script type="application/ld+json">{"@type": "DiscountOffer"}</script>'],
  ])('%s', (_, part) => {
    expect(found(mail(part))).toEqual([]);
  });
});

test('a near tag is the hint', () => {
  const [finding] = lintTags('Hi ((frist_name))', tags);
  expect(finding?.hint).toBe('Write ((first_name)).');
  expect(lintTags('Hi ((first name)) ((zzzzz))', tags).map(({hint}) => hint)).toEqual([
    'Write ((first_name)).',
    'Run: emk templates tags',
  ]);
});

test('elements may be called as the parts of an object are', () => {
  expect(found(mail('<constructor>x</constructor><valueOf></valueOf><__proto__>y</__proto__><toString/>'))).toEqual([]);
});

test('findings stand in the order of the text, and line ends count once', () => {
  const html = mail('<a href="#">x</a>\r\n\r\n<img src="b.png" alt="">\r<a href="">y</a>');
  expect(found(html)).toEqual(['error link-empty 2:4', 'error image-relative 4:6', 'error link-empty 5:4']);
});

test('a newsletter in the shapes that real ones have is in order', () => {
  const known = [...tags, 'city', 'sender_name'];
  expect(lintHtml(newsletter, known).map(({check, line}) => [check, line])).toEqual([]);
});

// A look that starts anew at each letter takes longer than any test may.
test.each(['w', 'ß', '7', '7.', 'a@', 'w-', '(('])('two hundred thousand of %j in a row are linted', text => {
  const long = mail(`<p>${text.repeat(200_000 / text.length)}</p>`).replace('((sender_address))', '');
  expect(found(long)).toContain('warning no-address :');
});

test('any text can be linted', {tags: ['long']}, () => {
  const pieces = [
    '<a href="',
    '"',
    '>',
    '<',
    '</',
    'table',
    '<td>',
    '<!--',
    '-->',
    '<![CDATA[',
    '((',
    '))',
    'a',
    '<svg>',
    '</p>',
    '\0',
    '\u202e',
    '<style>',
    '&#x',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), parts => {
      for (const {says, line = 1} of lintHtml(parts.join(''), tags)) {
        expect(says).not.toBe('');
        expect(line).toBe(1);
      }
    }),
    samples(40),
  );
});
