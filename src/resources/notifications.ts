import type {InputOf} from '../api/describe/schema.js';
import {effectOf} from '../change/effect/effect.js';
import {type Ended, endedEach} from '../change/work/ending.js';
import {type Context, changing, type Group} from '../commands/command.js';
import {createOne, givesCreated, turnFor} from '../commands/verbs/create.js';
import {duplicateOptions} from '../commands/verbs/duplicate.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import {UsageError} from '../core/errors.js';
import {andList} from '../core/words/sentence.js';
import {readPasted} from '../csv/columns/pasted-people.js';
import notifications, {operations} from '../endpoints/notifications.js';
import {sheetOption} from '../records/view/select.js';

const {email_address, email_owner} = operations.add.params;
const {required: _, ...owner} = email_owner;

const takes = {
  email_address: {...email_address, format: 'people', byPosition: true, help: 'Email address, or paste several'},
  email_owner: {...owner, help: 'Name of the owner; for addresses that come without a name'},
  ...duplicateOptions,
  ...sheetOption,
} as const;

/** Adds people who are notified about events in the account. The service requires a name for each. */
const addNotifications = changing({
  summary: 'Add one or several notifications',
  takes,
  calls: [operations.add, operations.list],
  asks: {order: ['email_address']},
  examples: [
    'emk notifications add ops@example.com --owner "Ops team"',
    'emk notifications add "Ops team <ops@example.com>, Ada Lovelace <ada@example.com>"',
  ],
  gives: givesCreated(notifications.record),
  run: (context, input) => add(context, input),
});

async function add(context: Context, input: InputOf<typeof takes>): Promise<Ended> {
  const {if_missing, allow_duplicate, columns, ...given} = input;
  const people = readPasted(given.email_address).people.map(({email, name}) => ({
    email,
    owner: name === '' || given.email_owner !== undefined ? given.email_owner : name,
  }));
  const nameless = people.filter(person => person.owner === undefined);
  if (nameless.length > 0) {
    throw new UsageError('--owner is missing.', {
      hint: `Name who reads ${andList(nameless.map(({email}) => email))}: --email "Ops team <ops@example.com>"`,
    });
  }
  const [only, ...others] = people;
  if (others.length > 0) return addAll(context, people);
  return createOne(
    context,
    {operation: operations.add, agreed: () => context.agree(effectOf('creates', notifications))},
    {email_address: only?.email, email_owner: only?.owner},
    {
      of: notifications,
      by: ['email_address', 'email_owner'],
      duplicates: {by: ['email_address']},
      sheet: ['email_address', 'email_owner'],
      says: added => `${String(added['email_address'])} was added to the notifications.`,
      ...{if_missing, allow_duplicate, columns},
    },
  );
}

async function addAll(
  context: Context,
  people: ReadonlyArray<{readonly email: string; readonly owner: string | undefined}>,
): Promise<Ended> {
  const {addTo} = await import('./add-to.js');
  const permit = await context.agree(effectOf('creates', notifications, people.length));
  const book = {
    membership: 'among the notifications',
    most: 1,
    turns: (some: typeof people) => some.map(({email}) => turnFor(notifications, email)),
    async *entries() {
      for await (const batch of context.stream(operations.list))
        for (const {id, email_address: email} of batch) yield {id, email};
    },
    opened:
      async () =>
      ([person]: typeof people) =>
        context.send(permit, operations.add, {
          email_address: person?.email ?? '',
          email_owner: person?.owner ?? '',
        }),
  };
  return endedEach(await addTo(context, book, {people}));
}

export default {
  commands: {
    list: list(operations.list, {
      of: notifications,
      summary: 'List notifications',
      columns: ['id', 'email_address', 'email_owner', 'created_at'],
      examples: ['emk notifications list', 'emk notifications list -o csv'],
    }),
    add: addNotifications,
    delete: remove(operations.delete, {
      of: notifications,
      summary: 'Delete notifications',
      examples: ['emk notifications delete ops@acme.example', 'emk notifications delete ceo@acme.example --yes'],
    }),
  },
} satisfies Group;
