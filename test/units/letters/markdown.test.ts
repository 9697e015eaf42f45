/** A mail written in Markdown: what it becomes, and where its mistakes are reported. */
import {expect, test} from 'vitest';
import {lintHtml} from '../../../src/letters/html/lint.js';
import {makeEmail} from '../../../src/letters/markdown/make-email.js';
import {lintEmail} from '../../../src/mailings/findings.js';

const tags = ['first_name', 'sender_address', 'unsubscribe_preferences'];
const text = `# Hello ((first_name))

Here is *all* that is **new** in May, in a few words for you to read, and more of it
on [our page](https://b.example/may_2026?a=1&b=2#top).

- roses
- [tulips](https://b.example/tulips)

| Flower | Price |
|---|---:|
| Rose | 3 |

![Two roses](https://b.example/rose.png "Roses")

<div align="center">HTML of one's own stays.</div>
`;

test('is a mail in which nothing is wrong, titled by its first heading', () => {
  const {html} = makeEmail(text, 'may');
  expect(lintHtml(html, tags)).toEqual([]);
  expect(html).toContain('<title>Hello ((first_name))</title>');
  expect(html).toContain('href="https://b.example/may_2026?a=1&amp;b=2#top"');
  expect(html).toContain('src="https://b.example/rose.png" alt="Two roses"');
  expect(html).toContain('<div align="center">HTML of one\'s own stays.</div>');
});

test('is one column that Outlook and phones agree on, without styles that mail programs drop', () => {
  const {html} = makeEmail(text, 'may');
  expect(html).toContain('<!--[if mso]><table role="presentation"');
  expect(html).toContain('width:100%;max-width:600px');
  expect(html).not.toContain('<style');
});

test('keeps tags whole, in words and as the address of a link', () => {
  const {html} = makeEmail(
    'Hi ((first_name)). [Out]((unsubscribe_preferences)) [or](((unsubscribe_preferences)))',
    'a',
  );
  expect(html).toContain('Hi ((first_name)).');
  expect(html.match(/href="\(\(unsubscribe_preferences\)\)"/g)).toHaveLength(2);
});

test('reads the signs of HTML in addresses and descriptions as those in words', () => {
  const {html} = makeEmail('Tom &amp; Jo [a](https://b.example/?a=1&amp;b=2&c=3) ![Tom &amp; "Jo"](c.png)', 'a');
  expect(html).toContain('Tom &amp; Jo ');
  expect(html).toContain('href="https://b.example/?a=1&amp;b=2&amp;c=3"');
  expect(html).toContain('alt="Tom &amp; &quot;Jo&quot;"');
});

test('lets people unsubscribe and says who sends it, where the text does not', () => {
  const closing = (markdown: string) =>
    ['href="((unsubscribe_preferences))"', '((sender_address))'].map(
      each => makeEmail(markdown, 'a').html.split(each).length - 1,
    );
  expect(closing('Hello')).toEqual([1, 1]);
  expect(closing('((sender_address)) [Out]((unsubscribe_preferences))')).toEqual([1, 1]);
});

test.each([
  ['a link', '\n\nOne\nand [two](htp://example.com).', 'link-broken', [3, 1]],
  ['a tag of Mailchimp', 'Hi\n\nMy *own* *|FNAME|*', 'foreign-tag', [3, 10]],
  ['a tag', 'One\n\nTwo\n((frist_name))', 'unknown-tag', [4, 1]],
  ['a picture', '# A\n\n- one\n- ![x](b.png)', 'image-relative', [3, 1]],
  ['HTML', 'One\n\n<p>a</p>\n<b>x</b>\n\n<script>1</script>', 'script', [6, 1]],
])('says where %s is wrong by the lines of the Markdown', (_, markdown, check, place) => {
  const found = lintEmail(makeEmail(markdown, 'a'), tags);
  const at = found.find(each => each.check === check);
  expect([at?.line, at?.column]).toEqual(place);
});

test('keeps the tags of other tools whole, so that the checks of a mailing find them', () => {
  const {html} = makeEmail('Hi *|FNAME|* %FIRSTNAME% <%= x %> [Out](*|UNSUB|*)', 'a');
  expect(lintHtml(html, tags).filter(({check}) => check === 'foreign-tag')).toHaveLength(4);
});

test('is called like its file where it has no heading', () => {
  expect(makeEmail('Just a line', 'may').html).toContain('<title>may</title>');
});

const about = "---\nsubject: \"Now: it's May\"\nPreheader: 'It''s ten ideas'\n# a note\n\nlanguage: de\n---\n";

