import {params} from '../../api/describe/schema.js';
import {type Context, command, type Group} from '../../commands/command.js';
import {concurrencyOption, toConcurrency} from '../../commands/concurrency.js';
import {createOne, lookupOption} from '../../commands/verbs/create.js';
import {list} from '../../commands/verbs/list.js';
import {remove} from '../../commands/verbs/remove.js';
import segmentRecipients, {operations} from '../../endpoints/segment-recipients.js';
import segments from '../../endpoints/segments.js';
import {UsageError} from '../../errors.js';
import {sheetOption} from '../../records/view/select.js';
import {allowOption, gateAutomations, startedAutomations} from '../shared/started-automations.js';

/** The options of a single person; each is optional since a file may be in for all of them. */
const onePerson = params({
  first_name: {type: 'text', help: 'First name'},
  last_name: {type: 'text', help: 'Last name'},
  email: {type: 'text', format: 'address', help: 'Email address', value: 'address'},
});

export default {
  commands: {
    list: list(operations.list, {
      of: segmentRecipients,
      summary: 'List who is in a segment',
      columns: ['id', 'fullname', 'email', 'country', 'created_at'],
      parent: segments,
      examples: [
        'emk segments recipients list 4',
        "emk segments recipients list 4 --where 'email~@example.com' --count",
      ],
    }),
    add: command({
      summary: 'Add somebody to a segment, or everybody in a file',
      details:
        'A file has an address on each line, or is a CSV file with names; names that it leaves out are taken from the contacts. Those who are in the segment already are left out, so that a run that was broken off can simply be run again.',
      takes: {
        segment_id: operations.add.params.segment_id,
        ...onePerson,
        file: {type: 'text', value: 'file', help: 'A file of people, CSV or an address a line; - is standard input'},
        column: {type: 'text', value: 'header', help: 'The column of the CSV file that holds the addresses'},
        encoding: {type: 'text', value: 'name', help: 'What the file is written in; found out unless given'},
        strict: {type: 'flag', help: 'Add nobody where a line of the file cannot be added'},
        ...concurrencyOption,
        ...lookupOption,
        ...allowOption,
        ...sheetOption,
      },
      // The lists of names and segments are loaded only for the reference.
      calls: async () => [
        operations.add,
        operations.list,
        segments.list,
        (await import('../../endpoints/contacts.js')).operations.list,
      ],
      asks: {
        needs: [{question: 'Who?', either: {email: 'One person, by address', file: 'Everybody in a file'}}],
        follows: {email: namesOf},
      },
      examples: [
        'emk segments recipients add --segment 4 --first-name Ada --last-name Lovelace --email ada@example.com',
        'emk segments recipients add --segment "VIP" --file guests.csv',
        "emk contacts list --where 'city=Pune' --out pune.csv && emk segments recipients add --segment 4 --file pune.csv",
      ],
      async run(context, input) {
        const {first_name, last_name, email, file, column, encoding, strict, concurrency, ...one} = input;
        const {segment_id: segment, no_lookup, allow_automations, columns} = one;
        if (file !== undefined) {
          if ([first_name, last_name, email].some(value => value !== undefined)) throw eitherOneOrAFile();
          const {fillSegment} = await import('./fill.js');
          return fillSegment(context, {
            ...{segment, file, column, encoding, concurrency: toConcurrency(concurrency)},
            ...{strict: strict === true, allowAutomations: allow_automations === true},
          });
        }
        const person = await whole(context, {first_name, last_name, email});
        const started = allow_automations ? [] : await startedAutomations(context, {segment});
        await gateAutomations(context, `Add ${person.email}`, started, allow_automations === true);
        return createOne(
          context,
          operations.add,
          {segment_id: segment, ...person},
          {
            of: segmentRecipients,
            within: ({segment_id}) => ({segment_id}),
            by: ['email'],
            named: {by: ['email']},
            // Nobody wants to be in a segment twice, and the service takes everybody again.
            if_missing: no_lookup !== true,
            sheet: ['id', 'fullname', 'email', 'segment_id'],
            says: added => `${String(added['email'])} was added to the segment.`,
            blind: no_lookup === true,
            columns,
          },
        );
      },
    }),
    delete: remove(operations.delete, {
      of: segmentRecipients,
      summary: 'Take people out of a segment',
      within: {
        segment_id: {
          type: 'integer',
          help: 'The segment they are in, to check that they are, and afterwards that they are gone',
          from: () => import('../../endpoints/segments.js'),
          option: 'segment',
          value: 'segment',
        },
      },
      examples: ['emk segments recipients delete 31', 'emk segments recipients delete 31 32 --segment 4 --yes'],
    }),
  },
} satisfies Group;

/** The names to ask for: a segment takes nobody without both, and those of a contact are known. */
async function namesOf(context: Context, email: unknown): Promise<readonly string[]> {
  const {fillInNames} = await import('./fill-in-names.js');
  const person = {email: String(email), first_name: '', last_name: ''};
  const {named} = await fillInNames(context, [person]);
  return named.length > 0 ? [] : ['first_name', 'last_name'];
}

type Person = {readonly first_name: string; readonly last_name: string; readonly email: string};

/** One person from options, with the names that the contacts have where the line gives none. */
async function whole(context: Context, given: {readonly [field in keyof Person]: string | undefined}): Promise<Person> {
  const {email, first_name = '', last_name = ''} = given;
  if (email === undefined) {
    throw new UsageError('Missing: --email or --file.', {
      hint: 'Give one person by address and names, or a file of people.',
    });
  }
  const {fillInNames} = await import('./fill-in-names.js');
  const [person] = (await fillInNames(context, [{email, first_name, last_name}])).named;
  if (person) return person;
  throw new UsageError(`A segment takes nobody without both names, and none of the contacts is ${email}.`, {
    hint: 'Add --first-name and --last-name.',
  });
}

const eitherOneOrAFile = (): UsageError =>
  new UsageError('--file adds the people of a file, and the other options a single one.', {
    hint: 'Give one or the other.',
  });
