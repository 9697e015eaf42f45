import {standardAnswer} from '../accounts/profile-settings.js';
import {checkWhenEmpty, recordsArriving} from '../api/answers/record-sources.js';
import type {RecordSource} from '../api/answers/records.js';
import {record as rowShape} from '../api/describe/operation.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {mustBeListed} from '../change/records/read.js';
import {ended, noWork} from '../change/work/ending.js';
import {type Command, changing, command, type Group} from '../commands/command.js';
import {duplicateOptions, givesCreated} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/read.js';
import {remove} from '../commands/verbs/remove.js';
import {changesOf} from '../commands/verbs/update.js';
import {UsageError} from '../core/errors.js';
import {folded} from '../core/words/sentence.js';
import contacts, {content, listFilter, operations, searched, contact as shape} from '../endpoints/contacts.js';
import mailings from '../endpoints/mailings.js';
import {allowOption} from '../mailings/started.js';
import {doneResult} from '../output/results/result.js';
import {includeOption} from '../people/door.js';
import {compact} from '../records/fields/readable.js';
import {listOptions, sheetOption} from '../records/view/select.js';

/** One thing that is wrong with one contact. The suggestion is an address; `keep` is the contact that stays of doubles. */
const row = rowShape({
  email: 'text',
  list: 'text',
  finding: 'text',
  value: 'text|null',
  suggestion: 'text|null',
  id: 'integer',
  keep: 'integer|null',
});

const check = command({
  summary: 'Find double, mistyped and dead addresses in your lists',
  details:
    'Finds people who are on a list twice, and addresses that cannot exist, look mistyped or never get mail.\n\nEach ' +
    'finding is a row: the address, the list, the finding, and the address that is probably meant.\n\nemk sends nothing, so ' +
    'it cannot tell whether a mailbox exists, nor who bounced: the service only counts bounces. Findings are not ' +
    'errors: the exit code is 0. -o id needs one kind of finding.',
  takes: {contact_type_id: {...listFilter, help: 'Only the contacts of this list'}, ...listOptions},
  calls: [operations.list],
  examples: [
    'emk contacts check',
    'emk contacts check --list Newsletter --out findings.csv',
    'emk contacts check --where finding=dead-domain -o id | emk contacts delete -',
    'emk contacts delete --doubles --list Newsletter',
  ],
  gives: {list: row},
  run: async (context, input) => (await import('./contacts-check.js')).checkContacts(context, row, input),
});

/** `contacts show`: one contact by its id, or everything that the account knows about an address. */
const showContact = command({
  summary: 'Show one contact by id, or everything about one address',
  details:
    'An id is one request, and prints the contact. An address is looked up everywhere: in lists, segments, groups, ' +
    'unsubscribes, second addresses, notifications and senders. That reads them all. --mailing says why this person ' +
    'gets a mailing, or does not, as the account is now. --out FILE.json saves all of it, to answer a person who asks ' +
    'what you know about them.',
  takes: {
    contact: {
      type: 'text',
      required: true,
      offers: async () => ({default: contacts}),
      help: 'The contact, by id or address',
      value: 'contact',
    },
    mailing: {
      type: 'text',
      from: async () => ({default: mailings}),
      help: 'Say why this address gets that mailing, or does not',
      value: 'mailing',
    },
    ...sheetOption,
  },
  args: ['contact'],
  calls: [operations.details],
  examples: [
    'emk contacts show 7',
    'emk contacts show ann@example.com',
    'emk contacts show ann@example.com --mailing "Spring news"',
    'emk contacts show ann@example.com --out ann.json',
  ],
  gives: [{record: shape}, {document: () => import('../people/person.js')}],
  run: async (context, input) => (await import('../people/person.js')).showPerson(context, input),
});

/** `contacts erase`: the right to be forgotten. */
const erase = changing({
  summary: 'Erase a person from the account and from this machine',
  details:
    'emk looks in all lists, segments, groups and notifications, and in its own files on this machine ' +
    '(copies of deletions, previews, caches). It shows what it found and asks. Then it unsubscribes the address from ' +
    'all mail, deletes the rest without keeping a copy, and looks again. This cannot be undone.\n\nAn erased person ' +
    'stays unsubscribed from everything, so nobody mails them by mistake. emk does not know your exports and backups: ' +
    'search them yourself. --unsubscribed-too deletes the unsubscribes as well.\n\nIf something is left, the exit ' +
    'code is 8 and emk says why. If it is interrupted, run the same line again.',
  takes: {
    address: {type: 'text', format: 'address', required: true, help: "The person's address", value: 'address'},
    unsubscribed_too: {
      type: 'flag',
      option: 'unsubscribed-too',
      help: 'Erase the unsubscribes too: the person may get mail again',
    },
  },
  args: ['address'],
  calls: [operations.list, operations.delete],
  gives: {document: () => import('./erase.js')},
  examples: ['emk contacts erase bob@example.com', 'emk contacts erase bob@example.com --yes --out erased.json'],
  run: async (context, input) => (await import('./erase.js')).erasePerson(context, input),
});

const removal = remove(operations.delete, {
  of: contacts,
  summary: 'Delete contacts',
  details:
    '--doubles looks at a list as it is now, keeps the oldest contact of each person, and says which values are lost.',
  look: async (context, ids) => ({card: async () => (await import('./contacts-work.js')).contactsCard(context, ids)}),
  examples: [
    'emk contacts delete bob@example.com',
    'emk contacts delete --doubles --list Newsletter',
    "emk contacts list --where 'email~@old.example' -o id --out old.txt && emk contacts delete - --yes --max-delete 500 < old.txt",
  ],
});

const listing = {of: contacts, columns: ['id', 'fullname', 'email', 'contact_type', 'country', 'created_at']};

