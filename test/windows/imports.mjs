/** Imports on Windows: whole, killed at any moment, and two at once. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {atDesk, must} from './desk.mjs';

const ROWS = 60;
const people = Array.from({length: ROWS}, (_, at) => `person${at}@example.com`);
const leads = ['email,first_name', ...people.map((address, at) => `${address},Jürgen${at}`)].join('\r\n');

export const imports = {
  'an import of 5,000 rows is verified': atDesk(async desk => {
    const many = Array.from({length: 5000}, (_, at) => `row${at}@example.com,Zoë`);
    desk.write('Leads März.csv', `\ufeffemail,first_name\r\n${many.join('\r\n')}\r\n`);
    const ran = await desk.emk(['contacts', 'import', '.\\Leads März.csv', '--type', 'Many', '--create-type', '--yes']);
    must((await desk.contactsOf('Many')).length === 5000, ran.stderr);
    must(
      (await desk.contactsOf('Many')).every(({first_name}) => first_name === 'Zoë'),
      'a name lost its letter',
    );
  }, '--empty'),

  'an import killed at ten moments loses nobody, and adds nobody twice': atDesk(
    async desk => {
      for (const at of Array.from({length: 10}, (_, kill) => kill + 1)) await killed(desk, at);
    },
    '--empty',
    '--fault',
    'POST /contacts/upload-csv=latency,ms=60',
  ),

  'two imports of one list at once wait for each other': atDesk(async desk => {
    for (const half of [0, 1])
      desk.write(`half${half}.csv`, half ? leads : leads.split('\r\n').slice(0, 31).join('\n'));
    await desk.emk(['contact-types', 'create', '--name', 'Both']);
    const line = half => ['contacts', 'import', `half${half}.csv`, '--type', 'Both', '--yes'];
    const ran = await Promise.all([0, 1].map(half => desk.start(line(half)).ended));
    must(
      ran.every(({code}) => code === 0),
      ...ran,
    );
    exactly(people, await desk.contactsOf('Both'));
    must(!left(desk.folder).some(name => name.endsWith('.lock')), left(desk.folder));
  }, '--empty'),
};

/** Kills an import once its journal has so many records, and resumes it. */
async function killed(desk, record) {
  const [list, folder] = [`Killed ${record}`, join(desk.folder, `state${record}`)];
  desk.write(`leads${record}.csv`, leads);
  const env = {EMK_SETTLE: '150ms', EMK_STATE_DIR: `Z:${folder.replaceAll('/', '\\')}`};
  const line = ['contacts', 'import', `leads${record}.csv`, '--type', list, '--create-type', '--yes'];
  const {child, ended} = desk.start(line, {env});
  let over = false;
  ended.then(() => (over = true));
  while (!over && recordsIn(folder) < record) await sleep(2);
  child.kill('SIGKILL');
  await ended;
  for (let tries = 0; tries < 3; tries++) {
    const words = recordsIn(folder) > 0 ? ['contacts', 'import', 'resume', '--yes'] : line;
    const {code, stderr} = await desk.start(words, {env}).ended;
    if (code === 0 || (code === 4 && /nothing to resume/i.test(stderr))) break;
    must(tries < 2, `killed at record ${record}: it never came to an end`, code, stderr);
  }
  exactly(people, await desk.contactsOf(list), `killed at record ${record}`);
}

function exactly(addresses, contacts, when = '') {
  const seen = contacts.map(({email}) => email).sort();
  must(JSON.stringify(seen) === JSON.stringify([...addresses].sort()), when, `${seen.length} people`, seen);
}

function recordsIn(state) {
  const runs = join(state, 'imports');
  const path = existsSync(runs)
    ? readdirSync(runs)
        .map(id => join(runs, id, 'journal.jsonl'))
        .find(each => existsSync(each))
    : undefined;
  return path ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}

const left = folder => readdirSync(join(folder, 'state'), {recursive: true});
