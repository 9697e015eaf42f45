/** Files are updated to the account's content, and what a person wrote in them stays. */
import {expect, test} from 'vitest';
import {identityIn} from '../../src/files/account/kinds.js';
import {readYaml, writeYaml} from '../../src/files/account/yaml.js';

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

test('a list whose order means something gets it, and keeps its comments', () => {
  const text = 'segments:\n  - name: VIP\n    fields:\n      - country\n      - first_name # ours\n      - age\n';
  const segments = [{name: 'VIP', fields: ['first_name', 'country', 'email']}];
  expect(readYaml(text).rewritten({segments}, identityIn('segments'))).toBe(
    'segments:\n  - name: VIP\n    fields:\n      - first_name # ours\n      - country\n      - email\n',
  );
});

test('a list of names keeps the order in which a person has written it', () => {
  const text = 'mailings:\n  - name: A\n    to:\n      - list:B\n      - list:A\n';
  const mailings = [{name: 'A', to: ['list:A', 'list:B']}];
  expect(readYaml(text).rewritten({mailings}, identityIn('mailings'))).toBe(text);
});
