import {checking} from '../api/describe/schema.js';
import {automationCheckNames, bodyCheckNames, emailCheckNames, mailingCheckNames} from './names.js';

/** The options by which a script states how many people a mailing may reach. */
export const recipientLimits = checking({
  max_recipients: {type: 'integer', value: 'n', help: 'Send nothing if it would mail more people than this'},
  expect_recipients: {type: 'integer', value: 'n', help: 'Send nothing unless it would mail exactly this many people'},
});

export type RecipientLimits = {readonly [option in keyof typeof recipientLimits]?: number | undefined};

/** The options for how strict the checks of a mailing are. */
export const checkOptions = strictness([...emailCheckNames, ...mailingCheckNames, ...bodyCheckNames]);

/** The options for how strict the checks of an automation are. */
export const automationCheckOptions = strictness([...emailCheckNames, ...automationCheckNames, ...bodyCheckNames]);

function strictness(choices: readonly string[]) {
  return checking({
    strict: {type: 'flag', help: 'Take warnings for errors'},
    force: {
      type: 'text',
      many: true,
      choices: [...choices, 'file'],
      value: 'check',
      help: 'Go on although this check does not hold; a refusal says its name; "file" replaces the file of --out',
    },
  });
}

/** The checks, for the help of the commands that run them. */
export const aboutChecks =
  'Everything is checked in the account first: sender, group, audience (counted by address, without those who left or are ' +
  'left out), subject, tags, the HTML, the moment, and sends of the same name or subject in these days. Errors stop it and ' +
  'warnings are shown; --strict takes those for errors too, and --force NAME ignores one check.';

/** What errors do and how to ignore them, for help. */
export const aboutErrors =
  'Errors stop it; --strict takes warnings for errors too, and --force NAME ignores one check.';

/** The checks before an automation goes live, for help. */
export const aboutAutomationChecks =
  'It is checked first: whether it has emails, an audience and a group, and whether the sender of each email is verified and ' +
  `its tags are known. ${aboutErrors} One that is live already is left alone.`;

/** The options of the checks as given. */
export type CheckRules = {
  readonly strict?: boolean | 0 | 1 | undefined;
  readonly force?: readonly string[] | undefined;
};
