/** Common mistakes: creating a thing twice, mailing a file's name, adding an email without a wait. */
import {beforeEach, describe, expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {said} from '../support/said.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

const writes = async (): Promise<string[]> =>
  (await shell().sandbox.requests()).filter(({method}) => method !== 'GET').map(({path}) => path.replace('/api', ''));

const send = 'mailings create --subject Hello --preheader News --from 1 --group 1 --template 2 --to contacts_1';

describe('another record of the same name', () => {
  test.each([
    ['lists create newsletter', 'a list "Newsletter" already', 1],
    ['groups create --name "weekly news" --description x --display', 'a group "Weekly news" already', 1],
    [
      'senders create --from-name Acme --from-email news@acme.example --nickname news --reply-to a@b.example --country 1 --address-line1 x',
      'a sender "news@acme.example" already',
      1,
    ],
    ['automations create --kind custom --name Birthday --group 1', 'an automation "Birthday" already', 2],
  ])('%s', async (line, there, id) => {
    const back = await shell().emk(`${line} --if-missing -o json`);
    expect([back.code, back.stderr]).toEqual([
      0,
      `${JSON.stringify({notice: {kind: 'done', text: `There is ${there}, so nothing was created.`}})}\n`,
    ]);
    expect(JSON.parse(back.stdout).id).toBe(id);
    expect(await writes()).toEqual([]);

    const refused = await shell().emk(line);
    expect([refused.code, await writes()]).toEqual([2, []]);
    const insisted = await shell().emk(`${line} --allow-duplicate -o id`);
    expect([insisted.code, insisted.stderr]).toEqual([0, expect.not.stringContaining('already')]);
    expect(await writes()).toHaveLength(1);
  });

  test('is asked about at a terminal, before a send is', async () => {
    const no = await atTerminal(shell(), 'lists create Newsletter', ['already. Create another?', 'n\r']);
    expect([no.code, await writes()]).toEqual([130, []]);
    const yes = await atTerminal(shell(), 'lists create Newsletter -o id', ['Create another?', 'y\r']);
    expect([yes.code, yes.stdout]).toEqual([0, '4\n']);
    const both = await atTerminal(
      shell(),
      `${send} --name "Spring news" --now`,
      ['There is a mailing "Spring news" already. Create another?', 'y\r'],
      ['Mail "Spring news" to', 'n\r'],
    );
    expect([both.code, await writes()]).toEqual([130, ['/contacts-type/add']]);
  });

  test('costs a creation one request', {tags: ['long']}, async () => {
    await shell().emk('lists create Leads');
    expect((await shell().sandbox.requests()).map(({method}) => method)).toEqual(['GET', 'POST', 'GET']);
  });

  test('is created where there is none of that name, and a field in other capitals is another one', async () => {
    expect((await shell().emk('lists create Leads --if-missing -o id')).stdout).toBe('4\n');
    await shell().emk('fields create --name shoe --kind text');
    const other = await shell().emk('fields create --name Shoe --kind text --if-missing');
    expect([other.code, other.stderr]).toEqual([5, expect.stringContaining('The field name has already been taken.')]);
    expect((await shell().emk('fields create --name shoe --kind text --if-missing -o json')).stderr).toContain(
      'already',
    );
  });

  test('is not looked for among what was deleted, and neither option goes with the other', {
    tags: ['long'],
  }, async () => {
    await shell().emk('lists delete 3 --yes');
    expect((await shell().emk('lists create Staff --if-missing -o id')).stdout).toBe('4\n');
    expect((await shell().emk('lists create Staff --if-missing --allow-duplicate')).code).toBe(2);
  });

  test('is seen before a dry run too, where it is asked for', {tags: ['long']}, async () => {
    const {stdout, stderr} = await shell().emk('lists create Newsletter --if-missing --dry-run -o id');
    expect([stdout, stderr]).toEqual(['1\n', expect.stringContaining('nothing was created')]);
  });
});

describe('an address that the list holds already', () => {
  const line = 'contacts create --list 1 --country 1 --email';
  let email: string;
  beforeEach(async () => {
    const held = await shell().emk('contacts list --list 1 --limit 1 -o json');
    email = JSON.parse(held.stdout)[0].email;
  });

  test('is asked about at a terminal', async () => {
    const {code} = await atTerminal(shell(), `${line} ${email.toUpperCase()}`, ['Create another?', 'n\r']);
    expect([code, await writes()]).toEqual([130, []]);
  });

  test('is returned with --if-missing', async () => {
    const {code, stdout} = await shell().emk(`${line} ${email} --if-missing -o json`);
    expect([code, JSON.parse(stdout).email, await writes()]).toEqual([0, email, []]);
  });

  test('is refused in a script, unless it says that a second one is wanted', async () => {
    const refused = await shell().emk(`${line} ${email} --allow-automations`);
    expect([refused.code, await writes()]).toEqual([2, []]);
    const insisted = await shell().emk(`${line} ${email} --allow-automations --allow-duplicate`);
    expect([insisted.code, await writes()]).toEqual([0, ['/contacts/add']]);
  });
});

describe('--html', () => {
  test.each([
    ['may.html', 'emk cannot read the file may.html.', 'Check the path.'],
    ['Hello', '--html holds no HTML, but "Hello".', '--html @may.html'],
  ])('%s is refused', async (html, sentence, hint) => {
    const {code, stderr} = await shell().emk([...`${send} --name May --now --yes --html`.split(' '), html]);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr).toContain(hint);
    expect(await writes()).toEqual([]);
  });

  test('takes HTML, and a file', {tags: ['long']}, async () => {
    const left = '<a href="((unsubscribe_preferences))">Leave</a>';
    shell().write('may.html', `<p>Hello ${left}`);
    const html = async (value: string): Promise<string> =>
      JSON.parse((await shell().emk([...`${send} --name May --now --dry-run --html`.split(' '), value])).stdout).fields
        .template_html;
    expect(await html(`<p>x.html ${left}`)).toBe(`<p>x.html ${left}`);
    expect(await html('@may.html')).toBe(`<p>Hello ${left}`);
  });

  test('as JSON, a path is no JSON', async () => {
    const {stderr} = await shell().emk(`${send} --name May --now --yes --template-json may.json`);
    expect(stderr).toContain('give its file as @design.json');
  });
});

