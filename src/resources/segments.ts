import {resolve} from 'node:path';
import {params} from '../api/describe/notation.js';
import {effectOf, starting} from '../change/effect/effect.js';
import {endedEach} from '../change/work/ending-each.js';
import {type Context, changing, type Group} from '../commands/command.js';
import {createOne, givesCreated} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import {UsageError} from '../core/errors.js';
import {andList} from '../core/words/sentence.js';
import type {Person} from '../csv/columns/people.js';
import segmentRecipients, {operations} from '../endpoints/segment-recipients.js';
import segments, {operations as segmentOperations} from '../endpoints/segments.js';
import {allowOption, startedAutomations} from '../mailings/started.js';
import {openDoor} from '../people/door.js';
import {letInOne} from '../people/let-in.js';
import {includeOption} from '../people/options.js';
import {sheetOption} from '../records/view/select.js';
import {withPasted} from './pasted-input.js';
import {stillNeeded} from './still-needed.js';

/** Who is added; each is optional because a file may name them all. */
const whom = params({
  first_name: {type: 'text', help: 'First name'},
  last_name: {type: 'text', help: 'Last name'},
  email: {
    type: 'text',
    format: 'people',
    many: true,
    byPosition: true,
    help: 'Email address, or paste several',
    value: 'address',
  },
});

const recipients = {
  commands: {
    list: list(operations.list, {
      of: segmentRecipients,
      summary: 'List the people in a segment',
      columns: ['id', 'fullname', 'email', 'country', 'created_at'],
      parent: segments,
      examples: [
        'emk segments recipients list "Customers in Germany"',
        `emk segments recipients list "Joined in spring" --where 'email~@example.com' --count`,
      ],
    }),
    add: changing({
      summary: 'Add people to a segment, one by one or from a file',
      details:
        'The file is CSV, or a list of people as you paste it. If it lacks names, emk takes them from your contacts. emk ' +
        'skips people who are already in the segment, so you can run an interrupted command again.',
      takes: {
        segment_id: {...operations.add.params.segment_id, byPosition: true},
        ...whom,
        file: {
          type: 'text',
          value: 'file',
          help: 'A file of people: CSV, or one address per line. Use - to pipe in, or to paste and end with Ctrl-D',
        },
        column: {type: 'text', value: 'header', help: 'The column with the addresses, in a CSV file'},
        encoding: {type: 'text', value: 'name', help: 'The encoding of the file (default: detected)'},
        strict: {type: 'flag', help: 'Add nobody unless every line of the file can be added', decides: 'checks'},
        ...includeOption,
        ...allowOption,
        ...sheetOption,
      },
      calls: [operations.add, operations.list],
      asks: {
        needs: [{question: 'Who?', either: {email: 'Type or paste people', file: 'Everyone in a file'}}],
      },
      examples: [
        'emk segments recipients add "Customers in Germany" ada@example.com --first-name Ada --last-name Lovelace',
        'emk segments recipients add "Joined in spring" "Ada Lovelace <ada@example.com>, Alan Turing <alan@example.com>"',
        'emk segments recipients add "Joined in spring" --file guests.csv',
        `emk contacts list --where 'city=Pune' --out pune.csv && emk segments recipients add "Joined in spring" --file pune.csv`,
      ],
      gives: givesCreated(segmentRecipients.record),
      async checkFirst(context, {file, ...input}) {
        refuseBoth({...input, file});
        if (file !== undefined && file !== '-') await peopleIn(context, {...input, file});
      },
      async run(context, input) {
        const {first_name, last_name, email, file, column, encoding, strict, ...one} = input;
        const {segment_id: segment, include_unsubscribed, allow_automations, columns} = one;
        const atDoor = {include_unsubscribed};
        const {fillSegment} = await import('./segments-work.js');
        const filling = {
          ...{segment, strict: strict === true, allowAutomations: allow_automations === true, atDoor},
        };
        refuseBoth(input);
        if (file !== undefined) {
          const read = await peopleIn(context, {file, column, encoding});
          for (const warning of read.warnings) context.warn(warning);
          return endedEach(await fillSegment(context, read, filling));
        }
        const people = await typedPeople(context, {first_name, last_name, email});
        const [person] = people;
        if (person === undefined || people.length > 1)
          return endedEach(await fillSegment(context, {people, rejected: []}, filling));
        const door = await openDoor(context, atDoor);
        const started = allow_automations ? [] : await startedAutomations(context, {segment});
        return createOne(
          context,
          {
            operation: operations.add,
            async agreed() {
              await letInOne(context, door, person.email);
              const effect = effectOf('creates', segmentRecipients, 1, {starts: starting(started)});
              return door.admit(await context.agree(effect, {what: `Add ${person.email}`}));
            },
          },
          {segment_id: segment, email: person.email, first_name: person.first_name, last_name: person.last_name},
          {
            of: segmentRecipients,
            within: ({segment_id}) => ({segment_id}),
            by: ['email'],
            duplicates: {by: ['email']},
            // Nobody should be in a segment twice, and the service would accept that.
            if_missing: true,
            sheet: ['fullname', 'email', 'segment_id'],
            says: added => `${String(added['email'])} was added to the segment.`,
            columns,
          },
        );
      },
    }),
    delete: remove(operations.delete, {
      of: segmentRecipients,
      summary: 'Remove people from a segment',
      within: {
        segment_id: {
          type: 'integer',
          help: 'The segment they are in; needed for addresses, and to verify the removal',
          from: () => import('../endpoints/segments.js'),
          option: 'segment',
          value: 'segment',
        },
      },
      examples: [
        'emk segments recipients delete greta@vogel.example --segment "Customers in Germany"',
        'emk segments recipients delete 1 3 --yes',
      ],
    }),
  },
} satisfies Group;

