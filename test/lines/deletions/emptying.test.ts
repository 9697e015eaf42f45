/** Fields are emptied on request, even at a service that keeps what is not sent. */

import {createServer} from 'node:http';
import {describe, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {runAgainst} from '../../support/run-against.js';
import {sample} from '../../support/sample.js';
import {served} from '../../support/served.js';
import {type Shell, startShell} from '../../support/shell.js';

const withShell = async (leftOut: 'emptied' | 'kept', play: (shell: Shell) => Promise<void>): Promise<void> => {
  const shell = await startShell({settings: {leftOut}});
  try {
    await play(shell);
  } finally {
    await shell.close();
  }
};
const read = async (shell: Shell, line: string) => JSON.parse((await shell.emk(`${line} -o json`)).stdout);
const newSender =
  'senders create --from-name A --from-email a@b.example --reply-to a@b.example --address-line1 x --nickname n';

describe.each(sample(['emptied', 'kept'], 1))('where what is not sent is %s', leftOut => {
  test('a sender without state and city is updated', () =>
    withShell(leftOut, async shell => {
      await shell.emk(`${newSender} --country India`);
      expect(await read(shell, 'senders show 3')).toMatchObject({state_id: null, city_id: null});
      const {code, stderr} = await shell.emk('senders update 3 --nickname x');
      expect([code, stderr]).toEqual([0, 'Sender a@b.example was changed.\n']);
      const {stdout} = await shell.emk('senders update 3 --nickname y --dry-run');
      expect(stdout).not.toMatch(/state_id|city_id/);
    }));

  test('every optional field of a sender and of a contact is emptied by a blank', () =>
    withShell(leftOut, async shell => {
      await shell.emk(`${newSender} --country India --state Maharashtra --postal-code 1 --address-line2 y`);
      expect((await read(shell, 'senders show 3')).state_id).toBeGreaterThan(0);
      const words = ['senders', 'update', '3', '--state', '', '--postal-code', '', '--address-line2='];
      expect(await shell.emk(words)).toMatchObject({code: 0, stderr: 'Sender a@b.example was changed.\n'});
      expect(await read(shell, 'senders show 3')).toMatchObject({state_id: null, zip_code: '', company_address2: ''});

      await shell.emk('contacts update 1 --first-name A --state S --city C --postal-code 1');
      await shell.emk(['contacts', 'update', '1', '--first-name', '', '--state', '', '--city=', '--postal-code', '']);
      expect(await read(shell, 'contacts show 1')).toMatchObject({
        first_name: '',
        state: '',
        city: '',
        postal_code: '',
      });
    }));

  test('another country empties state and city with a word, unless they are given', () =>
    withShell(leftOut, async shell => {
      await shell.emk('contacts update 1 --country India --state Goa --city Panaji');
      expect((await shell.emk('contacts update 1 --country India --first-name Zed')).stderr).not.toContain('empties');
      expect(await read(shell, 'contacts show 1')).toMatchObject({state: 'Goa', city: 'Panaji'});
      const moved = await shell.emk('contacts update 1 --country Germany');
      expect([moved.code, moved.stderr]).toEqual([0, expect.stringContaining('--state and --city')]);
      expect(await read(shell, 'contacts show 1')).toMatchObject({state: '', city: ''});

      await shell.emk(`${newSender} --country India --state Maharashtra`);
      const dry = await shell.emk('senders update 3 --country Germany --dry-run');
      expect(JSON.parse(dry.stdout).fields).toMatchObject({state_id: ''});
      expect((await shell.emk('senders update 3 --country Germany')).stderr).toContain('--state');
      expect(await read(shell, 'senders show 3')).toMatchObject({state_id: null});
    }));

  test('the exclusions of a send are emptied', () =>
    withShell(leftOut, async shell => {
      const [{utr}] = await read(shell, 'mailings list --where status<2 --limit 1');
      await shell.emk(`mailings update ${utr} --except list:Staff --yes`);
      expect((await read(shell, `mailings show ${utr}`)).exclude_specific_recipient_id).toHaveLength(1);
      const {code, stderr} = await shell.emk(['mailings', 'update', utr, '--except', '', '--yes']);
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
      expect((await read(shell, `mailings show ${utr}`)).exclude_specific_recipient_id).toEqual([]);
    }));

  test('HTML in place of JSON leaves one form of the template', () =>
    withShell(leftOut, async shell => {
      const [{utr}] = await read(shell, 'mailings list --where status<2 --limit 1');
      await shell.emk(['mailings', 'update', utr, '--template-json', '{"a":1}']);
      expect(await read(shell, `mailings show ${utr}`)).toMatchObject({template_html: null});
      await shell.emk(['mailings', 'update', utr, '--html', '<p>Hi</p>', '--force', 'no-unsubscribe']);
      expect(await read(shell, `mailings show ${utr}`)).toMatchObject({
        template_html: '<p>Hi</p>',
        template_json: null,
      });
      await shell.emk(['mailings', 'update', utr, '--template-json', '{"a":2}']);
      expect(await read(shell, `mailings show ${utr}`)).toMatchObject({template_html: null});
    }));
});

test('help says how a field is emptied, of every optional one and no other', () =>
  withShell('emptied', async shell => {
    const optional = async (line: string) =>
      [...(await shell.emk(`${line} --help --all`)).stdout.matchAll(/--(\S+) <[^-]*?''\s+empties\s+it/g)].map(
        ([, name]) => name,
      );
    expect(await optional('senders update')).toEqual(['state', 'city', 'postal-code', 'address-line2']);
    expect(await optional('contacts update')).toEqual(
      'first-name last-name state city address-line1 address-line2 state-province-region postal-code'.split(' '),
    );
    expect(await optional('mailings update')).toEqual(['except', 'template-json', 'html']);
    expect(await optional('senders create')).toEqual([]);
  }));

test('a required field is not emptied', () =>
  withShell('emptied', async shell => {
    expect((await shell.emk(['contacts', 'update', '1', '--country', ''])).code).toBe(2);
    expect((await shell.emk(['mailings', 'update', '1', '--to', ''])).code).toBe(2);
  }));

test('at a terminal, exclusions are emptied after a yes', {tags: ['long']}, () =>
  withShell('emptied', async shell => {
    const [{utr}] = await read(shell, 'mailings list --where status<2 --limit 1');
    await shell.emk(`mailings update ${utr} --except list:Staff --yes`);
    const {code, stderr} = await atTerminal(shell, ['mailings', 'update', utr, '--except', ''], ['? Mail "', 'y\r']);
    expect(code, stderr).toBe(0);
    expect((await read(shell, `mailings show ${utr}`)).exclude_specific_recipient_id).toEqual([]);
  }),
);

test('what the service did not do is said', async () => {
  const contact = {id: 7, contact_type_id: 1, email: 'a@b.example', country: '104', state: 'Goa', city: 'Panaji'};
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const message = request.method === 'POST' ? 'Contact Updated Successfully' : {contact};
      response.end(JSON.stringify({status: 'success', message}));
    });
  });
  const url = `${await served(server)}/api`;
  const line = ['contacts', 'update', '7', '--state', '', '--first-name', 'Ada', '--allow-automations'];
  const {stderr} = await runAgainst(url, line);
  expect(stderr).toContain('"Goa"');
});

test('a contact that moves into the audience of a live automation asks first', () =>
  withShell('emptied', async shell => {
    const id = (await shell.emk('contacts list --list Staff --limit 1 -o id')).stdout.trim();
    const refused = await shell.emk(`contacts update ${id} --list Newsletter`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('"Welcome"')]);
    expect((await read(shell, `contacts show ${id}`)).contact_type_id).toBe(3);
    await atTerminal(shell, `contacts update ${id} --list Newsletter`, [
      'which would start the live automation',
      'n\r',
    ]);
    expect((await read(shell, `contacts show ${id}`)).contact_type_id).toBe(3);
    expect((await shell.emk(`contacts update ${id} --list Staff --first-name Q`)).code).toBe(0);
    expect((await shell.emk(`contacts update ${id} --list Newsletter --allow-automations`)).code).toBe(0);
    // It is in that type already, so nothing starts.
    expect((await shell.emk(`contacts update ${id} --list Newsletter --first-name R`)).code).toBe(0);
  }));
