/** Compiled and never run. Below each `@ts-expect-error` is a mistake that must not compile. */

import type {Client} from '../../src/api/client/client.js';
import {operation, text} from '../../src/api/describe/operation.js';
import type {Admit, Permit} from '../../src/api/describe/permit.js';
import type {Agree} from '../../src/change/agree.js';
import type {Context} from '../../src/change/context.js';
import {effectOf, join} from '../../src/change/effect/effect.js';
import {command} from '../../src/commands/command.js';
import {act} from '../../src/commands/verbs/act.js';
import {update} from '../../src/commands/verbs/update.js';
import contactsOf, {operations as contacts} from '../../src/endpoints/contacts.js';
import {operations as groups} from '../../src/endpoints/groups.js';
import listsOf from '../../src/endpoints/lists.js';
import sendsOf, {operations as sends} from '../../src/endpoints/mailings.js';
import {operations as recipients} from '../../src/endpoints/segment-recipients.js';
import type {Result} from '../../src/output/results/result.js';

const about = {summary: '', examples: ['', '']} as const;

// ── Permits: a change needs one of its sort, and one past the door where people are added or moved ──

const ada = {contact_type_id: 1, email: 'ada@example.com', country: 101};
const group = {group_name: 'x', description: 'y', is_display: true} as const;

type Sending = Pick<Client, 'call' | 'send' | 'stream' | 'raw'>;

export async function permitted(
  {call, send, stream, raw}: Sending,
  agree: Agree,
  {admit, all}: {admit: Admit; all: Permit},
): Promise<void> {
  const permit = await agree(effectOf('creates', listsOf));
  await send(permit, groups.create, group);
  await send(admit(permit), contacts.create, ada);

  // @ts-expect-error a change is not called
  await call(groups.create, group);
  // @ts-expect-error a mailing is not called
  await call(sends.duplicate, {utr: 'x'});
  // @ts-expect-error a deletion is no list
  stream(contacts.delete);
  // @ts-expect-error without a permit
  await send(groups.create, group);
  // @ts-expect-error an object is no permit
  await send({}, groups.create, group);
  // @ts-expect-error a permit to create deletes nothing
  await send(permit, contacts.delete, {contact_id: 7});
  // @ts-expect-error nor does it send a mailing
  await send(permit, sends.duplicate, {utr: 'x'});
  // @ts-expect-error a read needs none
  await send(permit, contacts.list);
  // @ts-expect-error people come in only past the door
  await send(permit, contacts.create, ada);
  // @ts-expect-error a file of people too
  await send(permit, contacts.upload, {contact_type_id: 1, file: 'leads.csv'});
  // @ts-expect-error and the people of a segment
  await send(permit, recipients.add, {segment_id: 1, first_name: 'Ada', last_name: 'Lovelace', email: ada.email});
  // @ts-expect-error the door makes no other permit of it
  await send(admit(permit), contacts.update, {contact_id: 7, ...ada});

  // @ts-expect-error a deletion is not agreed to without words
  await agree(effectOf('deletes', listsOf, 1, {wayBack: 'copy'}));
  const deletion = effectOf('deletes', listsOf, 1, {wayBack: 'copy'});
  // @ts-expect-error nor one that does not say how it comes back
  effectOf('deletes', listsOf, 1);
  // @ts-expect-error nor is a mailing that does not say when
  effectOf('sends', listsOf, 1);
  // @ts-expect-error and what may be either says both
  effectOf<'deletes' | 'sends'>('deletes', listsOf, 1, {wayBack: 'copy'});
  const deleting = await agree(deletion, {what: 'Delete it'});
  await send(deleting, contacts.delete, {contact_id: 7});
  const both = await agree(join<'deletes' | 'sends'>(deletion, effectOf('sends', listsOf, 1, {at: 'now'})), {
    what: 'Both',
  });
  await send(both, contacts.delete, {contact_id: 7});
  await send(both, sends.duplicate, {utr: 'x'});
  // @ts-expect-error an effect says what it does
  await agree({...join(), does: undefined}, {what: 'Delete it'});
  const {cannot: _, ...hopeful} = deletion;
  // @ts-expect-error and what cannot be done
  await agree(hopeful, {what: 'Delete it'});

  const request = {method: 'POST', path: '/x', encoding: 'multipart', fields: []} as const;
  await raw({request: {...request, effect: 'reads'}}, () => {});
  await raw({request: {...request, effect: 'deletes'}, permit: all}, () => {});
  // @ts-expect-error a permit for one sort is not enough for it
  await raw({request: {...request, effect: 'updates'}, permit: deleting}, () => {});
  // @ts-expect-error nor by hand without a permit
  await raw({request: {...request, effect: 'deletes'}}, () => {});
}

// ── An operation and a verb say what they do ──

// @ts-expect-error what it does is not said
operation('POST /things', {returns: text('Done')});
const thingId = {type: 'integer', required: true, help: 'Which'} as const;
const deletion = operation('DELETE /things/delete?id', {
  effect: 'deletes',
  params: {id: thingId},
  returns: text('Deleted', 'errors'),
});
const acting = {...about, of: listsOf, did: () => '', unless: ''};
act(deletion, {...acting, does: id => `Stop ${id}`});
// @ts-expect-error what it does is not said for the question
act(deletion, acting);

// ── Read, merge, write ──

const reading = {...about, of: contactsOf, read: contacts.details, key: 'contact_id'} as const;
// @ts-expect-error it moves people, so it is sent only past the door
update(contacts.update, reading);
const {params: form, returns} = contacts.update;
const change = operation('POST /contacts/update', {effect: 'updates', params: form, returns});
update(change, reading);
// @ts-expect-error the key is none of the form's
update(change, {...reading, key: 'id'});
// @ts-expect-error a list is not what is merged into
update(change, {...reading, read: contacts.list});
const sending = {...about, of: sendsOf, read: sends.details, key: 'utr'} as const;
// @ts-expect-error it can mail people, so it needs a gate of its own
update(sends.update, sending);

// ── Commands by hand ──

// @ts-expect-error which operations it calls is not said
command({...about, takes: {}, gives: 'nothing', run: async () => ({kind: 'nothing'})});
// @ts-expect-error a result of deletions says what failed
export const half: Result = {kind: 'done', sentence: '', done: []};

export function within(context: Context): void {
  // @ts-expect-error commands never print
  context.print('');
  // @ts-expect-error nor do they change what the command line said
  context.globals.yes = true;
}
