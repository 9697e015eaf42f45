/** The tags of the tools from which people come, as those write them: found, and replaced where the meaning is certain. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {documentedTags as tags} from '../../../src/endpoints/templates.js';
import {markdownForReaders, textForReaders} from '../../../src/letters/html/read-text.js';
import {lintTags, repairTags} from '../../../src/letters/html/tags.js';

const repaired = (text: string): string | undefined => repairTags(text, text, tags)?.text;

test.each(['Hi %brand%', 'Hallo [Anrede]', 'Hallo {Anrede}'])('%s has a tag of another tool', text => {
  expect(lintTags(text, tags).map(({check}) => check)).toEqual(['foreign-tag']);
});

test.each(['Up to 50%and 20%off', '50%off%', 'a/%AB%CD and %20foo%20', '100% or 20% off', 'Die «Firma» und «Namen»'])(
  '%s has none',
  text => {
    expect(lintTags(text, tags)).toEqual([]);
  },
);

describe('each tool writes its own way:', () => {
  test.each([
    ['ActiveCampaign', '%FIRSTNAME% %UNSUBSCRIBELINK%', '((first_name)) ((unsubscribe_preferences))'],
    ['Brevo', '{{ contact.FIRSTNAME }} {{ unsubscribe }}', '((first_name)) ((unsubscribe_preferences))'],
    ['Constant Contact', '[[FirstName]] [[Unsubscribe]]', '((first_name)) ((unsubscribe_preferences))'],
    ['Eventbrite', '{attendee.first_name}', '((first_name))'],
    ['Ghost', '{first_name, "there"}', '((first_name))'],
    ['GoHighLevel', '{{contact.first_name}}', '((first_name))'],
    ['HubSpot', '{{ contact.firstname }} {{ unsubscribe_link }}', '((first_name)) ((unsubscribe_preferences))'],
    ['Keila', '{{ contact.first_name }}', '((first_name))'],
    ['Kit', '{{ subscriber.first_name | default: "there" }}', '((first_name))'],
    ['Klaviyo', "{{ first_name|default:'there' }}", '((first_name))'],
    ['listmonk', '{{ .Subscriber.FirstName }}', '((first_name))'],
    ['Mailchimp', '*|FNAME|* *|UNSUB|*', '((first_name)) ((unsubscribe_preferences))'],
    ['Salesforce', '%%first_name%% %%emailaddress%%', '((first_name)) ((email))'],
    ['SendGrid', '{{first_name}}', '((first_name))'],
    ['Sendy', '[Name,fallback=friend] [unsubscribe]', '((full_name)) ((unsubscribe_preferences))'],
    ['Shopify', '{{ customer.first_name }}', '((first_name))'],
    ['WooCommerce', '{customer_first_name}', '((first_name))'],
    ['Mailgun', '%recipient.first_name%', '((first_name))'],
    ['MailPoet', '[subscriber:firstname | default:reader]', '((first_name))'],
    ['Mautic', '{contactfield=firstname}', '((first_name))'],
    ['Ruby and EJS', '<%= user.first_name %> &lt;%= email %&gt;', '((first_name)) ((email))'],
    ['JavaScript', '$'.concat('{first_name}'), '((first_name))'],
    ['Django', '{% if name %}', undefined],
  ])('%s: %s', (_, text, wanted) => {
    expect(lintTags(text, tags).map(({check, level}) => `${level} ${check}`)).toContain('error foreign-tag');
    expect(repaired(text)).toBe(wanted);
  });
});

test.each([
  '[1] and [2], see [above] and [sic]',
  '100% of 50% off, 20% more',
  'a -webkit-box, a well-known-name and a -re-',
  'https://acme.shop/a%20name%20b?x=%C3%BC%E2%82%AC&email=a',
  'Array[0] {a: 1} #1 and #2, C# and F#',
  '@ada@social.acme and ada@acme.shop @all',
  'x < 5% and y > 3%',
  '~5 km~ and ~10 km',
  'f((x) and (y)), (see (a) and (b)), (write to us (email))',
  '((first_name)) (((last_name)))',
  '[Read more] [Photo: Ada]',
])('%s holds no tag', text => {
  expect(lintTags(text, tags)).toEqual([]);
});

test.each([
  ['((first_name,"there"))', 'error unknown-tag 1', 'Write ((first_name)).'],
  ['((<b>company_name</b>))', 'error unknown-tag 1', 'Write ((company_name)).'],
  ['(( first_name ))', 'error unknown-tag 1', 'Write ((first_name)).'],
  ['((555))', 'error unknown-tag 1', 'Run: emk templates tags'],
  ['(())', 'error unknown-tag 1', 'Run: emk templates tags'],
  ['Hi ((city, how are you', 'error broken-tag 4', 'Write ((city)).'],
  ['Hi ((first_name}}', 'error broken-tag 4', 'Write ((first_name)).'],
  ['Hi ((first_name)', 'error broken-tag 4', 'Write ((first_name)).'],
  ['Hi {{first_name))', 'error broken-tag 4', 'Write ((first_name)).'],
  ['Hi (first_name))', 'error broken-tag 4', 'Write ((first_name)).'],
])('%s is an error in every text', (text, wanted, hint) => {
  expect(lintTags(text, tags).map(found => [`${found.level} ${found.check} ${found.column}`, found.hint])).toEqual([
    [wanted, hint],
  ]);
});

test.each(['Call us ((email) or write)', 'See (Berlin or (city))', 'Hi ((city)) (that is, ((city)))'])(
  '%s is a sentence with brackets of its own',
  text => {
    expect(lintTags(text, tags)).toEqual([]);
  },
);

test('a custom field is found by its name, and what has no certain meaning stays', () => {
  expect(repairTags('{{ contact.shoe_size }} {{ x }}', '{{ contact.shoe_size }} {{ x }}', ['shoe_size'])?.text).toBe(
    '((shoe_size)) {{ x }}',
  );
});

test('the words of a link in Markdown are no tag, whatever they say', () => {
  expect(repaired('[Unsubscribe](*|UNSUB|*) [email](https://example.org)')).toBe(
    '[Unsubscribe](((unsubscribe_preferences))) [email](https://example.org)',
  );
  expect(repaired('Dear [FNAME] (*|EMAIL|*)')).toBe('Dear ((first_name)) (((email)))');
});

test('code, notes and styles are not for readers, but the service fills their tags', () => {
  const html =
    '<!-- {{x}} --><style>a{width:calc((100% - 3px))}b{color:((colour))}</style><script>f((a, b))</script><p style="x:((y z))"><code>{{x}}</code>{{y}}<!--[if mso]>{{z}}<![endif]-->';
  const read = textForReaders(html);
  expect(read).toHaveLength(html.length);
  expect(read.match(/\(\(.*?\)\)|\{\{.\}\}/g)).toEqual(['((colour))', '{{y}}', '{{z}}']);
  expect(markdownForReaders('`{{a}}` {{b}}\n```\n{{c}}\n```\n{{d}}').match(/\w/g)).toEqual(['b', 'd']);
});

test('a repair changes nothing but tags, and needs no second one', () => {
  const parts = ['{{first_name}}', '*|FNAME|*', '((frist_name))', ' x ', '\r\n', '%EMAIL%', '[Name]', '<b>'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts)), all => {
      const text = all.join(' ');
      const first = repairTags(text, textForReaders(text), tags);
      if (!first) return;
      expect(first.text.split('\n')).toHaveLength(text.split('\n').length);
      expect(repairTags(first.text, textForReaders(first.text), tags)).toBeUndefined();
      const withoutTags = (whole: string) =>
        parts.filter(part => /\w{4}/.test(part)).reduce((left, part) => left.replaceAll(part, ''), whole);
      expect(withoutTags(first.text.replaceAll(/\(\(\w+\)\)/g, ''))).toBe(withoutTags(text));
    }),
  );
});
