import {checking} from '../api/describe/notation.js';

/** The options by which a script states how many people a mailing may reach. */
export const recipientLimits = checking({
  max_recipients: {type: 'integer', value: 'n', help: 'Send only if it mails at most this many people'},
  min_recipients: {type: 'integer', value: 'n', help: 'Send only if it mails at least this many people', rare: true},
});

/** The option that ties a send to what "mailings check" has shown. */
export const digestOption = checking({
  expect_digest: {type: 'text', value: 'digest', help: 'Send only what "mailings check" showed', rare: true},
});

export type RecipientLimits = {readonly [option in keyof typeof recipientLimits]?: number | undefined};

export const checkOptions = checking({
  strict: {type: 'flag', help: 'Treat warnings as errors', rare: true},
  force: {type: 'text', many: true, value: 'check', help: 'Ignore a failed check, by name', rare: true},
});

/** The checks, for the help of the commands that run them. */
export const aboutChecks =
  'emk checks sender, group, people, subject, tags, HTML and time. Errors stop it: --force NAME ignores one check, and ' +
  '--strict stops at warnings too.';

/** What errors do and how to ignore them, for help. */
export const aboutErrors = 'Errors stop it; --strict treats warnings as errors, and --force NAME ignores one check.';

/** The checks before an automation goes live, for help. */
export const aboutAutomationChecks =
  'emk checks first that it has emails, an audience and a group, and that each email has a verified sender and known tags. ' +
  `${aboutErrors} An automation that is already live does not change.`;

export type CheckRules = {
  readonly strict?: boolean | 0 | 1 | undefined;
  readonly force?: readonly string[] | undefined;
};
