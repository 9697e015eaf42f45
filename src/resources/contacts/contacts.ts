import {standardAnswer} from '../../accounts/profile-settings.js';
import {checkWhenEmpty, filterRecords} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import {type Command, type Context, changing, command, type Group} from '../../commands/command.js';
import {givesCreated, turnFor} from '../../commands/verbs/create.js';
import {duplicateOptions} from '../../commands/verbs/duplicate.js';
import {mustBeListed} from '../../commands/verbs/listed.js';
import {remove} from '../../commands/verbs/remove.js';
import {changesOf} from '../../commands/verbs/update.js';
import {viewOf} from '../../commands/view.js';
import {effectOf, starting} from '../../effect/effect.js';
import contacts, {content, listFilter, operations, contact as record, searched} from '../../endpoints/contacts.js';
import {UsageError} from '../../errors.js';
import type {Result} from '../../output/results/result.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {compact} from '../../records/fields/readable.js';
import {listOptions, sheetOption, toFields} from '../../records/view/select.js';
import {readsOfDoor} from '../../who-left/door-calls.js';
import {includeOption} from '../../who-left/options.js';
import {folded} from '../../words/sentence.js';
import {endedOne} from '../../work/ending.js';
import {endedEach} from '../../work/ending-each.js';
import {allowOption, startedAutomations} from '../shared/started-automations.js';
import {check} from './check.js';
import {createAlone, createContact, lookBefore, sheet} from './create.js';
import {erase, showContact} from './person-commands.js';
import {updateContact} from './update.js';

const {noun} = contacts;

const removal = remove(operations.delete, {
  of: contacts,
  summary: 'Delete contacts',
  details:
    '--doubles looks at a list as it is now, keeps the oldest contact of each person, and says which values are lost.',
  listIsLong: true,
  card: async (context, ids) => (await import('./delete-card.js')).contactsCard(context, ids),
  examples: [
    'emk contacts delete bob@example.com',
    'emk contacts delete --doubles --list Newsletter',
    "emk contacts list --where 'email~@old.example' -o id --out old.txt && emk contacts delete - --yes --max-delete 500 < old.txt",
  ],
});

const pasted = {...content.email, format: 'people', byPosition: true, help: 'Email address, or paste several'} as const;

/** Throws if a list does not exist. One without contacts is an empty list. */
const listMustExist = async (context: Context, list: number): Promise<void> =>
  mustBeListed(context, (await import('../../endpoints/lists.js')).default, list);

function refuseListAlone({doubles, contact_type_id: list}: Loose): void {
  if (!doubles && list !== undefined) throw new UsageError('--list is for --doubles.', {hint: 'Nothing was deleted.'});
}

