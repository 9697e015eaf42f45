import {describe, expect, test} from 'vitest';
import {mailStatusOf, statusColumns, worstStatus} from '../../../src/csv/columns/wants-mail.js';

const kindOf = (header: string, values: readonly string[] = []) =>
  statusColumns([{header, values}], undefined)[0]?.kind;

describe('a status is recognised by its header', () => {
  test.each([
    [
      'state',
      [
        'Status',
        'Email status',
        'subscription_status',
        'Subscription Status',
        'Contact Status',
        'Email permission status',
        'Marketing contact status',
        'Attendee Status',
        'Statut',
        'Estatus',
        'Estado de suscripción',
        'Statut de l’abonnement',
        'Abostatus',
        'status_abonnement',
      ],
    ],
    [
      'unsubscribed',
      [
        'Unsubscribed',
        'Unsubscribed from all email',
        'UNSUB_TIME',
        'Email Opt Out',
        'HasOptedOutOfEmail',
        'Opt-out date',
        'Unsubscribed at',
        'Date Unsubscribed',
        'DND',
        'Suppressed',
        'Do Not Email',
        'email_disabled',
        'BLOCKLISTED',
        'Blacklisted',
        'Marked as spam',
        'Abgemeldet am',
        'Désinscrit',
        'Désabonné le',
        'Fecha de baja',
        'Descadastrado',
        'Uitgeschreven',
        'Afgemeld op',
        'Keine Werbung',
      ],
    ],
    ['leaving reason', ['UNSUB_REASON', 'Unsubscribe reason', 'Email Suppressions', 'Reason for opt-out']],
    ['bounce reason', ['Email hard bounce reason', 'hs_email_hard_bounce_reason_enum', 'Bounce Reason']],
    ['bounced', ['Bounced', 'CLEAN_TIME', 'Hard bounced', 'Bounced at', 'cleaned']],
    [
      'subscribed',
      ['Subscribed', 'Subscribed to emails', 'subscribed_to_emails', 'is_subscribed', 'abonniert', 'Geabonneerd'],
    ],
    [
      'agreed',
      [
        'Accepts Marketing',
        'Accepts Email Marketing',
        'Email Marketing Consent',
        'Consent',
        'Opt-in',
        'Email opt-in',
        'Einwilligung',
        'DSGVO-Einwilligung',
        'Consentement',
        'Acepta marketing',
        'Aceita marketing',
        'Toestemming',
      ],
    ],
  ])('%s', (kind, headers) => {
    expect(headers.map(header => [header, kindOf(header)])).toEqual(headers.map(header => [header, kind]));
  });

  test.each([
    'UNSUB_CAMPAIGN_TITLE',
    'Marketing emails bounced',
    'Number of bounces',
    'Unsubscribe reason SMS',
    'Lost reason',
    'Unsubscribe URL',
    'OPTIN_TIME',
    'OPTIN_IP',
    'CONFIRM_TIME',
    'Accepts SMS Marketing',
    'SMS consent',
    'Lead Status',
    'Account Status',
    'Subscribed at',
    'active_subscription',
    'Unsubscribes count',
    'Order Status',
    'Email',
    'Address',
    'Contact',
    'Marketing',
    'Newsletter',
    'Country',
  ])('%s is none', header => {
    expect(kindOf(header)).toBeUndefined();
  });
});

describe('a status is recognised by its values', () => {
  test.each([
    ['state', 'Zustand', ['abonniert', 'abgemeldet', '']],
    ['state', 'state', ['active', 'cancelled']],
    ['state', 'Estado', ['suscrito', 'dado de baja']],
    ['state', 'whatever', ['Subscribed', 'unsubscribed', 'Cleaned']],
    ['subscribed', 'Newsletter', ['ja', 'nein']],
    ['withdrawn', 'Refunded', ['Yes', 'No']],
    ['withdrawn', 'Refunded', ['1', '0']],
    ['unsubscribed', 'Opted out of email: Marketing Information', ['true', '']],
    ['bounced', 'Email address bounced lately', ['yes', 'no']],
    ['state', 'Меню', ['подписан', 'Отписан']],
    ['state', 'Állapot', ['feliratkozott', 'leiratkozott']],
    ['state', '状態', ['購読中', '配信停止']],
    ['state', 'Läge', ['prenumererar', 'avregistrerad']],
    ['state', 'Tilstand', ['tilmeldt', 'afmeldt']],
    ['state', 'whatever', ['Subscribed', 'unsubscribed', 'Cleaned', 'unsubscribed', 'test']],
  ])('%s: %s', (kind, header, values) => {
    expect(kindOf(header, values)).toBe(kind);
  });

  test.each([
    ['state', ['California', 'active']],
    ['state', ['disabled', 'enabled']],
    ['Estado', ['Jalisco']],
    ['Newsletter', ['Weekly', 'Monthly']],
    ['Plan', ['free', 'paid']],
    ['Notes', ['subscribed', 'likes tea']],
  ])('%s: %j is none', (header, values) => {
    expect(kindOf(header, values)).toBeUndefined();
  });
});

test.each([
  ['UNSUBSCRIBED', 'state', 'left'],
  ['never_subscribed', 'state', 'out'],
  ['Hard Bounce', 'state', 'bounced'],
  ['Désabonnée', 'state', 'left'],
  ['Lead', 'state', undefined],
  ['yes', 'state', undefined],
  ['', 'state', 'in'],
  ['TRUE', 'unsubscribed', 'left'],
  ['0', 'unsubscribed', 'in'],
  ['2024-05-06 07:08:09', 'unsubscribed', 'left'],
  ['06.05.2024', 'unsubscribed', 'left'],
  ['Email, SMS', 'unsubscribed', 'left'],
  ['SMS', 'unsubscribed', 'in'],
  ['perhaps', 'unsubscribed', undefined],
  ['2024-05-06', 'bounced', 'bounced'],
  ['false', 'subscribed', 'left'],
  ['no', 'agreed', 'out'],
  ['não', 'agreed', 'out'],
  ['SUBSCRIBED', 'agreed', 'in'],
] as const)('“%s” in a column of kind %s', (text, kind, standing) => {
  expect(mailStatusOf(text, kind)).toBe(standing);
});

test('one no outweighs every yes, and an unknown value every yes too', () => {
  expect(worstStatus(['in', 'left', undefined])).toBe('left');
  expect(worstStatus(['out', 'bounced'])).toBe('bounced');
  expect(worstStatus(['in', undefined])).toBeUndefined();
  expect(worstStatus(['in', 'in'])).toBe('in');
});

test('a column that is named is taken, and none is none', () => {
  const columns = [
    {header: 'Status', values: ['Lead']},
    {header: 'Mail ok', values: ['ja']},
  ];
  expect(statusColumns(columns, 'mail-ok')).toEqual([{header: 'Mail ok', column: 1, kind: 'agreed'}]);
  expect(statusColumns(columns, 'none')).toEqual([]);
  expect(() => statusColumns(columns, 'Stats')).toThrow('the file has no column “Stats”');
});
