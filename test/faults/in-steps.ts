import {several, waking} from '../support/demo.js';
import {words} from '../support/words.js';
import {type Change, change, IMPORTED, KEPT} from './change.js';

const testing = 'mailings test "Autumn preview" --to ada@lovelace.example';
const importing = `contacts import leads.csv --list Staff ${waking} --map "shoe size="`;
const inParts = `contacts import crowd.csv --list Staff ${waking}`;
const inLine = `contacts sync newsletter.csv --list Newsletter --update first_name ${waking}`;

const applying = 'account apply account';
const seeding = 'seed seed.yaml --run pr-1';

/** Commands that make several changes: tests of a mailing, imports in parts, syncs, resumed and undone imports. */
export const inSteps: readonly Change[] = [
  change(
    'mail a test of a send',
    testing,
    [
      'POST /contacts-type/add',
      'POST /contacts/add',
      'POST /single/send/create',
      'DELETE /single/send/delete?utr',
      'DELETE /contacts/delete?contact_id',
    ],
    {passing: words(`${testing} EMK_MAX_WAIT=0`), resumes: true, waitsFor: 'POST /single/send/create'},
  ),
  change('import contacts in three parts', inParts, several(3, 'POST /contacts/upload-csv'), {
    resumes: true,
    without: ['late-commit'],
  }),
  change('go on with an import', `contacts import resume ${waking}`, several(3, 'POST /contacts/upload-csv'), {
    first: {line: words(`${inParts} EMK_MAX_WAIT=0`), fault: 'POST /contacts/upload-csv=503-maintenance,after=1'},
    resumes: true,
    without: ['late-commit'],
  }),
  change('take an import back', `undo ${IMPORTED}`, 'POST /contacts/bulk-delete', {
    first: {line: words(importing)},
    resumes: true,
  }),
  change(
    'bring a list in line with a file, and delete who is not in it',
    `${inLine} --gone delete --max-gone 11`,
    [...several(2, 'POST /contacts/update'), 'POST /contacts/upload-csv', 'POST /contacts/bulk-delete'],
    {resumes: true, without: ['late-commit']},
  ),
  change(
    'bring a list in line with a file, and unsubscribe who is not in it',
    `${inLine} --gone unsubscribe --max-gone 11`,
    [...several(2, 'POST /contacts/update'), 'POST /contacts/upload-csv', 'POST /global-unsubscribes/save'],
    {resumes: true, without: ['late-commit']},
  ),
  change(
    'take back a file of contacts that were edited',
    `contacts sync edited.csv --list Newsletter --update --yes ${waking}`,
    [...several(2, 'POST /contacts/update'), 'POST /contacts/upload-csv'],
    {
      first: {
        line: words('contacts export edited.csv --list Newsletter --edit --columns first_name'),
        edits: {
          file: 'edited.csv',
          text: written => `${written.replace(',Ann,', ',Anna,').replace(',Bob,', ',Bo,')}eve@leads.example,Eve,\n`,
        },
      },
      resumes: true,
      without: ['late-commit'],
    },
  ),
  change(
    'erase a person',
    'contacts erase ann@example.com',
    ['DELETE /segment/email/delete?segment_recipient_id', ...several(2, 'DELETE /contacts/delete?contact_id')],
    {resumes: true},
  ),
  change('bring back what was deleted', `undo ${KEPT}`, several(2, 'POST /notification-recipient/save'), {
    first: {line: words('notifications delete 1 2')},
    resumes: true,
  }),
  change(
    'apply files of an account',
    applying,
    [
      ...several(2, 'POST /contacts-type/add'),
      'POST /unsubscribes-groups/save',
      'POST /unsubscribes-groups/manually-add',
      'POST /notification-recipient/save',
    ],
    {resumes: true},
  ),
  change(
    'destroy what an apply has made',
    'undo account',
    ['DELETE /notification-recipient/delete?id', ...several(2, 'DELETE /contacts-type/delete?contact_type_id')],
    {first: {line: words(applying)}, resumes: true},
  ),
  change('make test data', seeding, ['POST /contacts-type/add', 'POST /contacts/upload-csv'], {
    resumes: true,
    without: ['late-commit'],
  }),
  change(
    'clean test data',
    'seed clean --run pr-1',
    [...several(3, 'DELETE /contacts/delete?contact_id'), 'DELETE /contacts-type/delete?contact_type_id'],
    {first: {line: words(seeding)}, resumes: true},
  ),
];