test('reads what a letter says above its text, and does not mail it', () => {
  const {html, about: said} = makeEmail(`${about}Only words`, 'may.md');
  expect(said).toEqual({subject: "Now: it's May", preheader: "It's ten ideas", language: 'de'});
  expect(html).not.toContain('ten ideas');
  expect(html).not.toMatch(/<h[1-6]/);
  expect(html).toContain('<title>Now: it');
});

test('counts the lines above the text', () => {
  const found = lintEmail(makeEmail(`${about}One\n\n[two](htp://example.com)`, 'a'), tags);
  expect(found.find(({check}) => check === 'link-broken')?.line).toBe(10);
});

test('checks the tags of the subject too', () => {
  const found = lintEmail(makeEmail('---\nsubject: Hi ((frist_name))\n---\nOne', 'a'), tags);
  expect(found.find(({check}) => check === 'unknown-tag')?.line).toBe(2);
});

test.each(['titel: May', 'subject: a\nsubject: b', 'subject:', 'subject: a\nand more', 'utm: news/may'])(
  'refuses %j above the text',
  lines => {
    const wrong = lines.split('\n').at(-1);
    expect(() => makeEmail(`---\n${lines}\n---\nHello`, 'a.md')).toThrow(`emk cannot read "${wrong}"`);
  },
);

test('refuses lines about a letter that have no end, and keeps a rule at the top a rule', () => {
  expect(() => makeEmail('---\nsubject: a\n\nHello', 'a.md')).toThrow('have no end');
  expect(makeEmail('---\n\nHello: you', 'a').html).toContain('<hr');
});

test('a link alone in its paragraph is a button, but none that leaves, lists or is a picture', () => {
  const buttons = (markdown: string) => makeEmail(markdown, 'a').html.split('class="emk-button"').length - 1;
  expect(buttons('[Shop](https://b.example)')).toBe(1);
  expect(buttons('Our [shop](https://b.example)')).toBe(0);
  expect(buttons('[Out]((unsubscribe_preferences))')).toBe(0);
  expect(buttons('- [A](https://b.example)\n\n- [B](https://b.example)\n\n> [C](https://b.example)')).toBe(0);
  expect(buttons('[![Rose](https://b.example/r.png)](https://b.example)\n\nhttps://b.example')).toBe(0);
  expect(lintHtml(makeEmail(`${text}\n[Shop](https://b.example)`, 'a').html, tags)).toEqual([]);
});

test('a button is drawn for Outlook, unless its words may be too long for a drawing', () => {
  const button = (words: string) => makeEmail(`[${words}](https://b.example/?a=1&b=2)`, 'a').html;
  const drawing =
    /<!--\[if mso\]><div[^>]*><v:roundrect [^>]*href="https:\/\/b\.example\/\?a=1&amp;b=2" style="width:(\d+)px/;
  const widths = ['Go', 'See the flowers', '花を見る'].map(words => Number(drawing.exec(button(words))?.[1]));
  expect(widths).toEqual([68, 198, 112]);
  expect(button('Shop')).toMatch(/<!--\[if !mso\]><!--><table [\s\S]*class="emk-button"[\s\S]*<!--<!\[endif\]-->/);
  for (const words of ['((first_name)), come in', 'long '.repeat(20)]) expect(button(words)).not.toContain('<v:');
});

test('a picture alone in its paragraph has the width of the column, and one in a sentence its own', () => {
  const html = (markdown: string) => makeEmail(markdown, 'a').html;
  expect(html('![Rose](https://b.example/r.png)')).toContain('<img width="552" src="https://b.example/r.png"');
  expect(html('[![Rose](https://b.example/r.png)](https://b.example)')).toContain('<img width="552"');
  expect(html('A ![Rose](https://b.example/r.png)')).not.toContain('<img width');
});

test('tasks are text, because mail programs drop boxes', () => {
  const {html} = makeEmail('- [x] sown\n- [ ] reaped', 'a');
  expect(html).not.toContain('<input');
  expect(html).toMatch(/\u2611 sown[\s\S]*\u2610 reaped/);
});

test('the language of a letter is said, and the word to unsubscribe is that of the settings', () => {
  const markdown = '---\nlanguage: de-AT\n---\nHallo';
  expect(makeEmail(markdown, 'a').html).toMatch(/<html lang="de-AT">[\s\S]*>Unsubscribe<\/a>/);
  expect(makeEmail(markdown, 'a', 'Weg & aus').html).toContain('>Weg &amp; aus</a>');
});

test('what is too deep or too long to be read is refused, and no fault of emk', () => {
  expect(() => makeEmail(`${'>'.repeat(20_000)} Hello`, 'may.md')).toThrow('emk cannot read may.md as Markdown');
});
