import {expect, test} from 'vitest';
import {mailDrawing} from '../../../src/sandbox/commands/mail-drawing.js';
import type {Delivery} from '../../../src/sandbox/service/life/mail.schema.js';

const mail: Delivery = {
  ...{id: 1, kind: 'mailing', utr: 'u', part_utr: 'u', name: 'May', contact_id: 1},
  ...{to: 'ada@example.com', from: 'Acme News <news@acme.example>', reply_to: 'news@acme.example'},
  ...{subject: 'Hello Ada', preheader: '', triggered_at: '2030-05-04T09:00:00.000Z'},
  body: '<p>We have <b>opened</b> a shop: <a href="https://acme.example/p">our plants</a>.</p><p>Bye</p>',
  ...{delivered_at: '2030-05-04T09:00:01.000Z', bounced_at: null, opens: 2, opened_at: '2030-05-04T09:05:00.000Z'},
  ...{unsubscribed_at: null, unsubscribe_group_id: 1},
};

test('a sentence stays whole around bold words and links', () => {
  expect(mailDrawing(mail, '2030-05-04 09:00', undefined)).toBe(
    [
      'To: ada@example.com',
      'From: Acme News <news@acme.example>',
      'Subject: Hello Ada',
      'Sent: 2030-05-04 09:00 by "May", arrived, opened 2 times',
      '',
      '  We have opened a shop: our plants.',
      '',
      '  Bye',
    ].join('\n'),
  );
});

test('on a screen it is drawn as a mail, and breaks between words', () => {
  expect(mailDrawing(mail, '2030-05-04 09:00', 34)).toBe(
    [
      '┌──────────────────────────────┐',
      '│ To       ada@example.com     │',
      '│ From     Acme News           │',
      '│          <news@acme.example> │',
      '│ Subject  Hello Ada           │',
      '├──────────────────────────────┤',
      '│ We have opened a shop: our   │',
      '│ plants.                      │',
      '│                              │',
      '│ Bye                          │',
      '└──────────────────────────────┘',
      '  2030-05-04 09:00 by "May",',
      '  arrived, opened 2 times',
    ].join('\n'),
  );
});

test('of a design it shows the words and not its JSON', () => {
  const body = JSON.stringify({blocks: [{type: 'text', text: 'Hello Ada,'}, {rows: [{text: 'welcome.'}]}]});
  const drawn = mailDrawing({...mail, body}, '2030-05-04 09:00', undefined);
  expect(drawn).toContain('\n\n  Hello Ada,\n\n  welcome.');
  expect(drawn).not.toContain('blocks');
});

test('a text that only begins like a design is shown as it is', () => {
  expect(mailDrawing({...mail, body: '{hello} Ada'}, '2030-05-04 09:00', undefined)).toContain('  {hello} Ada');
});
