/** What a check calls an error stops every command, and a past moment is never worded as a future one. */
import {beforeAll, describe, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {printed} from '../../support/said.js';
import {useShell} from '../../support/use-shell.js';

const FORM =
  '--name Overdue --subject Hello --preheader News --from 1 --group 1 --to list:Newsletter --template 2 --yes';
const LATER = {host: {now: () => new Date('2026-05-05T12:00:00Z')}};

const shell = useShell();
let utr: string;
/** A scheduled mailing whose moment passed while the service did nothing. */
beforeAll(async () => {
  utr = (await shell().emk(`mailings create ${FORM} --at "2026-05-01 09:00" -o id`)).stdout.trim();
});

const overdue = (line: string) => shell().emk(line.replace('UTR', utr), LATER);
const send = async () => JSON.parse((await shell().emk(`mailings show ${utr} -o json`)).stdout);

describe('an overdue send', () => {
  test('is what the check says', async () => {
    expect(await overdue('mailings check UTR -o json')).toMatchObject(printed(10, 'moment-past'));
  });

  test.each([
    'mailings update UTR --subject Changed --yes',
    'mailings update UTR --name Renamed --yes',
    'mailings update UTR --max-recipients 900 --subject Changed --yes',
    'mailings duplicate UTR --yes',
  ])('stops %s', async line => {
    const before = await send();
    const {code, stderr} = await overdue(line);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('This time is past, so the mailing would go out at once.'),
    ]);
    expect(stderr).toContain('--force moment-past');
    expect(await send()).toEqual(before);
  });

  test('is fixed by a new moment', {tags: ['long']}, async () => {
    const {code, stderr} = await overdue('mailings update UTR --at "2026-06-01 09:00" --dry-run');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('is past')]);
  });

  test('is never said to go out on a day that is over', {tags: ['long']}, async () => {
    const forced = await overdue('mailings update UTR --subject Changed --force moment-past --yes');
    expect([forced.code, forced.stderr]).toEqual([0, expect.stringContaining('was changed; it goes out now.')]);
    const seen = await atTerminal(
      {...shell(), emk: (line, given) => shell().emk(line, {...given, host: {...given?.host, ...LATER.host}})},
      ['mailings', 'duplicate', utr, '--force', 'moment-past'],
      ['at once?', 'n\r'],
    );
    expect(seen.stderr).toContain('This time is past');
  });
});

test('a time that daylight saving skips is no unknown one: it is an hour later', async () => {
  const {publicKey, secretKey, baseUrl} = shell().sandbox;
  const inBerlin = (line: string, stdin = '') =>
    shell().emk(line, {
      ...{stdin, env: {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''}},
      host: {now: () => new Date('2027-03-27T20:00:00Z')},
    });
  // The page of the service takes such a time, as emk does where it does not know the zone.
  expect(
    (await shell().emk(`mailings create ${FORM.replace('Overdue', 'Skipped')} --at "2027-03-28 02:30"`)).code,
  ).toBe(0);
  await inBerlin(`login skips --public-key ${publicKey} --secret-key-stdin --base-url ${baseUrl}`, secretKey);
  await inBerlin('config set timezone Europe/Berlin');
  expect(JSON.parse((await inBerlin('mailings check Skipped -o json')).stdout).findings).toEqual([]);
  const {scheduled} = JSON.parse((await inBerlin('agenda -o json')).stdout);
  expect(scheduled).toMatchObject([{name: 'Skipped', at: '2027-03-28T01:30:00.000Z'}]);
});

describe('a live automation', () => {
  beforeAll(async () => {
    await shell().emk('automations create --kind welcome --name Hello --for list:Staff --group 1');
    await shell().emk('automations emails add --automation Hello --from 1 --subject One --unit instantly --template 2');
    await shell().emk('automations set-live Hello --yes');
  });

  const add = 'automations emails add --automation Hello --unit instantly --template 2 --allow-automations';

  test('gets no email that its check calls an error', {tags: ['long']}, async () => {
    const {code, stderr} = await shell().emk(`${add} --from 1 --subject "Hi ((frist_name))"`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('((frist_name)) is not a tag')]);
    const sender = await shell().emk(`${add} --from support@acme.example --subject Two`);
    expect([sender.code, sender.stderr]).toEqual([2, expect.stringContaining('is not verified')]);
    expect((await shell().emk('automations emails list Hello --count')).stdout).toBe('1\n');
  });

  test('gets it by the name of the check, and a draft gets anything', {tags: ['long']}, async () => {
    expect(await shell().emk(`${add} --from 1 --subject "Hi ((frist_name))" --force unknown-tag`)).toMatchObject({
      code: 0,
    });
    await shell().emk('automations pause Hello');
    expect(await shell().emk(`${add} --from support@acme.example --subject Three`)).toMatchObject({code: 0});
  });
});
