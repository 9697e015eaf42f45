import type {errorCodes} from '../errors.js';

/** What a code means, why it happens, and what to do about it. */
type Explained = {readonly exit: string; readonly happened: string; readonly cause: string; readonly cure: string};

/** Every error code for people who met one: used by `emk help errors` and by the site. */
export const errorGuide: Readonly<Record<(typeof errorCodes)[number], Explained>> = {
  usage: {
    exit: '2',
    happened: 'emk did not understand the line, or something is missing. Nothing was sent.',
    cause: 'A misspelt option, a missing value, or two options that cannot be used together.',
    cure: 'Read the hint below the error. Add --help to the line to see all options.',
  },
  preflight: {
    exit: '2',
    happened: 'A check before the work failed. Nothing was changed.',
    cause: 'Rows that the service would refuse, or a mailing that lacks something.',
    cure: 'Fix what the error names, then run the line again.',
  },
  config: {
    exit: '3',
    happened: 'emk could not tell which account to use.',
    cause: 'No login yet, a broken configuration, or keys and address from two sources.',
    cure: 'Run "emk auth status": it says where each value comes from. "emk auth login" starts over.',
  },
  keys: {
    exit: '3',
    happened: 'The service refused the keys.',
    cause: 'Keys that were replaced, mistyped, or belong to another address.',
    cure: 'Copy both keys from the account page of the service and run "emk auth login".',
  },
  not_found: {
    exit: '4',
    happened: 'There is no such record.',
    cause: 'It was deleted, or it belongs to another account.',
    cure: 'List the records to see what is there, and "emk auth status" to see which account you use.',
  },
  refused: {
    exit: '5',
    happened: 'The service understood the request and refused it.',
    cause: 'A value that it does not accept. The error names the option.',
    cure: 'Change that value, then run the line again.',
  },
  too_large: {
    exit: '5',
    happened: 'The request was too large for the service.',
    cause: 'Very long HTML, or a part of an import with many long rows.',
    cure: 'Shorten the mailing, or the longest rows of the file. An import sends fewer rows at a time by itself.',
  },
  unreachable: {
    exit: '6',
    happened: 'The service was not reached, or a read got no usable answer. Nothing was changed.',
    cause: 'No network, a wrong address, a proxy, or a problem at the service.',
    cure: 'Run the line again. If that fails, "emk doctor" finds the reason.',
  },
  throttled: {
    exit: '7',
    happened: 'The service limits requests. This one was not applied.',
    cause: 'Many requests in a short time, perhaps by other programs with the same keys.',
    cure: 'Run the line later, with --max-wait 10m to wait longer, or --rps 2 to go slower.',
  },
  maintenance: {
    exit: '7',
    happened: 'The service is in maintenance. The request was not applied.',
    cause: 'Planned work at the service.',
    cure: 'Run the line later.',
  },
  partial: {
    exit: '8',
    happened: 'Part of the work was done. emk names the rest, and often writes it to a file.',
    cause: 'The service took some records and refused others, or the connection broke half-way.',
    cure: 'Do what the line below the error says. It names what is left, and how to continue.',
  },
  unknown_outcome: {
    exit: '9',
    happened: 'emk cannot tell whether the request was applied.',
    cause: 'The connection was lost after everything was sent, and emk could not find out more.',
    cure: 'Look first, with the command that the error names. Do not just repeat the line.',
  },
  check: {
    exit: '10',
    happened: 'A check that you asked for failed.',
    cause: 'A mailing with errors, a file that differs from the list, or a wait that took too long.',
    cure: 'Read what emk found. A script can act on exit code 10.',
  },
  locked: {
    exit: '11',
    happened: 'Another emk is doing the same work and did not finish in time.',
    cause: 'Two jobs with the same list or folder.',
    cure: 'Run the line later, or wait longer with --lock-timeout 10m.',
  },
  foreign_answer: {
    exit: '1',
    happened: 'Something answered that is not this API.',
    cause: 'A wrong address, the login page of a network, or a proxy.',
    cure: 'Check the address with "emk auth status". It ends in /api.',
  },
  interrupted: {
    exit: '130 or 143',
    happened: 'You pressed Ctrl-C, answered no, or something stopped the process.',
    cause: 'A person or another program.',
    cure: 'To continue an import: emk contacts import resume. Otherwise look what is done, then run the line again.',
  },
  bug: {
    exit: '1',
    happened: 'emk met something unexpected.',
    cause: 'A mistake in emk.',
    cure: 'Report it with the file that emk names. The file holds no keys and no addresses.',
  },
};