/** The contacts of one list or all, as they arrive. A list without contacts must at least be there. */
function onList(context: Context, {contact_type_id: wanted}: Loose): RecordSource<Loose> {
  const everyone = context.stream(operations.list);
  if (wanted === undefined) return everyone;
  const ofList = filterRecords(everyone, one => one.contact_type_id === wanted);
  return checkWhenEmpty(ofList, async () =>
    mustBeListed(context, (await import('../endpoints/lists.js')).default, wanted),
  );
}

const filterRecords = <T extends Loose>(
  source: AsyncIterable<readonly T[]>,
  passes: (record: T) => boolean,
): RecordSource<T> =>
  recordsArriving(async function* () {
    for await (const batch of source) {
      const kept = batch.filter(passes);
      if (kept.length > 0) yield kept;
    }
  });

function refuseListAlone({doubles, contact_type_id: list}: Loose): void {
  if (!doubles && list !== undefined) throw new UsageError('--list is for --doubles.', {hint: 'Nothing was deleted.'});
}

export default {
  commands: {
    list: list(operations.list, {
      ...listing,
      summary: 'List contacts',
      filters: {contact_type_id: {...listFilter, help: 'Only contacts on this list'}},
      records: onList,
      examples: [
        'emk contacts list --list Newsletter',
        "emk contacts list --where 'email~@example.com' --columns id,email,custom_field.age",
        "emk contacts list --where 'created_at>=last week'",
        'emk contacts list --out contacts.csv',
      ],
    }),
    show: showContact,
    find: list(operations.list, {
      ...listing,
      summary: 'Find contacts by any part of their data',
      details:
        'Finds contacts that have all your words somewhere: in the name, address, place or a custom field. Capitals and ' +
        'accents do not matter.',
      filters: {
        text: {type: 'text', required: true, help: 'Words to look for', value: 'text'},
        contact_type_id: {...listFilter, help: 'Only on this list'},
      },
      records: (context, input) => filterRecords(onList(context, input), holdingAll(String(input['text']))),
      examples: ['emk find adler', 'emk find "ann berlin" -o id'],
    }),
    create: changing({
      summary: 'Add a contact',
      details:
        'At a terminal, emk asks before it adds an address that is already on the list. A script is refused, unless it ' +
        'has --if-missing or --allow-duplicate. To look, emk reads the whole list: to add many people, import a file.',
      takes: {
        ...content,
        email: {...content.email, format: 'people', byPosition: true},
        ...duplicateOptions,
        ...includeOption,
        ...allowOption,
        ...sheetOption,
      },
      calls: [operations.create, operations.list],
      derives: {country: async context => standardAnswer(context, 'country')},
      asks: {
        order: ['email', 'contact_type_id', 'country'],
      },
      examples: [
        'emk contacts create ada@example.com --list Newsletter --country India',
        'id=$(emk contacts create ada@example.com --list Customers --country India --first-name Ada -o id)',
      ],
      gives: givesCreated(shape),
      run: async (context, input) => (await import('./contacts-work.js')).createContact(context, input),
    }),
    update: changing({
      summary: "Change a contact. Fields you don't name keep their value",
      details:
        'A new country empties the state and the city, unless you give them too. A new list or address may start automations, so emk asks first; of other changes it only says so. It also asks before ' +
        'the address ends up on a list twice; a script needs --allow-duplicate for that.',
      takes: {
        ...changesOf(operations.update.params, 'contact_id'),
        allow_duplicate: {type: 'flag', help: 'Allow the same address twice on the list', decides: 'checks'},
        ...includeOption,
        ...allowOption,
        ...sheetOption,
      },
      args: ['contact_id'],
      calls: [operations.details, operations.update, operations.list],
      examples: [
        'emk contacts update bob@example.com --city Bristol',
        "emk contacts update 7 --first-name Ada --address-line2 '' --dry-run",
      ],
      gives: [{record: shape}, 'done'],
      run: async (context, {columns, allow_automations, allow_duplicate, include_unsubscribed, ...given}) =>
        (await import('./contacts-work.js')).updateContact(context, given, {
          columns,
          allowed: allow_automations === true,
          duplicate: allow_duplicate === true,
          atDoor: {include_unsubscribed},
        }),
    }),
    check,
    erase,
    delete: {
      ...removal,
      takes: {
        ...removal.takes,
        doubles: {type: 'flag', help: 'Delete the extra contacts of people who are on a list more than once'},
        contact_type_id: {...listFilter, help: 'The list for --doubles'},
      },
      asks: {instead: 'doubles'},
      checkFirst: async (_, input: Loose) => refuseListAlone(input),
      async run(context: Context, {doubles, contact_type_id: list, ...input}: Loose) {
        refuseListAlone({doubles, contact_type_id: list});
        if (!doubles) return removal.run(context, input);
        if (input['contact_id'] !== undefined || list === undefined)
          throw new UsageError('--doubles takes a list instead of contacts.', {
            hint: 'Nothing was deleted. Write: emk contacts delete --doubles --list LIST',
          });
        const {findDoubles} = await import('./contacts-check.js');
        const ids = await findDoubles(context, Number(list));
        return ids.length === 0
          ? ended(noWork, doneResult('Nobody is on that list more than once.'))
          : removal.run(context, {...input, contact_id: ids});
      },
    } satisfies Command as Command,
  },
} satisfies Group;

/** Returns a test whether a contact contains every word of a text, in any field, ignoring case and accents. */
function holdingAll(text: string): (contact: Loose) => boolean {
  const words = folded(text)
    .split(/\s+/)
    .filter(word => word !== '');
  return contact => {
    const all = folded(searched.map(field => compact(contact[field])).join('\n'));
    return words.every(word => all.includes(word));
  };
}
