/** Compiled and never run. Below each `@ts-expect-error` is a mistake that must not compile. */

import type {Call, Client, Send} from '../src/api/client/client.js';
import {type Collection, collection} from '../src/api/describe/collection.js';
import {many, one, params, record, text, utr, words} from '../src/api/describe/notation.js';
import {type FileBody, type OperationInput, type OperationOutput, operation} from '../src/api/describe/operation.js';
import type {Admit, Permit} from '../src/api/describe/permit.js';
import type {InputOf, Loose, RecordOf} from '../src/api/describe/schema.js';
import {effectOf, join, nothing} from '../src/change/effect/effect.js';
import type {Agree} from '../src/commands/agree.js';
import {type Command, type Context, command} from '../src/commands/command.js';
import {act} from '../src/commands/verbs/act.js';
import {create} from '../src/commands/verbs/create.js';
import {list} from '../src/commands/verbs/list.js';
import {remove} from '../src/commands/verbs/remove.js';
import {show} from '../src/commands/verbs/show.js';
import {update} from '../src/commands/verbs/update.js';
import {UsageError} from '../src/core/errors.js';
import type {operations as automations} from '../src/endpoints/automations.js';
import {type contact, operations as contacts} from '../src/endpoints/contacts.js';
import {operations as fields} from '../src/endpoints/fields.js';
import {operations as groups} from '../src/endpoints/groups.js';
import listsOf, {operations as lists} from '../src/endpoints/lists.js';
import type {operations as locations} from '../src/endpoints/locations.js';
import {type mailing, operations as sends} from '../src/endpoints/mailings.js';
import {operations as recipients} from '../src/endpoints/segment-recipients.js';
import type {segment, operations as segments} from '../src/endpoints/segments.js';
import type {operations as senders} from '../src/endpoints/senders.js';
import type {operations as templates} from '../src/endpoints/templates.js';
import {writers} from '../src/output/formats/render.js';
import type {Format} from '../src/output/results/format.js';
import type {Result, Writer} from '../src/output/results/result.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function holds<_ extends true>(): void;

// ── Parameters become input ──

holds<Same<OperationInput<typeof contacts.details>, {contact_id: number}>>();
holds<Same<OperationInput<typeof lists.update>, {id: number; name: string}>>();
holds<Same<OperationInput<typeof fields.create>['field_type'], 'text' | 'number' | 'datetime-local'>>();
holds<Same<OperationInput<typeof automations.create>['type'], 'welcome' | 'custom'>>();
holds<Same<OperationInput<typeof automations.create>['automation_for'], string | undefined>>();
holds<Same<OperationInput<typeof sends.create>['recipient_id'], string[]>>();
holds<Same<OperationInput<typeof sends.create>['schedule_type'], boolean | 0 | 1>>();
holds<Same<OperationInput<typeof sends.create>['schedule_date'], string | undefined>>();
holds<Same<OperationInput<typeof groups.update>['is_display'], boolean | 0 | 1>>();
holds<Same<OperationInput<typeof senders.update>['state_id'], number | undefined>>();
holds<
  Same<OperationInput<typeof contacts.upload>['file'], string | {readonly name: string; readonly bytes: Uint8Array}>
>();
holds<Same<OperationInput<typeof contacts.bulkDelete>, {strIds: string[]}>>();
holds<Same<keyof OperationInput<typeof contacts.list>, never>>();

// @ts-expect-error a list of audiences, not one
export const audience: OperationInput<typeof sends.update>['recipient_id'] = 'contacts_1';

// ── Answers become records ──

holds<Same<OperationOutput<typeof contacts.list>, RecordOf<typeof contact>[]>>();
holds<Same<OperationOutput<typeof contacts.details>, RecordOf<typeof contact>>>();
holds<Same<OperationOutput<typeof sends.details>, RecordOf<typeof mailing>>>();
holds<Same<OperationOutput<typeof sends.create>, {utr: string}>>();
holds<Same<OperationOutput<typeof lists.delete>, string>>();
holds<Same<OperationOutput<typeof contacts.sample>, FileBody>>();
holds<Same<OperationOutput<typeof templates.tags>, string[]>>();
holds<Same<OperationOutput<typeof locations.all>, Record<'countries' | 'states' | 'cities', Loose[]>>>();
holds<Same<RecordOf<typeof contact>['email'], string | null>>();
holds<Same<RecordOf<typeof contact>['contact_type'], unknown>>();
holds<Same<RecordOf<typeof segment>['value'], string[]>>();
holds<Same<RecordOf<typeof mailing>['recipient_id'], {id: string; table: string}[]>>();
holds<Same<RecordOf<typeof mailing>['status'], number>>();
holds<Same<RecordOf<typeof mailing>['template_html'], string | null>>();

const shaped = record({
  a: 'integer',
  b: 'text|null',
  c: 'flag?',
  d: ['uuid'],
  e: [record({f: 'moment'})],
  g: words('off', 'on'),
});
holds<
  Same<RecordOf<typeof shaped>, {a: number; b: string | null; d: string[]; e: {f: string}[]; g: number; c?: 0 | 1}>
