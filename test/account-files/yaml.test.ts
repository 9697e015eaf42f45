/** Files are brought to what the account holds, and what a person wrote in them stays. */
import {expect, test} from 'vitest';
import {readYaml, writeYaml} from '../../src/account-files/folder/yaml.js';

const identity = (key: string): string | undefined => ({automations: 'name', emails: 'subject'})[key];

test('an entry without the key that tells entries apart keeps its place', () => {
  const automations = [
    {
      name: 'Hello',
      emails: [
        {wait: 1, unit: 'days'},
        {subject: 'Two', wait: 2, unit: 'days'},
      ],
    },
  ];
  const text = writeYaml({automations}, ['Ours.']);
  expect(readYaml(text).rewritten({automations}, identity)).toBe(text);
});
