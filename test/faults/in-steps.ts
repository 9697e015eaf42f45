import type {Change} from './change.js';
import {several, waking} from './demo.js';

const testing = ['single-sends', 'test', 'Autumn preview', '--to', 'ada@lovelace.example'];
const settling = ['--settle-wait', '60ms', '--settle-poll', '20ms', '--settle-max', '3s'];
const importing = ['contacts', 'import', 'leads.csv', '--type', 'Staff', waking, '--map', 'shoe size=', ...settling];
const inLine = ['contacts', 'sync', 'newsletter.csv', '--type', 'Newsletter', '--update', 'first_name', waking];

const applying = ['account', 'apply', 'account', '--settle-wait', '60ms'];
const seeding = ['seed', 'seed.yaml', '--run', 'pr-1', '--settle-wait', '60ms'];

/**
 * Commands that make several changes, each of them tested with faults: tests of a mailing, imports in parts, syncs,
 * resumed and undone imports.
 */
export const inSteps: readonly Change[] = [
  {
    name: 'mail a test of a send',
    line: testing,
    routes: [
      'POST /contacts-type/add',
      'POST /contacts/add',
      'POST /single/send/create',
      'DELETE /single/send/delete?utr',
      'DELETE /contacts/delete?contact_id',
    ],
    passing: [...testing, '--keep'],
    resumes: true,
    waitsFor: 'POST /single/send/create',
  },
  {
    name: 'mail a test of a send to two, and keep it',
    line: [...testing, '--to', 'eve@example.com', '--keep'],
    passing: [...testing, '--to', 'eve@example.com'],
    routes: ['POST /contacts-type/add', ...several(2, 'POST /contacts/add'), 'POST /single/send/create'],
    resumes: true,
    waitsFor: 'POST /single/send/create',
  },
  {
    name: 'import contacts in three parts',
    line: [...importing, '--chunk-rows', '1'],
    routes: several(3, 'POST /contacts/upload-csv'),
    resumes: true,
    without: ['late-commit'],
  },
  {
    name: 'import contacts without a look',
    line: [...importing, '--verify', 'none'],
    routes: ['POST /contacts/upload-csv'],
    resumes: true,
    without: ['late-commit'],
  },
  {
    name: 'go on with an import',
    line: ['contacts', 'import', 'resume', waking],
    first: {
      line: [...importing, '--chunk-rows', '1', '--max-wait', '0'],
      fault: 'POST /contacts/upload-csv=503-maintenance,after=1',
    },
    routes: several(2, 'POST /contacts/upload-csv'),
    resumes: true,
    without: ['late-commit'],
  },
  {
    name: 'take an import back',
    line: ['contacts', 'import', 'undo'],
    first: {line: importing},
    routes: ['POST /contacts/bulk-delete'],
    resumes: true,
  },
  {
    name: 'bring a list in line with a file, and delete who is not in it',
    line: [...inLine, '--gone', 'delete', ...settling],
    routes: [...several(2, 'POST /contacts/update'), 'POST /contacts/upload-csv', 'POST /contacts/bulk-delete'],
    resumes: true,
    without: ['late-commit'],
  },
  {
    name: 'bring a list in line with a file, and unsubscribe who is not in it',
    line: [...inLine, '--gone', 'unsubscribe', '--concurrency', '2', ...settling],
    routes: [...several(2, 'POST /contacts/update'), 'POST /contacts/upload-csv', 'POST /global-unsubscribes/save'],
    resumes: true,
    without: ['late-commit'],
  },
  {
    name: 'take back a file of contacts that were edited',
    line: ['contacts', 'edit', '--type', 'Newsletter', '--from', 'newsletter.csv', waking, ...settling],
    routes: [...several(2, 'POST /contacts/update'), 'POST /contacts/upload-csv'],
    resumes: true,
    without: ['late-commit'],
  },
  {
    name: 'erase a person',
    line: ['contacts', 'erase', 'ann@example.com'],
    routes: ['DELETE /segment/email/delete?segment_recipient_id', ...several(2, 'DELETE /contacts/delete?contact_id')],
    resumes: true,
  },
  {
    name: 'bring back what was deleted',
    line: ['restore', `${new Date().toISOString().slice(0, 10)}-1`],
    first: {line: ['notification-recipients', 'delete', '1', '2']},
    routes: several(2, 'POST /notification-recipient/save'),
    resumes: true,
  },
  {
    name: 'apply files of an account',
    line: applying,
    routes: [
      ...several(2, 'POST /contacts-type/add'),
      'POST /unsubscribes-groups/save',
      'POST /unsubscribes-groups/manually-add',
      'POST /notification-recipient/save',
    ],
    resumes: true,
  },
  {
    name: 'destroy what an apply has made',
    line: ['account', 'destroy', 'account', '--settle-wait', '60ms'],
    first: {line: applying},
    routes: [
      'DELETE /notification-recipient/delete?id',
      'DELETE /unsubscribes-groups/recipients-delete?id',
      ...several(2, 'DELETE /contacts-type/delete?contact_type_id'),
    ],
    resumes: true,
  },
  {
    name: 'make test data',
    line: seeding,
    routes: ['POST /contacts-type/add', 'POST /contacts/upload-csv'],
    resumes: true,
    without: ['late-commit'],
  },
  {
    name: 'clean test data',
    line: ['seed', 'clean', '--run', 'pr-1'],
    first: {line: seeding},
    routes: ['POST /contacts/bulk-delete', 'DELETE /contacts-type/delete?contact_type_id'],
    resumes: true,
  },
];
