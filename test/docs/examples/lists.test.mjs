import {expect, test} from 'vitest';
import {createList, listNames} from './lists.mjs';

test.each(['first', 'second'])('a list is made in a fresh account: %s', async name => {
  const before = await listNames();
  expect(before).toContain('Newsletter');
  expect(before).not.toContain('first');
  await createList(name);
  expect(await listNames()).toEqual([...before, name]);
  expect((await sandbox.requests()).map(({method, path}) => `${method} ${path}`)).toContain(
    'POST /api/contacts-type/add',
  );
});

test('a failure of the service is told', async () => {
  await sandbox.faults.add('POST /contacts-type/add=500:1');
  await expect(createList('third')).rejects.toThrow('500');
  await createList('third');
});
