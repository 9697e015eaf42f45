/** What was created and is not listed yet: emk makes nothing twice, and says what it does not know. */
import {expect, test} from 'vitest';
import {standBetween} from '../../support/in-between.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

const rowsOf = async (line: string): Promise<ReadonlyArray<{readonly name: string}>> =>
  JSON.parse((await shell().emk(`${line} -o json`)).stdout || '[]');

test('a list whose answer was lost and that is never shown is of unknown outcome, and asked for once', async () => {
  const lists = await rowsOf('lists list');
  const between = await standBetween(shell().sandbox, ({method, path}) =>
    method === 'GET' && path.startsWith('/contacts-type')
      ? {json: {status: 'success', message: {contactTypes: lists}}}
      : undefined,
  );
  shell().sandbox.misbehave('POST /contacts-type/add=lost-reply:1');
  const {code} = await shell().emk('lists create Leads --yes', {env: between.env});
  expect([code, between.passed.filter(({method}) => method === 'POST').length]).toEqual([9, 1]);
  expect((await rowsOf('lists list')).filter(({name}) => name === 'Leads')).toHaveLength(1);
});