>();
// @ts-expect-error not a kind of field
record({id: 'int'});
// @ts-expect-error null goes behind the kind
record({id: 'null|integer'});

// ── Calls ──

export async function calls(call: Call, send: Send, permit: Permit): Promise<void> {
  const everyone = await call(contacts.list);
  everyone[0]?.fullname.toUpperCase();
  await call(contacts.list, {});
  const {recipient_id: audience} = await call(sends.details, {utr: 'x'});
  audience[0]?.table.startsWith('contacts_');
  await send(permit, groups.create, {group_name: 'x', description: 'y', is_display: true});

  // @ts-expect-error a record that is not there may be undefined
  everyone[0].fullname;
  // @ts-expect-error which contact is not said
  await call(contacts.details);
  // @ts-expect-error nor here
  await call(contacts.details, {});
  // @ts-expect-error no such parameter
  await call(contacts.details, {contact: 7});
  // @ts-expect-error an id is a number
  await call(contacts.details, {contact_id: '7'});
  // @ts-expect-error not one of the choices
  await send(permit, fields.create, {field_name: 'age', field_type: 'date'});
  // @ts-expect-error no such field
  everyone[0]?.full_name;
  // @ts-expect-error the answer is a sentence
  (await send(permit, lists.create, {name: 'Leads'})).id;
  // @ts-expect-error an address may be null
  everyone[0]?.email.length;
}

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
  await agree({...nothing, does: undefined}, {what: 'Delete it'});
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

// ── Operations ──

const thing = record({id: 'integer', name: 'text', size: 'text'});
const thingId = {type: 'integer', required: true, help: 'Which'} as const;
operation('GET /things/details?thing_id', {effect: 'reads', params: {thing_id: thingId}, returns: one('thing', thing)});

// @ts-expect-error `thing_id` is in the route and not among the parameters
operation('GET /things/details?thing_id', {effect: 'reads', returns: one('thing', thing)});
operation('GET /things/details?thing_id', {
  effect: 'reads',
  // @ts-expect-error declared, and not required
  params: {thing_id: {type: 'integer', help: 'Which'}},
  returns: one('thing', thing),
});
operation('GET /things/{thing_id}/parts?page&size', {
  effect: 'reads',
  params: {thing_id: thingId, page: thingId, size: thingId},
  returns: many('things', thing),
});
// @ts-expect-error `thing_id` stands in the path and is not among the parameters
operation('GET /things/{thing_id}', {effect: 'reads', returns: one('thing', thing)});
operation('POST /things/{thing_id}/{part}', {
  effect: 'acts',
  // @ts-expect-error a second parameter of the path is missing
  params: {thing_id: thingId},
  returns: text('Done'),
});
// @ts-expect-error a second parameter of the query is missing
operation('GET /things?thing_id&page', {effect: 'reads', params: {thing_id: thingId}, returns: many('things', thing)});
// @ts-expect-error another name than the route's
operation('GET /things?thing_id', {effect: 'reads', params: {thing: thingId}, returns: one('thing', thing)});
// @ts-expect-error what it does is not said
operation('POST /things', {returns: text('Done')});
// @ts-expect-error no such effect
operation('POST /things', {effect: 'writes', returns: text('Done')});
// @ts-expect-error no such method
operation('PATCH /things', {effect: 'updates', returns: text('Done')});
// @ts-expect-error a route begins with a slash
operation('GET things', {effect: 'reads', returns: many('things', thing)});
// @ts-expect-error no such kind of value
operation('POST /things', {effect: 'creates', params: {a: {type: 'number', help: ''}}, returns: text('Done')});
// @ts-expect-error no help
operation('POST /things', {effect: 'creates', params: {a: {type: 'text'}}, returns: text('Done')});
// @ts-expect-error multipart is what leaving it out means
operation('POST /things', {effect: 'creates', encoding: 'multipart', returns: text('Done')});

// ── Verbs ──

const about = {summary: '', examples: ['', '']} as const;
const noun = {one: 'thing', many: 'things'};
const things = operation('GET /things', {effect: 'reads', returns: many('things', thing)});
const details = operation('GET /things/details?id', {
  effect: 'reads',
  params: {id: thingId},
  returns: one('thing', thing),
});
const deletion = operation('DELETE /things/delete?id', {
  effect: 'deletes',
  params: {id: thingId},
  returns: text('Deleted', 'errors'),
});
const addition = operation('POST /things/add', {
  effect: 'creates',
  params: {name: {type: 'text', required: true, help: 'Name'}},
  returns: utr,
});

const of = collection({
  record: thing,
  key: 'id',
  label: 'name',
  noun,
  list: things,
  see: 'emk things list',
  operations: {things},
});