export default {
  commands: {
    list: command({
      summary: 'List contacts',
      takes: {contact_type_id: {...listFilter, help: 'Only contacts on this list'}, ...listOptions},
      calls: [operations.list],
      examples: [
        'emk contacts list --list Newsletter',
        "emk contacts list --where 'email~@example.com' --columns id,email,custom_field.age",
        "emk contacts list --where 'created_at>=last week'",
        'emk contacts list --out contacts.csv',
      ],
      gives: {list: record},
      run: async (context, input) => listed(context, input),
    }),
    show: showContact,
    find: command({
      summary: 'Find contacts by any part of their data',
      details:
        'Finds contacts that have all your words somewhere: in the name, address, place or a custom field. Capitals and ' +
        'accents do not matter.',
      takes: {
        text: {type: 'text', required: true, help: 'Words to look for', value: 'text'},
        contact_type_id: {...listFilter, help: 'Only on this list'},
        ...listOptions,
      },
      args: ['text'],
      calls: [operations.list],
      examples: ['emk find adler', 'emk find "ann berlin" -o id'],
      gives: {list: record},
      run: async (context, {text, ...input}) => listed(context, input, holdingAll(text)),
    }),
    create: changing({
      summary: 'Add a contact, or several as you paste them',
      details:
        'At a terminal, emk asks before it adds an address that is already on the list. A script is refused, unless it ' +
        'has --if-missing or --allow-duplicate. To look, emk reads the whole list: to add many people, import a file.',
      takes: {
        ...content,
        email: pasted,
        ...duplicateOptions,
        ...includeOption,
        ...allowOption,
        ...sheetOption,
      },
      calls: [operations.create, operations.list, ...readsOfDoor],
      derives: {country: async context => standardAnswer(context, 'country')},
      asks: {
        order: ['email', 'contact_type_id', 'country'],
      },
      examples: [
        'emk contacts create ada@example.com --list Newsletter --country India',
        'emk contacts create "Ada Lovelace <ada@example.com>, Alan Turing <alan@example.com>" --list Newsletter --country Germany',
        'id=$(emk contacts create ada@example.com --list Customers --country India --first-name Ada -o id)',
      ],
      gives: givesCreated(record),
      async run(context, input) {
        const {include_unsubscribed, allow_automations, if_missing, allow_duplicate, columns, ...given} = input;
        const atDoor = {include_unsubscribed};
        const {addSeveral, pastedContacts} = await import('./add-several.js');
        const [contact, ...others] = pastedContacts(given);
        if (others.length > 0)
          return endedEach(await addSeveral(context, [contact, ...others], allow_automations === true, atDoor));
        const fields = toFields(columns, {shape: record, sheet});
        const act = async (): Promise<Result> => {
          const before = await lookBefore(context, contact, {if_missing, allow_duplicate}, fields);
          if (before.instead) return before.instead;
          const [{openDoor}, {letInOne}] = await Promise.all([
            import('../../who-left/door.js'),
            import('../../who-left/let-in.js'),
          ]);
          const door = await openDoor(context, atDoor);
          await letInOne(context, door, contact.email);
          const started = allow_automations ? [] : await startedAutomations(context, {list: contact.contact_type_id});
          const effect = effectOf('creates', contacts, 1, {starts: starting(started)});
          const permit = door.admit(await context.agree(effect, {what: `Add ${contact.email}`}));
          const how = {fields, permit};
          return if_missing ? createAlone(context, contact, before, how) : createContact(context, contact, before, how);
        };
        const {email, contact_type_id: list} = contact;
        // At a terminal, a person sees the question about an address that is there already.
        if (!if_missing && (allow_duplicate || context.ask.possible)) return endedOne(await act());
        return endedOne(
          await context.takeTurns([turnFor(contacts, String(list), foldAddress(email))], `the list of ${email}`, act),
        );
      },
    }),
    update: changing({
      summary: "Change a contact. Fields you don't name keep their value",
      details:
        'A new country empties the state and the city, unless you give them too. A new list or ' +
        'address may start automations, so emk asks first; of other changes it only says so. It also asks before ' +
        'the address ends up on a list twice; a script needs --allow-duplicate for that.',
      takes: {
        ...changesOf(operations.update.params, 'contact_id'),
        allow_duplicate: {type: 'flag', help: 'Allow the same address twice on the list', decides: 'checks'},
        ...includeOption,
        ...allowOption,
        ...sheetOption,
      },
      args: ['contact_id'],
      calls: [operations.details, operations.update, operations.list, ...readsOfDoor],
      examples: [
        'emk contacts update bob@example.com --city Bristol',
        "emk contacts update 7 --first-name Ada --address-line2 '' --dry-run",
      ],
      gives: [{record}, 'done'],
      run: (context, {columns, allow_automations, allow_duplicate, include_unsubscribed, ...given}) =>
        updateContact(context, given, {
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
        const {deleteDoubles} = await import('./doubles.js');
        return deleteDoubles(context, {contact_type_id: Number(list), max_delete: input['max_delete'] as number});
      },
    } satisfies Command as Command,
  },
} satisfies Group;

/** The contacts of one list or all, filtered if asked for, as they arrive. */
async function listed(
  context: Context,
  {contact_type_id: wanted, ...input}: {readonly contact_type_id?: number | undefined} & Loose,
  matches?: (contact: Loose) => boolean,
): Promise<Result> {
  const view = await viewOf(context, input, {
    shape: record,
    columns: ['id', 'fullname', 'email', 'contact_type', 'country', 'created_at'],
  });
  const everyone = context.stream(operations.list);
  const ofType =
    wanted === undefined
      ? everyone
      : checkWhenEmpty(
          filterRecords(everyone, one => one.contact_type_id === wanted),
          () => listMustExist(context, wanted),
        );
  const records = matches ? filterRecords(ofType, matches) : ofType;
  return {kind: 'records', records, shape: record, key: 'id', label: 'email', noun, view};
}

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
