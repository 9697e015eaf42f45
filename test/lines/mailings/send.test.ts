/** A mailing by one line: what a script need not say, what it must, and that no run answers for another. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, test} from 'vitest';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

const whole =
  '---\nsubject: News in May\npreheader: What is new\n---\n\n# May\n\nDear reader, this is new. And more.\n';
const bare = '# May\n\nDear reader, this is new. And more.\n';

beforeEach(() => {
  writeFileSync(join(shell().folder, 'may.md'), whole);
  writeFileSync(join(shell().folder, 'bare.md'), bare);
});

const line = 'send may.md --to Newsletter --group "Weekly news" --at "2030-05-07 09:00"';

const usage = (stderr: string): string => {
  const {code, message} = JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
  return code === 'usage' ? message : code;
};

const created = async () =>
  (await shell().sandbox.requests()).filter(({path}) => path.includes('/single/send/create')).length;

test('a letter says its subject and preheader, and the rest follows', async () => {
  const {code, stdout} = await shell().emk(`${line} --yes -o json`);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{single_send_name: 'News in May', subject: 'News in May', preheader: 'What is new'},
    ...{sender_id: 1, recipient_id: [{id: '1'}]},
  });
});

test.each(['Am 1. Mai öffnen wir unseren Garten.', 'Dr. Ada Lovelace spricht, z.B. über Blumen.'])(
  '%s is one sentence',
  async text => {
    writeFileSync(join(shell().folder, 'bare.md'), `${text} Komm vorbei!\n`);
    const {stdout} = await shell().emk(`${line.replace('may.md', 'bare.md')} --subject Hello --yes -o json`);
    expect(JSON.parse(stdout)).toMatchObject({preheader: text});
  },
);

test('a first sentence that is too long for inboxes is cut, but no tag in it', async () => {
  writeFileSync(
    join(shell().folder, 'bare.md'),
    `${'So much is new in May '.repeat(6)} for you, ((first_name)), in May.\n`,
  );
  const {code, stdout} = await shell().emk(`${line.replace('may.md', 'bare.md')} --subject Hello --yes -o json`);
  expect([code, JSON.parse(stdout).preheader]).toEqual([0, expect.stringMatching(/^So much .* for you,$/)]);
});

test('without a preheader it is the first sentence of the letter', async () => {
  const {stdout} = await shell().emk(`${line.replace('may.md', 'bare.md')} --subject Hello --yes -o json`);
  expect(JSON.parse(stdout)).toMatchObject({single_send_name: 'Hello', preheader: 'Dear reader, this is new.'});
});

test('what is missing is one error that names all, and nothing is sent', async () => {
  const {code, stderr} = await shell().emk('send bare.md --yes -o json');
  expect(code).toBe(2);
  for (const name of ['--subject', '--group', '--to', '--at', '--now']) expect(usage(stderr)).toContain(name);
  expect(usage(stderr)).not.toContain('--name');
  expect(await created()).toBe(0);
});

test('a script never mails under the group of another run', async () => {
  expect((await shell().emk(`${line} --yes`)).code).toBe(0);
  const next = line.replace(' --group "Weekly news"', ' --name June');
  expect(await shell().emk(`${next} --yes -o json`)).toMatchObject({code: 2});
  expect(await created()).toBe(1);
});

test('the profile answers for group and country', async () => {
  const keys = {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''};
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  const typed = `login main --base-url ${baseUrl} --public-key ${publicKey} --allow-http --secret-key-stdin`;
  expect((await shell().emk(typed, {env: keys, stdin: secretKey})).code).toBe(0);
  for (const setting of ['group "Weekly news"', 'country Germany'])
    expect((await shell().emk(`config set ${setting}`, {env: keys})).code).toBe(0);
  const send = line.replace(' --group "Weekly news"', '');
  expect((await shell().emk(`${send} --yes`, {env: keys})).code).toBe(0);
  const add = 'contacts create --list Newsletter --email new@example.com --allow-automations --yes';
  expect((await shell().emk(add, {env: keys})).code).toBe(0);
});

test.each([
  ['--if-missing', 2],
  ['--min-recipients 100000', 2],
  ['--max-recipients 1', 2],
  ['--min-recipients 1 --max-recipients 100000', 0],
])('%s ends with %i', async (more, exit) => {
  expect((await shell().emk(`${line} ${more} --yes`)).code).toBe(exit);
  expect(await created()).toBe(exit === 0 ? 1 : 0);
});

test('a name that exists is refused in a script, unless the check is ignored by name', async () => {
  await shell().emk(`${line} --yes`);
  expect((await shell().emk(`${line} --yes`)).code).toBe(2);
  expect((await shell().emk(`${line} --yes --force same-name`)).code).toBe(0);
});

test('a check prints what sending would do, with a digest once there is a time', async () => {
  const check = line.replace('send', 'mailings check').replace(/ --at .*/, '');
  const open = await shell().emk(`${check} -o json`);
  expect(open.code).toBe(0);
  const data = JSON.parse(open.stdout);
  expect(Object.keys(data)).toEqual(['name', 'people', 'card', 'findings', 'digest']);
  expect(data.digest).toBeNull();
  const timed = JSON.parse((await shell().emk(`${line.replace('send', 'mailings check')} -o json`)).stdout);
  expect((await shell().emk(`${line} --expect-digest ${timed.digest} --yes`)).code).toBe(0);
  writeFileSync(join(shell().folder, 'wrong.md'), '# May\n\nDear ((frist_name)), this is new.\n');
  const wrong = await shell().emk(`${check.replace('may.md', 'wrong.md')} --subject Hello --now -o json`);
  expect(wrong.code).toBe(10);
  expect(JSON.parse(wrong.stdout).digest).toBeNull();
  expect((await shell().emk(`${check} --where level=error`)).code).toBe(2);
});

test('a mailing that has gone out is changed only with its check named, which is told back', async () => {
  const change = 'mailings update "Spring news" --subject Again --yes';
  expect(await shell().emk(change)).toMatchObject({code: 2});
  const {code, stderr} = await shell().emk(`${change} --force running`);
  expect([code, stderr.includes('(running)')]).toEqual([0, true]);
});

describe('the digest of a check', () => {
  const digest = async (): Promise<string> =>
    JSON.parse((await shell().emk(`${line.replace('send', 'mailings check')} -o json`)).stdout).digest;
  const send = (of: string) => shell().emk(`${line} --yes --force same-name --expect-digest ${of}`);

  test('is another one when somebody leaves, or gets mail again', async () => {
    const before = await digest();
    expect((await shell().emk('unsubscribes add ann@example.com')).code).toBe(0);
    const left = await digest();
    expect((await send(before)).code).toBe(2);
    expect((await shell().emk('resubscribe ann@example.com --yes')).code).toBe(0);
    expect((await send(left)).code).toBe(2);
    expect([await digest(), await created()]).toEqual([before, 0]);
  });

  test('is used once, by two scripts at the same time too', async () => {
    const agreed = await digest();
    const codes = (await Promise.all([send(agreed), send(agreed)])).map(({code}) => code);
    expect([codes.filter(code => code === 0), await created()]).toEqual([[0], 1]);
  });
});
