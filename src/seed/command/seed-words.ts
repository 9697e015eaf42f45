import {waitingInWords} from '../../account-files/command/apply-words.js';
import {planInWords} from '../../account-files/command/plan-words.js';
import {kindNames} from '../../account-files/kinds/kind-names.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import {clean} from '../../output/text/sanitise.js';
import {counted} from '../../words/count.js';
import type {SeedOutcome} from '../run/apply-seed.js';

/** What a seed has made, for people: each record by its name in the file, and how to delete it all. */
export function seedInWords({seeded, proposal, applied}: SeedOutcome, dryRun: boolean): string {
  const waiting = waitingInWords(proposal);
  if (dryRun) return [planInWords({...proposal.plan, changes: proposal.changes}, false), ...waiting].join('\n');
  const {run, made, contacts} = seeded;
  const count = (applied?.done.size ?? 0) + (applied?.contacts.length ?? 0);
  const isWhole = applied?.error === undefined;
  return [
    count === 0 && isWhole ? `The run ${run} is complete.` : `The run ${run}:`,
    ...kindNames.flatMap(kind =>
      (made[kind] ?? []).map(({name, as, id, shared}) => {
        const {one} = kinds[kind].collection.noun;
        return `  ${one} "${clean(name)}": ${id}${shared ? ', shared by all runs' : `, called "${clean(as)}"`}`;
      }),
    ),
    ...(isWhole ? contacts.map(({type, count: people}) => `  ${counted(people, 'contact')} in "${clean(type)}"`) : []),
    ...waiting,
    `To delete it: emk seed clean --run ${run}`,
  ].join('\n');
}

/** The same for programs. */
export const seedAsData = ({seeded, proposal, applied}: SeedOutcome) => ({
  ...seeded,
  new: [...(applied?.done ?? [])].filter(({action}) => action === 'create').length,
  waiting: proposal.waiting.map(({change: {action, kind, name}, needs}) => ({action, kind, name, needs})),
  ...(applied === undefined && {plan: {changes: proposal.changes, contacts: proposal.plan.contacts}}),
});