type WithFile = {readonly file: string; readonly column?: string | undefined; readonly encoding?: string | undefined};

async function peopleIn(context: Context, {file, column, encoding}: WithFile) {
  const {readPeople} = await import('../csv/columns/people.js');
  const path = file === '-' ? file : resolve(context.host.cwd, file);
  return readPeople(await withPasted(context, file), path, {column, encoding});
}

function refuseBoth({
  file,
  first_name,
  last_name,
  email,
}: {readonly [name in 'file' | keyof typeof whom]?: unknown}): void {
  if (file === undefined || (first_name ?? last_name ?? email) === undefined) return;
  throw new UsageError('--file adds people from a file. The other options add people you type.', {
    hint: 'Remove --file, or remove the other options.',
  });
}

type Typed = {
  readonly email: readonly string[] | undefined;
  readonly first_name: string | undefined;
  readonly last_name: string | undefined;
};

/** The people of a line, with names from the contacts if the line gives none. */
async function typedPeople(context: Context, {email, ...names}: Typed): Promise<readonly Person[]> {
  if (email === undefined) {
    throw new UsageError('--email or --file is missing.', {hint: 'Paste people, or name a file of people.'});
  }
  const {AS_PASTED, namedPeople} = await import('./addresses.js');
  const people = namedPeople(email, names).map((person, at) => ({line: at + 1, ...person}));
  const {fillInNames} = await import('./segments-work.js');
  const {withNames, nameless} = await fillInNames(context, people);
  if (nameless.length === 0) return withNames;
  const them = andList(nameless.map(person => person.email));
  throw people.length === 1
    ? new UsageError(`A segment needs both names, and ${them} is not among your contacts.`, {
        hint: 'Add --first-name and --last-name.',
      })
    : new UsageError(`A segment needs both names, and emk does not know them for ${them}.`, {hint: AS_PASTED});
}

export default {
  commands: {
    list: list(segmentOperations.list, {
      of: segments,
      summary: 'List segments',
      columns: ['id', 'segment_name', 'contact_type_id', 'segment_emails_count', 'created_at'],
      importance: ['id', 'segment_name', 'segment_emails_count', 'contact_type_id', 'created_at'],
      examples: ['emk segments list', 'emk segments list --sort -segment_emails_count --limit 5'],
    }),
    delete: remove(segmentOperations.delete, {
      of: segments,
      summary: 'Delete segments',
      guard: stillNeeded('audience-exists', needs => needs.needSegments),
      examples: ['emk segments delete "Joined in spring"', 'emk segments delete 1 --yes'],
    }),
  },
  nested: {recipients: {summary: 'People in a segment', ...recipients}},
} satisfies Group;
