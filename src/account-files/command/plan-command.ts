import {command} from '../../commands/command.js';
import {CheckError} from '../../errors.js';
import {counted} from '../../words/sentence.js';
import {
  folderParam,
  kindParams,
  kindsWanted,
  mailAgainParam,
  maxErrorsParam,
  readsWithContacts,
  toPruning,
} from './options.js';

export const planCommand = command({
  summary: 'Show what applying the files would change',
  details:
    'Compares the files with the account and changes nothing. emk finds records by name, so a new name is a new ' +
    'record. A missing key means an empty value, and a missing file changes nothing. Records that are in no file stay ' +
    'without --prune, and people who unsubscribed even with it.\n\n-o md prints a comment for a pull request. --out ' +
    'plan.json saves the plan: "emk account apply plan.json" makes exactly these changes, or none if the account or ' +
    'the files have changed since.',
  takes: {
    dir: folderParam,
    ...kindParams,
    contacts: {type: 'flag', help: 'Also compare the contacts'},
    prune: {type: 'flag', help: 'Also plan to delete records that are in no file'},
    mail_again: mailAgainParam,
    max_errors: maxErrorsParam,
    exit_code: {type: 'flag', help: 'Exit with 10 if applying the files would change anything', decides: 'checks'},
    strict: {type: 'flag', help: 'With --exit-code: also count what the API cannot create', decides: 'checks'},
  },
  args: ['dir'],
  gives: {document: async () => ({default: (await import('../kinds/results.schema.js')).savedPlan})},
  examples: [
    'emk account plan account',
    'emk account plan account --prune --exit-code',
    'emk account plan account --out plan.md && gh pr comment --body-file plan.md',
    'emk account plan account --out plan.json && emk account apply plan.json --yes',
  ],
  calls: readsWithContacts,
  async run(context, {dir = '.', only, except, contacts, prune, mail_again, max_errors, exit_code, strict}) {
    const [{compareFolder}, {countChanges, countImpossible}, {planInWords}, {savePlan}, {sayWhoStays}] =
      await Promise.all([
        import('../compare/compare-folder.js'),
        import('../compare/make-plan.js'),
        import('./words.js'),
        import('../compare/saved-plan.js'),
        import('./words.js'),
      ]);
    const options = {
      folder: dir,
      wanted: kindsWanted(only, except),
      ...toPruning(prune, mail_again),
      contacts: Boolean(contacts),
      maxErrors: max_errors,
    };
    const compared = await compareFolder(context, options);
    const {plan: made} = compared;
    const count = countChanges(made) + (strict ? countImpossible(made) : 0);
    const differs = new CheckError(`The account does not match the files: ${counted(count, 'change')}.`, {
      hint: 'See above. --exit-code makes this an error.',
    });
    sayWhoStays(context, made, options);
    const error = exit_code && count > 0 ? {error: differs} : {};
    return {
      ...{
        kind: 'data',
        data: await savePlan(context, options, compared),
        text: planInWords(made, false),
        prose: true,
        ...error,
      },
      coloured: () => planInWords(made, true),
    };
  },
});
