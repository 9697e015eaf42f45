import type {Group} from '../../commands/command.js';
import {list} from '../../commands/verbs/list.js';
import {remove} from '../../commands/verbs/remove.js';
import segments, {operations} from '../../endpoints/segments.js';
import {stillNeeded} from '../shared/still-needed.js';
import recipients from './recipients.js';

export default {
  commands: {
    list: list(operations.list, {
      of: segments,
      summary: 'List segments',
      columns: ['id', 'segment_name', 'contact_type_id', 'segment_emails_count', 'created_at'],
      importance: ['id', 'segment_name', 'segment_emails_count', 'contact_type_id', 'created_at'],
      examples: ['emk segments list', 'emk segments list --sort -segment_emails_count --limit 5'],
    }),
    delete: remove(operations.delete, {
      of: segments,
      summary: 'Delete segments',
      guard: stillNeeded('audience-exists', needs => needs.needSegments),
      examples: ['emk segments delete "Joined in spring"', 'emk segments delete 1 --yes'],
    }),
  },
  nested: {recipients: {summary: 'People in a segment', ...recipients}},
} satisfies Group;
