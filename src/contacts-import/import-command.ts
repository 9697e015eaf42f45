import type {Operation} from '../api/operation.js';
import {command} from '../commands/command.js';
import {ownFormats} from '../commands/own-formats.js';
import {operations as automations} from '../resources/automations.js';
import {operations as contactTypes} from '../resources/contact-types.js';
import type {operations} from '../resources/contacts.js';
import {operations as fields} from '../resources/fields.js';
import {operations as locations} from '../resources/locations.js';
import {operations as segments} from '../resources/segments.js';
import {operations as unsubscribers} from '../resources/unsubscribers.js';
import {importOptions} from './options.js';

/**
`emk contacts import FILE`, with `resume` and `status` below it. It is given the operations of contacts, since the
resource that holds them also holds this command.
*/
export const importCommand = (contacts: typeof operations) => {
  const reads = readsOf(contacts);
  return command({
    summary: 'Import contacts from a CSV file',
    details:
      'Checks every row before anything is sent, leaves out who is already in the list and who unsubscribed, sends in small ' +
      'parts, looks after each lost answer what really happened, and verifies in the end that every row arrived once. ' +
      'Rejected rows go to a file beside yours. With --dry-run nothing is changed.',
    takes: importOptions,
    args: ['file'],
    calls: [...reads, contactTypes.create, fields.create, contacts.upload],
    formats: ownFormats,
    nested: {resume: resume([...reads, contacts.upload]), status},
    examples: [
      'emk contacts import leads.csv --type Newsletter --dry-run',
      'emk contacts import leads.csv --type "Spring leads" --create-type --set country=Germany',
      'cat leads.csv | emk contacts import - --type 12 --map "E-Mail=email" -o json',
    ],
    run: async (context, input) => (await import('./start.js')).startImport(context, input),
  });
};

const resume = (calls: readonly Operation[]) =>
  command({
    summary: 'Go on with an import that broke off',
    details:
      'Looks first which rows the service lists, and sends only what is missing. The file must be the same as when the ' +
      'import began; standard input was kept for this.',
    takes: {
      id: {type: 'text', value: 'import', help: 'Which import, where there are several'},
      allow_automations: importOptions.allow_automations,
    },
    args: ['id'],
    calls,
    formats: ownFormats,
    examples: ['emk contacts import resume', 'emk contacts import resume 01K9DX2M7Q'],
    run: async (context, input) => (await import('./resume.js')).resumeImport(context, input),
  });

const status = command({
  summary: 'Show past imports and what is left of them',
  takes: {id: {type: 'text', value: 'import', help: 'One import only'}},
  args: ['id'],
  calls: [],
  formats: ownFormats,
  examples: ['emk contacts import status', 'emk contacts import status 01K9DX2M7Q -o json'],
  run: async (context, {id}) => (await import('./status.js')).importStatus(context, id),
});

const readsOf = (contacts: typeof operations): Operation[] => [
  fields.reserved,
  fields.custom,
  contacts.sample,
  locations.all,
  contactTypes.list,
  contacts.list,
  unsubscribers.list,
  segments.list,
  automations.list,
];
