/**
 * Cases of a sync and of an undo: every fault in the parts that add, change and delete, and kill -9 at journal writes.
 * The same line is run again until it succeeds; then the list must match the file, each row once, nobody else may be
 * changed, and one more run must send nothing.
 */
import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {duplicates, faults} from './import-cases.mjs';

const routes = {
  add: 'POST /contacts/upload-csv',
  update: 'POST /contacts/update',
  delete: 'POST /contacts/bulk-delete',
};

const contact = (at, city) => [`person${at}@example.com`, `First${at}`, city, 'Germany'].join(',');
const csv = rows => ['email,first_name,city,country', ...rows].join('\n');
const numbers = (from, to) => Array.from({length: to - from}, (_, at) => from + at);

/** 30 contacts exist. The file keeps 12 of them, changes 12, lacks 6, and has 15 new ones. */
const before = csv(numbers(0, 30).map(at => contact(at, 'Bonn')));
const file = csv([
  ...numbers(0, 12).map(at => contact(at, 'Bonn')),
  ...numbers(12, 24).map(at => contact(at, 'Köln')),
  ...numbers(30, 45).map(at => contact(at, 'Ulm')),
]);
const synced = file.split('\n').slice(1);

/** The tasks: all of them, or a sample with every other fault, in every part; imports meet every fault. */
export function syncTasks({long, only}) {
  const wanted = name => only === undefined || name.startsWith(only);
  const parts = Object.keys(routes);
  const each = faults
    .filter(({name, also}) => !also && wanted(name))
    .flatMap((fault, row) =>
      parts
        .filter((_, at) => long || only !== undefined || (row % 2 === 0 && at === (row / 2) % parts.length))
        .map((part, at) => ({
          sync: true,
          label: `sync: ${fault.name} in ${part}`,
          fault,
          part,
          on: duplicates[(row + at) % 3],
        })),
    );
  const undone = faults
    .filter(({name, also}) => !also && wanted(name))
    .filter((_, row) => long || only !== undefined || row % 6 === 1)
    .map((fault, row) => ({undo: true, label: `undo: ${fault.name}`, fault, part: 'delete', on: duplicates[row % 3]}));
  if (only !== undefined && only !== 'kill') return [...each, ...undone];
  const kills = numbers(1, 13)
    .filter(write => long || write % 4 === 1)
    .map(write => ({sync: true, label: `sync: kill at write ${write}`, killAtWrite: write, on: duplicates[write % 3]}));
  const undoKills = numbers(1, 4).map(more => ({
    undo: true,
    label: `undo: kill at write ${more}`,
    more,
    on: duplicates[more % 3],
  }));
  return [...each, ...undone, ...kills, ...undoKills];
}

/** Runs one case, and says what is wrong with its end. */
export async function playSync(tools, lane, task) {
  const {ask, run, work, complain} = tools;
  const folder = join(work, `${task.sync ? 'sync' : 'undo'}-${lane.kind}-${task.label.replace(/\W+/g, '-')}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'crm.csv'), file);
  const name = `${task.label} ${lane.kind}`;
  await ask(lane, '/api/contacts-type/add', {method: 'POST', body: new URLSearchParams({name})});
  const {contactTypes} = await ask(lane, '/api/contacts-type');
  const {id} = contactTypes.find(type => type.name === name);
  await upload(tools, lane, id, before);
  const more = task.fault?.more ?? [];
  const line = task.sync
    ? [
        'contacts',
        'sync',
        'crm.csv',
        '--list',
        name,
        '--update',
        '--gone',
        'delete',
        '--max-gone',
        '100',
        '--yes',
        ...more,
      ]
    : ['undo', '', '--yes', '--max-delete', '100', ...more];
  if (task.undo) {
    const done = await run(lane, folder, ['contacts', 'import', 'crm.csv', '--list', name], {});
    if (done.code !== 0) complain(`the import ended with ${done.code}: ${done.stderr}`);
    [line[1]] = readdirSync(join(folder, 'state', 'imports'));
  }
  await misbehave(tools, lane, task);
  const killAtWrite = task.more === undefined ? task.killAtWrite : tools.recordsIn(folder) + task.more;
  const first = await run(lane, folder, line, {killAtWrite});
  await ask(lane, '/__faults', {method: 'DELETE'});
  let last = first;
  for (let tries = 0; tries < 5 && last.code !== 0; tries++) {
    last = await run(lane, folder, line, {});
    if (last.code === 4 && task.undo) break;
  }
  if (last.code !== 0 && !(task.undo && last.code === 4)) complain(`never came to an end: ${last.code} ${last.stderr}`);
  const expected = task.sync ? synced : before.split('\n').slice(1);
  const held = await listed(tools, lane, id);
  if (held.join('\n') !== [...expected].sort().join('\n')) complain(`the list holds\n${held.join('\n')}`);
  if (!task.sync) return;
  // The sandbox keeps only its last requests, so they are counted from here.
  const began = new Date().toISOString();
  const again = await run(lane, folder, line, {});
  if (again.code !== 0) complain(`another run ends with ${again.code}: ${again.stderr}`);
  if ((await changesOf(tools, lane, began)) > 0) complain('another run sends something');
}

async function misbehave({ask, upload: route}, lane, {fault, part, killAtWrite, more}) {
  const add = text => ask(lane, '/__faults', {method: 'POST', body: new URLSearchParams({fault: text})});
  if (killAtWrite !== undefined || more !== undefined) {
    for (const slow of [route, routes.update, routes.delete]) await add(`${slow}=latency,ms=25`);
    return;
  }
  await add(`${routes[part]}=${fault.text}`);
}

async function upload({ask}, lane, id, text) {
  const body = new FormData();
  body.set('contact_type_id', String(id));
  body.set('file', new Blob([`${text}\n`], {type: 'text/csv'}), 'before.csv');
  await ask(lane, '/api/contacts/upload-csv', {method: 'POST', body});
}

async function listed({ask}, lane, id) {
  const {contacts} = await ask(lane, '/api/contacts/list');
  return contacts
    .filter(one => one.contact_type_id === id)
    .map(({email, first_name, city, country}) => [email, first_name, city, country].join(','))
    .sort();
}

/** How many changing requests the sandbox has seen. */
async function changesOf({log}, lane, began) {
  const since = (await log(lane)).filter(({at}) => at >= began);
  return since.filter(({method, path}) => method !== 'GET' && path.startsWith('/api')).length;
}
