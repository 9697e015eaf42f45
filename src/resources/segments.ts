import {changing, type Group} from '../commands/command.js';
import {givesCreated} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/read.js';
import {remove} from '../commands/verbs/remove.js';
import segmentRecipients, {operations} from '../endpoints/segment-recipients.js';
import segments, {operations as segmentOperations} from '../endpoints/segments.js';
import {allowOption} from '../mailings/started.js';
import {includeOption} from '../people/door.js';
import {sheetOption} from '../records/view/select.js';
import {addressOptions} from './address-options.js';
import {stillNeeded} from './still-needed.js';

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
        first_name: {type: 'text', help: 'First name'},
        last_name: {type: 'text', help: 'Last name'},
        ...addressOptions,
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
      checkFirst: async (...given) => (await import('./addresses.js')).checkSegmentInput(...given),
      run: async (context, input) => (await import('./addresses.js')).addToSegment(context, input),
    }),
    delete: remove(operations.delete, {
      of: segmentRecipients,
      summary: 'Remove people from a segment',
      examples: [
        'emk segments recipients delete greta@vogel.example --segment "Customers in Germany"',
        'emk segments recipients delete 1 3 --segment "Customers in Germany" --yes',
      ],
    }),
  },
} satisfies Group;

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
      comesBack: ', after you have created it again in the service',
      summary: 'Delete segments',
      guard: stillNeeded('audience-exists', needs => needs.needSegments),
      examples: ['emk segments delete "Joined in spring"', 'emk segments delete 1 --yes'],
    }),
  },
  nested: {recipients: {summary: 'People in a segment', ...recipients}},
} satisfies Group;
