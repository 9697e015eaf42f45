/** The last mailing to the same people: which one that is, and when its rates are above the limits. */
import {expect, test} from 'vitest';
import {settings} from '../../src/accounts/settings.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
const toRead = 'mailings check --name June --subject Hello --preheader News --from 1 --group 1 --template 2';
const warned = async (to: string): Promise<string[]> => {
  const {stdout} = await shell().emk(`${toRead} --to list:${to} -o json`);
  return JSON.parse(stdout).flatMap(({check, says}: Record<string, string>) =>
    check === 'last-mailing' ? [says] : [],
  );
};

test('limits that somebody has set hold for few mails too, those of emk from 100 on', {tags: ['long']}, async () => {
  const sent = JSON.parse((await shell().emk('mailings results -o json')).stdout);
  expect(sent.map(({bounce_rate}: {bounce_rate: number | null}) => bounce_rate)).toContain(0.125);
  const lists = ['Newsletter', 'Customers', 'Staff'];
  for (const list of lists) expect(await warned(list)).toEqual([]);
  await shell().emk(['config', 'set', 'mailing-limits', 'bounce_rate>2%']);
  const said = (await Promise.all(lists.map(warned))).flat();
  expect(said).toEqual([expect.stringContaining('12.5% bounced (the limit is 2.0%)')]);
  await shell().emk(['config', 'set', 'mailing-limits', 'bounce_rate>12.5%, unsubscribe_rate>5%']);
  expect((await Promise.all(lists.map(warned))).flat()).toEqual([]);
});

test.each([
  ['bounce_rate>2%', {bounce_rate: 0.02}],
  [' unsubscribe_rate > 0.5% , bounce_rate>5%', {unsubscribe_rate: 0.005, bounce_rate: 0.05}],
  ['off', {}],
  ['bounce_rate>2', undefined],
  ['open_rate>2%', undefined],
  ['', undefined],
])('the setting "%s"', (text, limits) => {
  expect(settings['mailing-limits'].read(text)).toEqual(limits);
});