list(things, {...about, of, columns: ['id', 'name']});
// @ts-expect-error one record is no list
list(details, {...about, of, columns: []});
// @ts-expect-error no such column
list(things, {...about, of, columns: ['nmae']});
// @ts-expect-error records of another kind
list(contacts.list, {...about, of, columns: []});
// @ts-expect-error a list is not one record
show(things, {...about, of});
// @ts-expect-error a record of another kind
show(contacts.details, {...about, of});
// @ts-expect-error a list creates nothing
create(things, {...about, of, by: ['name']});
create(addition, {...about, of, by: ['name'], sheet: ['name']});
// @ts-expect-error its sheet has a field that the record does not have
create(addition, {...about, of, by: ['name'], sheet: ['nme']});
// @ts-expect-error nothing says by what the new record is recognised
create(addition, {...about, of});
// @ts-expect-error one example is too few
list(things, {summary: '', examples: [''], of, columns: []});
const acting = {...about, of, did: () => '', unless: ''};
act(deletion, {...acting, does: id => `Stop ${id}`});
// @ts-expect-error what it does is not said for the question
act(deletion, acting);
// @ts-expect-error one record is not acted upon
act(things, {...acting, does: () => ''});

remove(deletion, {...about, of});

// ── Read, merge, write ──

const reading = {...about, of, read: contacts.details, key: 'contact_id'} as const;
// @ts-expect-error it moves people, so it is sent only past the door
update(contacts.update, reading);
const {params: form, returns} = contacts.update;
const change = operation('POST /contacts/update', {effect: 'updates', params: form, returns});
update(change, reading);
// @ts-expect-error the key is none of the form's
update(change, {...reading, key: 'id'});
// @ts-expect-error a list is not what is merged into
update(change, {...reading, read: contacts.list});
const sending = {...about, of, read: sends.details, key: 'utr'} as const;
// @ts-expect-error it can mail people, so it needs a gate of its own
update(sends.update, sending);

// ── Commands by hand ──

const none: Result = {kind: 'nothing'};
const byHand = command({
  ...about,
  takes: {
    days: {type: 'integer', required: true, help: ''},
    only: {type: 'text', choices: ['a', 'b'], help: ''},
    tag: {type: 'text', many: true, help: ''},
    all: {type: 'flag', help: ''},
  },
  args: ['days'],
  calls: [],
  gives: 'nothing',
  async run(_, input) {
    holds<
      Same<
        typeof input,
        {
          days: number;
          only?: 'a' | 'b' | undefined;
          tag?: string[] | undefined;
          all?: boolean | 0 | 1 | undefined;
        }
      >
    >();
    return none;
  },
});
// Every command fits into the tree, whatever its parameters are.
export const anywhere: Command = byHand;
// @ts-expect-error no such parameter to stand by position
command({...about, takes: {}, args: ['days'], calls: [], run: async () => none});
// @ts-expect-error no such result
command({...about, takes: {}, calls: [], run: async () => ({kind: 'text', text: ''})});
// @ts-expect-error which operations it calls is not said
command({...about, takes: {}, run: async () => none});
// @ts-expect-error a result of deletions says what failed
export const half: Result = {kind: 'done', sentence: '', done: []};

export function within(context: Context): void {
  // @ts-expect-error commands never print
  context.print('');
  // @ts-expect-error nor do they change what the command line said
  context.globals.yes = true;
}

const shared = params({a: {type: 'text', required: true, help: ''}, b: {type: 'date', help: ''}});
holds<Same<InputOf<typeof shared>, {a: string; b?: string | undefined}>>();
// @ts-expect-error required is true or missing
params({a: {type: 'text', required: false, help: ''}});

// ── Collections ──

// Any collection can stand in the table, whatever its records are.
export const anyCollection: Collection = of;
const place = {noun, list: things, see: 'emk things list', record: thing, operations: {things}};
// @ts-expect-error no such field to identify by
collection({...place, key: 'uuid', label: 'name'});
// @ts-expect-error no such field to call it by
collection({...place, key: 'id', label: 'title'});
// @ts-expect-error one record is not the list that records are found in
collection({...place, key: 'id', label: 'name', list: details});
// @ts-expect-error a list of other records
collection({...place, key: 'id', label: 'name', list: contacts.list});

// ── Formats ──

export const served: Readonly<Record<Format, Writer>> = writers;
// @ts-expect-error a format that nobody writes
export const unserved: Readonly<Record<Format | 'unserved', Writer>> = writers;
const {data: _data, ...withoutData} = writers.csv;
// @ts-expect-error a format that leaves a kind of result out
export const halfServed: Writer = withoutData;

// ── Errors ──

export const usage = new UsageError('What happened.', {hint: 'What to do.', fields: {name: ['is missing']}});
// @ts-expect-error complaints are lists
new UsageError('What happened.', {fields: {name: 'is missing'}});
// @ts-expect-error the exit code follows from the kind of error
usage.exit = 3;

holds<Same<OperationOutput<typeof segments.list>[number]['select_field'], string[]>>();
