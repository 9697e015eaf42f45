import type {Operation} from '../api/operation.js';
import {command} from '../commands/command.js';
import {ownFormats} from '../commands/own-formats.js';
import type {operations} from '../resources/contacts.js';
import {importOptions} from './options.js';

/**
`emk contacts import FILE`, with `resume` and `status` below it. It is given the operations of contacts, since the
resource that holds them also holds this command.
*/
export const importCommand = (contacts: typeof operations) =>
  command({
    summary: 'Import contacts from a CSV file',
    details:
      'Checks every row before anything is sent, leaves out who is already in the list and who unsubscribed, sends in small ' +
      'parts, looks after each lost answer what really happened, and verifies in the end that every row arrived once. ' +
      'Rejected rows go to a file beside yours. With --dry-run nothing is changed.',
    takes: importOptions,
    args: ['file'],
    calls: async () => {
      const [contactTypes, fields] = await Promise.all([
        import('../resources/contact-types.js'),
        import('../resources/fields.js'),
      ]);
      const creates = [contactTypes.operations.create, fields.operations.create];
      return [...(await readsOf(contacts)), ...creates, contacts.upload];
    },
    formats: ownFormats,
    nested: {resume: resume(contacts), status},
    examples: [
      'emk contacts import leads.csv --type Newsletter --dry-run',
      'emk contacts import leads.csv --type "Spring leads" --create-type --set country=Germany',
      'cat leads.csv | emk contacts import - --type 12 --map "E-Mail=email" -o json',
    ],
    run: async (context, input) => (await import('./start.js')).startImport(context, input),
  });

const resume = (contacts: typeof operations) =>
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
    calls: async () => [...(await readsOf(contacts)), contacts.upload],
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

async function readsOf(contacts: typeof operations): Promise<Operation[]> {
  const [fields, locations, contactTypes, unsubscribers, segments, automations] = await Promise.all([
    import('../resources/fields.js'),
    import('../resources/locations.js'),
    import('../resources/contact-types.js'),
    import('../resources/unsubscribers.js'),
    import('../resources/segments.js'),
    import('../resources/automations.js'),
  ]);
  return [
    fields.operations.reserved,
    fields.operations.custom,
    contacts.sample,
    locations.operations.all,
    contactTypes.operations.list,
    contacts.list,
    unsubscribers.operations.list,
    segments.operations.list,
    automations.operations.list,
  ];
}
