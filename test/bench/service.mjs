/**
 * A stand-in for the service, fast enough not to influence the measurement. A separate process; the first part of the
 * path says how many contacts are listed (`/n1000000/api`, or `/d1000000/api` with different contacts, all of type 1,
 * `/r1000000/api` with the same in no order), how many are listed before uploads add the next rows of a file from
 * `makeFiles` (`/i1000000/api`), or how long it waits before each answer (`/ms50/api`).
 */

import {once} from 'node:events';
import {createServer} from 'node:http';
import {contact} from './contacts.mjs';

const success = message => Buffer.from(JSON.stringify({status: 'success', message}));
const contactTypes = count =>
  Array.from({length: count}, (_, index) => ({
    id: index + 1,
    user_id: 7,
    name: `Type ${index + 1}`,
    contacts_count: 0,
  }));

const reserved = [
  'first_name',
  'last_name',
  'email',
  'alt_email',
  'country',
  'state',
  'city',
  'address_line1',
  'address_line2',
  'state_province_region',
  'postal_code',
];

const answers = {
  '/contacts-type': success({contactTypes: contactTypes(9)}),
  '/contacts/list': success({contacts: []}),
  '/global-unsubscribes': success({unSubscribers: []}),
  '/reserve-fields': success({
    reservedFields: reserved.map((field_name, index) => ({
      id: index + 1,
      user_id: null,
      field_name,
      field_type: 'text',
      is_reserved: 1,
    })),
  }),
  '/custom-fields': success({customFields: []}),
  '/unsubscribes-groups': success({unsubscribesGroups: []}),
  '/senders': success({senders: []}),
  '/get-design/template': success({templates: []}),
  '/single-send/list': success({singleSends: []}),
  '/notification-recipients': success({notifications: []}),
  '/segment/list': success({segments: []}),
  '/automations': success({automations: []}),
  '/get/country-state-city': success({countries: [{id: 1, name: 'Germany'}], states: [], cities: []}),
};
const deleted = Buffer.from('{"status":"success","errors":"Deleted Successfully"}');

/** A list repeats one block of a thousand contacts, so that sending it costs next to nothing. */
const block = Buffer.from(
  Array.from({length: 1000}, (_, index) => JSON.stringify(contact(1_000_000 + index))).join(','),
);

const server = createServer(async (request, response) => {
  const [, kind, number, path] = /^\/([a-z]+)(\d+)\/api([^?]*)/.exec(request.url) ?? [];
  request.resume();
  if (kind === 'ms') await new Promise(resolve => setTimeout(resolve, Number(number)));
  response.setHeader('content-type', 'application/json');
  if (kind === 'n' && path === '/contacts/list') await sendList(response, Number(number) / 1000);
  else if (kind === 'd' && path === '/contacts/list') await sendDistinct(response, Number(number), 1);
  else if (kind === 'r' && path === '/contacts/list') await sendDistinct(response, Number(number), 618_033_989);
  else if (kind === 'd' && path === '/contacts-type') response.end(countingType(Number(number)));
  else response.end(answers[path] ?? deleted);
});

async function sendList(response, blocks) {
  response.write('{"status":"success","message":{"contacts":[');
  for (let sent = 0; sent < blocks && !response.destroyed; sent++) {
    if (sent > 0) response.write(',');
    if (!response.write(block)) await Promise.race([once(response, 'drain'), gone(response)]);
  }
  response.end(']}}');
}

/** Contacts that are all different, for a comparison with a file. `step` shares no factor with round counts, so that each id comes once. */
async function sendDistinct(response, count, step) {
  response.write('{"status":"success","message":{"contacts":[');
  const one = at => JSON.stringify({...contact(1 + ((at * step) % count)), contact_type_id: 1});
  for (let sent = 0; sent < count && !response.destroyed; sent += 1000) {
    const some = Array.from({length: Math.min(1000, count - sent)}, (_, at) => one(sent + at));
    if (!response.write((sent > 0 ? ',' : '') + some.join(',')))
      await Promise.race([once(response, 'drain'), gone(response)]);
  }
  response.end(']}}');
}

const countingType = contacts_count =>
  success({contactTypes: [{id: 1, user_id: 7, name: 'Type 1', deleted_at: null, contacts_count}]});

const leaving = new WeakMap();
function gone(response) {
  if (!leaving.has(response)) leaving.set(response, new Promise(resolve => response.once('close', resolve)));
  return leaving.get(response);
}

server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
