/** What reads and writes a whole account on Windows: files of an account, restore, erasures, seeds. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {atDesk, must} from './desk.mjs';

export const accounts = {
  'an account is pulled, changed in a file and applied': atDesk(async desk => {
    await desk.emk(['account', 'pull', 'Konto', '--only', 'contact-types']);
    const path = join(desk.folder, 'Konto', 'contact-types.yaml');
    desk.write(
      'Konto/contact-types.yaml',
      `${readFileSync(path, 'utf8').trimEnd()}\n  - name: Füchse\n`.replaceAll('\n', '\r\n'),
    );
    await desk.emk(['account', 'plan', 'Konto', '--out', 'plan.json']);
    await desk.emk(['account', 'apply', 'plan.json', '--yes']);
    const {stdout} = await desk.emk(['contact-types', 'show', 'Füchse', '-o', 'json']);
    must(JSON.parse(stdout).name === 'Füchse', stdout);
  }),

  'a deleted list is restored': atDesk(async desk => {
    const before = (await desk.contactsOf('Staff')).length;
    await desk.emk(['contact-types', 'delete', 'Staff', '--yes', '--max-delete', '500']);
    must((await desk.contactsOf('Staff')).length === 0, 'the list is still there');
    const {stdout} = await desk.emk(['restore', '-o', 'json']);
    const [{name, id}] = JSON.parse(stdout);
    await desk.emk(['restore', name ?? id, '--yes']);
    must((await desk.contactsOf('Staff')).length === before, 'people are missing');
  }),

  'a person is erased, in files too': atDesk(async desk => {
    const [{email}] = await desk.contactsOf('Newsletter');
    await desk.emk(['contacts', 'list', '--out', 'all.jsonl']);
    // The person is still in a file, which only its owner may change.
    const {stderr} = await desk.emk(['people', 'erase', email, '--yes', '--out', 'Urkunde.txt'], {code: 8});
    must(
      (await desk.contactsOf('Newsletter')).every(each => each.email !== email),
      'the person is still there',
    );
    must(readFileSync(join(desk.folder, 'Urkunde.txt'), 'utf8').includes('all.jsonl'), stderr);
    desk.write('all.jsonl', '');
    await desk.emk(['people', 'erase', email, '--yes']);
  }),

  'a seed is made and cleaned': atDesk(async desk => {
    desk.write('seed.yaml', 'contact-types:\r\n  - name: Readers\r\n');
    const lists = async () => JSON.parse((await desk.emk(['contact-types', 'list', '-o', 'json'])).stdout).length;
    const before = await lists();
    await desk.emk(['seed', 'seed.yaml', '--run', 'job-7', '--yes']);
    must((await lists()) === before + 1, 'no list was made');
    await desk.emk(['seed', 'clean', '--run', 'job-7', '--yes']);
    must((await lists()) === before, 'the list is still there');
  }),
};
