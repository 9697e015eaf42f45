/** Who gets a mailing, and when, is changed with the same yes as the mailing was made with. */
import {expect, test} from 'vitest';
import {said} from '../../support/said.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

const create =
  'mailings create --name May --subject Hello --preheader News --from 1 --group 1 --template 2 --to contacts_1 --yes -o id';

async function makeMailing(): Promise<string> {
  const line = [...create.split(' '), '--at', '2026-04-01 09:00', '--force', 'same-name'];
  return (await shell().emk(line)).stdout.trim();
}

test.each([
  ['another audience', (utr: string) => `mailings update ${utr} --to contacts_2`],
  ['others who are excluded', (utr: string) => `mailings update ${utr} --except contacts_2`],
  ['another group, whose people get it no more', (utr: string) => `mailings update ${utr} --group 2`],
  ['another moment', (utr: string) => `mailings update ${utr} --at 2026-04-02T10:00`],
  ['a later day', (utr: string) => `mailings reschedule ${utr} --at +1day`],
])('in a script, %s needs --yes', async (_what, lineFor) => {
  const utr = await makeMailing();
  const words = lineFor(utr)
    .split(' ')
    .map(word => word.replace('T10:00', ' 10:00').replace('+1day', '+1 day'));
  const shown = async (): Promise<string> => (await shell().emk(`mailings show ${utr} -o json`)).stdout;
  const before = await shown();
  expect(await shell().emk(words)).toMatchObject(said(2, /emk needs a yes to .*Nothing was changed/s));
  expect(await shown()).toBe(before);
  expect((await shell().emk([...words, '--yes'])).code).toBe(0);
  expect(await shown()).not.toBe(before);
});

test('another subject needs none: the same people get it at the same moment', async () => {
  const utr = await makeMailing();
  expect((await shell().emk(`mailings update ${utr} --subject Again`)).code).toBe(0);
});
