/** A service that writes nothing, or a zero, where people left everything: nobody who left may be taken for a group's. */
import {expect, test} from 'vitest';
import {standBetween} from '../support/in-between.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();
const address = 'gone@example.org';

test.each([{}, {unsubscribe_groups_id: 0}, {unsubscribe_groups_id: ''}])('%j', async group => {
  const left = {id: 35, user_id: 1, email_address: address, created_at: '2026-01-02T03:04:05.000000Z', ...group};
  const {env} = await standBetween(shell().sandbox, ({path}) =>
    path === '/global-unsubscribes' ? {json: {status: 'success', message: {unSubscribers: [left]}}} : undefined,
  );
  const emk = (line: string) => shell().emk(line, {env});
  shell().write('gone.csv', `email,country\n${address},India\n`);
  const {code} = await emk(`contacts create --list 2 --country India --email ${address}`);
  expect(code).toBe(2);
  await emk('contacts import gone.csv --list 2 --yes');
  const people = await emk(`contacts list --where list=Customers --where email=${address} --count`);
  const {unsubscribes} = JSON.parse((await emk(`contacts show ${address} -o json`)).stdout);
  const listed = (await emk('unsubscribes list')).stdout;
  expect([people.stdout, unsubscribes.length]).toEqual(['0\n', 1]);
  expect(listed).toContain('everything');
  const again = await emk(`unsubscribes add ${address} -o json`);
  expect([again.code, JSON.parse(again.stdout).done]).toEqual([0, []]);
});
