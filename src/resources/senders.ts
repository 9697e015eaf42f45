import type {Group} from '../commands/command.js';
import {act} from '../commands/verbs/act.js';
import {create} from '../commands/verbs/create.js';
import {list, show} from '../commands/verbs/read.js';
import {remove} from '../commands/verbs/remove.js';
import {update} from '../commands/verbs/update.js';
import senders, {isVerified, operations} from '../endpoints/senders.js';
import {changeCountry} from './change-country.js';
import {stillNeeded} from './still-needed.js';

/** The fields to show after a sender was created or changed. */
const sheet = ['from_email', 'from_name', 'nickname', 'is_verified'] as const;

export default {
  commands: {
    list: list(operations.list, {
      of: senders,
      summary: 'List senders',
      columns: ['id', 'from_name', 'from_email', 'nickname', 'is_verified'],
      importance: ['id', 'from_email', 'is_verified', 'nickname', 'from_name'],
      examples: ['emk senders list', 'emk senders list --where is_verified=no'],
    }),
    show: show(operations.details, {
      of: senders,
      summary: 'Show one sender',
      awaits: {
        state: 'verified',
        isThere: isVerified,
        nowInWords: sender => (isVerified(sender) ? 'verified' : 'not verified yet'),
      },
      examples: [
        'emk senders show news@acme.example',
        'emk senders verify support@acme.example --yes && emk senders show support@acme.example --wait 2h',
      ],
    }),
    create: create(operations.create, {
      of: senders,
      summary: 'Create a sender. The service mails it a verification link',
      by: ['from_email', 'nickname'],
      duplicates: {by: ['from_email', 'nickname']},
      sheet,
      asks: {
        order: ['from_name', 'from_email', 'reply_to_email', 'company_address', 'country_id', 'nickname'],
      },
      derives: {
        reply_to_email: async (_, {from_email: own}) => own,
        nickname: async (_, {from_name: name}) => name,
      },
      says: ({from_email}) =>
        `Sender ${from_email} was created. Look in its inbox for the verification link of the service.`,
      examples: [
        'emk senders create --from-name Acme --from-email news@acme.com --reply-to help@acme.com --country Germany --address-line1 "1 Main St" --nickname news',
        'emk senders create --from-name Acme --from-email news@acme.com --reply-to help@acme.com --country Germany --address-line1 "1 Main St" --nickname news --dry-run',
      ],
    }),
    update: update(operations.update, {
      of: senders,
      summary: "Change a sender. Fields you don't name keep their value",
      details: 'A new country empties the state and the city, unless you give them too.',
      read: operations.details,
      key: 'sender_id',
      replaced: changeCountry('country_id', ['state_id', 'city_id']),
      sheet,
      examples: [
        'emk senders update news@acme.example --from-name "Acme News"',
        "emk senders update 2 --reply-to help@acme.com --city '' --dry-run",
      ],
    }),
    delete: remove(operations.delete, {
      of: senders,
      comesBack: ', to be verified again',
      summary: 'Delete senders',
      guard: stillNeeded('sender-exists', needs => needs.needSenders),
      examples: ['emk senders delete support@acme.example', 'emk senders delete 2 3 --yes'],
    }),
    verify: act(operations.resendMail, {
      of: senders,
      summary: 'Mail the verification link to a sender again',
      does: label => `Send a verification mail to sender ${label}`,
      did: label => `The service says that it mailed sender ${label} a verification link.`,
      asks: {
        only: {sender_id: {fits: sender => !isVerified(sender), none: 'All senders are verified already.'}},
      },
      unless: 'It may be verified already. To see: emk senders list',
      examples: ['emk senders verify support@acme.example', 'emk senders verify support@acme.example --yes'],
    }),
  },
} satisfies Group;
