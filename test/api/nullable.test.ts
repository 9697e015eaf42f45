/** What a form may leave empty, the service may store as null: the document shows such fields only filled. */
import {expect, test} from 'vitest';
import {loadCollections} from '../../src/endpoints/all.js';
import {schemaOfShape} from '../../src/records/fields/record-schema.js';

const fields = (await loadCollections()).flatMap(({path, operations, record}) =>
  Object.values(operations)
    .filter(({effect}) => ['creates', 'updates', 'sends', 'acts'].includes(effect))
    .flatMap(({params}) => Object.entries(params))
    .filter(([name, {required}]) => !required && name in record)
    // The service refuses an automation without a name, so it never stores one.
    .filter(([name]) => name !== 'automation_name')
    .map(([name]) => [`${path} ${name}`, schemaOfShape(record).properties?.[name as never]] as const),
);

test.each([...new Map<string, unknown>(fields)])('%s may come back as null', (_, schema) => {
  expect(JSON.stringify(schema)).toMatch(/null|^\{\}$/);
});
