/** The effect of each endpoint on the account, written by hand from the documentation; the table must agree. */

import {expect, test} from 'vitest';
import type {Does} from '../../src/api/describe/schema.js';
import {loadOperations} from '../../src/endpoints/all.js';

const effects: Readonly<Record<string, Does>> = {
  'GET /global-unsubscribes': 'reads',
  'POST /global-unsubscribes/save': 'creates',
  'DELETE /global-unsubscribes/delete?id': 'deletes',
  'POST /global-unsubscribes/bulk-delete': 'deletes',

  'GET /unsubscribes-groups': 'reads',
  'POST /unsubscribes-groups/save': 'creates',
  'GET /unsubscribes-groups/details?id': 'reads',
  'POST /unsubscribes-groups/update?id': 'updates',
  'POST /unsubscribes-groups/manually-add': 'creates',
  'GET /unsubscribes-groups/recipients-list?groupId': 'reads',
  'DELETE /unsubscribes-groups/recipients-delete?id': 'deletes',
  'POST /unsubscribes-groups/recipients-bulk-delete': 'deletes',

  'GET /segment/list': 'reads',
  'GET /segment/email/list?segment_id': 'reads',
  'POST /segment/email/store': 'creates',
  'DELETE /segment/email/delete?segment_recipient_id': 'deletes',
  'DELETE /segment/delete?segment_id': 'deletes',

  'GET /contacts-type': 'reads',
  'POST /contacts-type/add': 'creates',
  'GET /contacts-type/view?contact_type_id': 'reads',
  'POST /contacts-type/update': 'updates',
  'DELETE /contacts-type/delete?contact_type_id': 'deletes',

  'GET /contacts/list': 'reads',
  'POST /contacts/add': 'creates',
  'GET /contacts/csv-sample/download': 'reads',
  'POST /contacts/upload-csv': 'creates',
  'GET /contacts/details?contact_id': 'reads',
  'POST /contacts/update': 'updates',
  'DELETE /contacts/delete?contact_id': 'deletes',
  'POST /contacts/bulk-delete': 'deletes',

  'GET /reserve-fields': 'reads',
  'GET /custom-fields': 'reads',
  'POST /custom-fields/save': 'creates',
  'DELETE /custom-fields/delete?id': 'deletes',

  'GET /get-design/template': 'reads',
  'GET /get-dynamic/content': 'reads',

  // Creating an immediate mailing sends it, updating it may send it again, and a copy is sent like its original.
  'GET /single-send/list': 'reads',
  'POST /single/send/create': 'sends',
  'POST /single/send/duplicate?utr': 'sends',
  'GET /single-send/details?utr': 'reads',
  'POST /single/send/update': 'sends',
  'DELETE /single/send/delete?utr': 'deletes',
  'POST /single/send/bulk-delete': 'deletes',

  // Three of these GETs change the account.
  'GET /automations': 'reads',
  'POST /automations/create': 'creates',
  'GET /automations/duplicate?utr': 'creates',
  'GET /automations/details?utr': 'reads',
  'GET /automations/pause?utr': 'acts',
  'GET /automations/set-live?utr': 'sends',
  'DELETE /automations/delete?utr': 'deletes',
  'POST /automations/bulk-delete': 'deletes',
  'GET /automations/schedule?utr': 'reads',
  'POST /automations/schedule/create': 'creates',
  'DELETE /automations/schedule/delete?utr': 'deletes',

  'GET /notification-recipients': 'reads',
  'POST /notification-recipient/save': 'creates',
  'DELETE /notification-recipient/delete?id': 'deletes',
  'POST /notification-recipient/bulk-delete': 'deletes',

  'GET /get/country-state-city': 'reads',
  'GET /senders': 'reads',
  'POST /sender/save': 'creates',
  'GET /sender/details?sender_id': 'reads',
  'POST /sender/update': 'updates',
  'DELETE /sender/delete?sender_id': 'deletes',
  'GET /sender/resend-mail?sender_id': 'sends',
};

test('every operation does what was written down here', async () => {
  const operations = await loadOperations();
  expect(Object.fromEntries(operations.map(({route, effect}) => [route, effect]))).toEqual(effects);
});

test('five GETs and no POST of the document hide what they do', () => {
  const changing = Object.entries(effects).filter(([route, effect]) => route.startsWith('GET ') && effect !== 'reads');
  const reading = Object.entries(effects).filter(([route, effect]) => !route.startsWith('GET ') && effect === 'reads');
  // The fifth, the copy of a mailing, is a POST here, which the documentation gives as well.
  expect(changing.map(([route]) => route)).toEqual([
    'GET /automations/duplicate?utr',
    'GET /automations/pause?utr',
    'GET /automations/set-live?utr',
    'GET /sender/resend-mail?sender_id',
  ]);
  expect(reading).toEqual([]);
});
