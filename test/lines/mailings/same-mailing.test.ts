/** A yes to one mailing is for its people and for one time, and a twin is one whenever both go out. */
import {expect, test} from 'vitest';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

const basic =
  '--subject Hello --preheader News --from 1 --group 1 --template 2 --to list:Newsletter --at "2026-12-02 09:00"';

const emk = (line: string) => shell().emk(line);

const digest = async (line: string): Promise<string> =>
  JSON.parse((await emk(`mailings check ${line} -o json`)).stdout).digest;

const mailingsCalled = async (name: string): Promise<number> =>
  JSON.parse((await emk(`mailings list --where single_send_name=${name} -o json`)).stdout).length;

test('a digest is of the people: as many others are refused, and the same people again are not', async () => {
  const prepared = await digest(`--name May ${basic}`);
  const create = `mailings create --name May ${basic} --yes --expect-digest ${prepared}`;
  const [person] = JSON.parse((await emk('contacts list --where contact_type_id=1 -o json')).stdout);
  expect(await emk(`contacts update ${person.id} --email somebody-else@x.example`)).toMatchObject({code: 0});
  expect(await emk(create)).toMatchObject({code: 2, stderr: expect.stringContaining('changed since you prepared it')});
  expect(await mailingsCalled('May')).toBe(0);
  expect(await emk(`contacts update ${person.id} --email ${person.email}`)).toMatchObject({code: 0});
  expect(await emk(create)).toMatchObject({code: 0});
});

test('a digest is for one mailing: the second time it is refused, whatever else the line allows', async () => {
  const prepared = await digest(`--name May ${basic}`);
  const create = `mailings create --name May ${basic} --yes --force same-name --expect-digest ${prepared}`;
  expect(await emk(create)).toMatchObject({code: 0});
  expect(await emk(create)).toMatchObject({code: 2, stderr: expect.stringContaining('changed since you prepared it')});
  expect(await mailingsCalled('May')).toBe(1);
});

test('a mailing that goes out months from now has a twin on the same day', async () => {
  expect(await emk(`mailings create --name May ${basic} --yes`)).toMatchObject({code: 0});
  const again = `${basic} --name May`;
  expect(await emk(`mailings check ${again}`)).toMatchObject({
    code: 10,
    stdout: expect.stringContaining('A mailing with the same name and subject: "May", scheduled 2026-12-02'),
  });
  expect(await emk(`mailings create ${basic} --name May --yes`)).toMatchObject({code: 2});
  expect(await mailingsCalled('May')).toBe(1);
  const later = basic.replace('2026-12-02', '2026-12-20');
  expect(await emk(`mailings create ${later} --name May --yes --force same-name`)).toMatchObject({code: 0});
});
