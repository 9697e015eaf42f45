/** What an agent is told when a call fails: nothing that only a command line could do. */
import {expect, test} from 'vitest';
import {useShell} from '../use-shell.js';
import {startAgent} from './agent.js';

const shell = useShell();

test('a hint names the tools and their parameters, and what needs a command line is dropped', async () => {
  await shell().emk('unsubscribes add --email gone@example.com');
  const agent = await startAgent(shell(), 'mcp --allow-writes --allow-sends --folder .');
  shell().write('half.csv', 'email\nnew@example.com\n');
  const contact = {kind: 'contacts', list: 'Newsletter', email: 'anew@example.com', country: 'Germany'};
  const mailing = {
    name: 'One',
    subject: 'Hello',
    preheader: 'Read',
    from: 'news@acme.example',
    template: 'Newsletter',
    to: ['list:Newsletter'],
    group: 'Weekly news',
  };
  const failing: readonly (readonly [string, Record<string, unknown>])[] = [
    ['show', {kind: 'lists', record: 'Nobody'}],
    ['show', {kind: 'contacts', record: 'nobody@example.com'}],
    ['show', {kind: 'contacts'}],
    ['preview', {mailing: 'Nothing'}],
    ['check', {kind: 'mailings'}],
    ['list', {kind: 'contacts', where: ['colour=red']}],
    ['list', {kind: 'contacts', where: ['custom_field.colour=red']}],
    ['list', {kind: 'contacts', sort: 'colour'}],
    ['create', contact],
    ['create', {...contact, list: 'Customers', email: 'gone@example.com'}],
    ['create', {kind: 'contacts', list: 'Newsletter', email: 'new@example.com', country: 'Nowhere'}],
    ['create', {kind: 'fields', name: 'age'}],
    ['delete', {kind: 'contacts', records: ['999']}],
    ['update', {kind: 'contacts', record: '1'}],
    ['import_contacts', {file: 'half.csv', list: 'Newsletter'}],
    ['import_contacts', {file: 'half.csv', list: 'Nobody'}],
    ['prepare_send', {mailing: 'Nothing', now: true}],
    ['prepare_send', {name: 'One', now: true}],
    ['prepare_send', {...mailing, at: 'tomorrow 9am'}],
    ['results', {kind: 'mailings', since: 'soon'}],
  ];
  const told = [];
  for (const [tool, given] of failing) {
    const {failed, says} = await agent.call(tool, given);
    if (failed) told.push(`${tool}: ${says.error?.message} | ${says.error?.hint}`);
  }
  expect(told).toHaveLength(failing.length);
  expect(told.filter(each => /(?:^|\s)-[-a-z]|emk (?!understands|does|sent|found)|If not/.test(each))).toEqual([]);
  expect(told).toEqual(
    expect.arrayContaining([
      'show: There is no list "Nobody". | To see the lists: call list {"kind":"lists"}.',
      'list: "where" names a field "colour" that this account does not have. | To see the fields: call list {"kind":"fields"}.',
      'create: This would start the live automation "Welcome". | Nothing was changed. Only a person can allow this, with emk.',
      'create: gone@example.com unsubscribed from everything, so emk sent nothing. | Only a person can allow this, with emk.',
      'create: "field-kind" is missing. | For example, add: "field-kind" number',
      'show: "record" is missing. | null',
      'check: "record" is missing. | null',
      'preview: There is no file, template or mailing called "Nothing". | To see the templates: call list {"kind":"templates"}. To see the mailings: call list {"kind":"mailings"}.',
      expect.stringMatching(
        /^prepare_send: .* \| Give day and time as your account page shows them: "2030-05-01 09:00".$/,
      ),
    ]),
  );
});
