/** Lines of every command that changes an account, of which two may run at once. A test that walks the tree finds missing ones. */
import {utrs} from './demo.js';

type Line = {
  readonly line: string;
  /** What it adds to: two lines with a word in common can make the same thing. The first and the last of each word are played every day. */
  readonly adds: readonly string[];
};

const of = (line: string, ...adds: readonly string[]): Line => ({line, adds});

/** By the words of a command. UNDONE and OPEN are earlier imports, and KEPT is the copy of what was deleted. */
export const changingLines: Readonly<Record<string, readonly Line[]>> = {
  'lists create': [of('Leads --if-missing', 'lists')],
  'lists update': [of('2 --name Clients')],
  'lists delete': [of('3')],
  'contacts create': [of('--list 3 --country 101 --email ann@leads.example --if-missing', 'people', 'addresses')],
  'contacts update': [of('16 --email ann@leads.example', 'people')],
  'contacts erase': [of('chloe@example.fr')],
  'contacts import': [
    of('leads.csv --list Staff', 'people', 'addresses', 'files'),
    of('leads.csv --list Leads --create-type', 'lists'),
  ],
  'contacts import resume': [of('OPEN', 'people')],
  'contacts sync': [of('leads.csv --list Staff --update', 'people')],
  'contacts delete': [of('17 5')],
  'fields create': [of('shoe_size --kind number --if-missing', 'fields')],
  'fields delete': [of('12')],
  'segments delete': [of('2')],
  'segments recipients add': [of('--segment 1 --first-name Ada --last-name L --email ann@leads.example', 'segment')],
  'segments recipients delete': [of('1 --segment 1')],
  'unsubscribes add': [of('--email nia@leads.example', 'out')],
  'unsubscribes delete': [of('1')],
  'groups create': [of('--name "Fresh news" --description Fruits --display --if-missing', 'groups')],
  'groups update': [of('2 --name Monthly')],
  'groups recipients add': [of('--group 2 --email nia@leads.example', 'out')],
  'groups recipients delete': [of('ria@leads.example --group 1')],
  'senders create': [
    of(
      '--from-name Ada --from-email ada@l.example --reply-to ada@l.example --country 101 --address-line1 M --nickname ada --if-missing',
      'senders',
    ),
  ],
  'senders update': [of('1 --from-name Acme')],
  'senders delete': [of('2')],
  'senders verify': [of('2')],
  'mailings create': [
    of(
      '--name May --template 2 --subject Hello --preheader News --from 1 --group 1 --to contacts_1 --at "2030-05-01 09:00"',
      'mailings',
    ),
  ],
  'mailings update': [of(`${utrs.autumn} --subject Look`)],
  'mailings reschedule': [of(`${utrs.autumn} --at "2026-04-01 09:00"`)],
  'mailings cancel': [of(utrs.autumn)],
  'mailings copy': [of(`${utrs.autumn} --at "2026-05-01 09:00"`)],
  'mailings duplicate': [of(utrs.autumn)],
  'mailings test': [of(`${utrs.autumn} --to ann@leads.example`)],
  'mailings delete': [of(utrs.autumn)],
  'automations create': [of('--kind welcome --name Hello --for list:Customers --group 1 --if-missing', 'automations')],
  'automations duplicate': [of(utrs.birthday)],
  'automations pause': [of(utrs.welcome)],
  'automations set-live': [of(`${utrs.winBack} --force no-emails`)],
  'automations delete': [of(utrs.birthday)],
  'automations emails add': [
    of(`--automation ${utrs.birthday} --from 1 --subject Hello --unit instantly --template 2`, 'emails'),
  ],
  'automations emails delete': [of(`b67cf476-88bb-409e-b232-34b6a64c5ab8 --automation ${utrs.welcome}`)],
  'notifications add': [of('--owner Night --email night@acme.example --if-missing', 'notified')],
  'notifications delete': [of('2')],
  'account apply': [
    of('account', 'lists', 'fields', 'groups', 'notified'),
    of('people --contacts', 'people', 'files'),
    of('out', 'out'),
    of('joined', 'segment'),
    of('mailed', 'emails', 'emails of files'),
  ],
  seed: [of('seed.yaml --run r2')],
  'seed clean': [of('--run r1')],
  undo: [of('UNDONE'), of('KEPT', 'people'), of('destroyed')],
};