describe('an email of an automation', () => {
  const add = async (words: string) => {
    const [{utr}] = JSON.parse((await shell().emk('automations list -o json --where automation_name=Birthday')).stdout);
    return `automations emails add --automation ${utr} --from 1 --subject Hi --template 2 ${words}`;
  };
  const fields = async (words: string) =>
    JSON.parse((await shell().emk(`${await add(words)} --dry-run`)).stdout).fields;

  test.each([
    ['--unit instantly', {waiting_type: 'instantly', waiting_period: '1'}],
    ['--unit instantly --wait 0', {waiting_type: 'instantly', waiting_period: '1'}],
    ['--unit days --wait 3', {waiting_type: 'days', waiting_period: '3'}],
    ['--unit instantly --preview x.png', {preview_img: 'x.png'}],
  ])('with %s', async (words, expected) => {
    expect(await fields(words)).toMatchObject(expected);
  });

  test("has the template's preview image", async () => {
    const templates = JSON.parse((await shell().emk('templates list -o json --columns id,preview_image')).stdout);
    const own = templates.find(({id}: {id: number}) => id === 2).preview_image;
    expect((await fields('--unit instantly')).preview_img).toBe(own);
  });

  test.each([
    ['--unit days --wait 0', 2, '--unit instantly'],
    ['--unit hours', 2, 'needs a --wait'],
    ['--unit instantly --wait 3', 2, 'takes no --wait'],
    ['--unit instantly --template 99', 4, 'There is no template 99.'],
  ])('is refused with %s', async (words, exit, hint) => {
    expect(await shell().emk(await add(words))).toMatchObject(said(exit, hint));
  });
});
