import {expect, test} from 'vitest';
import {createList, listNames} from './lists.mjs';

test.each(['first', 'second'])('a list is made in a fresh account: %s', async name => {
  expect(await listNames()).toEqual(['Newsletter']);
  await createList(name);
  expect(await listNames()).toEqual(['Newsletter', name]);
  expect((await sandbox.requests()).map(({method, path}) => `${method} ${path}`)).toContain(
    'POST /api/contacts-type/add',
  );
});

test('a failure of the service is told', async () => {
  sandbox.faults.add('POST /contacts-type/add=500:1');
  await expect(createList('third')).rejects.toThrow('500');
  await createList('third');
});
