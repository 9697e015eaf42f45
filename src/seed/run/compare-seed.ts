import type {AccountState} from '../../account-files/account/read-account.js';
import {
  type ComparedFiles,
  compareFiles,
  customFieldsIn,
  sayingWhoStaysAway,
  withPeople,
} from '../../account-files/compare/compare-folder.js';
import {compareContacts} from '../../account-files/compare/contacts.js';
import {knownLeavers} from '../../account-files/compare/references.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import type {Change, Impossible, Plan} from '../../account-files/kinds/results.schema.js';
import type {Context} from '../../commands/command.js';
import {PreflightError, UsageError} from '../../errors.js';
import {isNamedByAddress, nameKey} from '../../identity/identities.js';
import {somePeople} from '../../who-left/mail-again.js';
import {counted, plural} from '../../words/sentence.js';
import {isShared} from '../file/run-name.js';
import {markIn, markInAddress} from '../marks/marks.js';
import type {PreparedSeed} from './prepare-seed.js';

/** Compares a seed with the account: what of a run exists already, and what must still be made. */
export async function compareSeed(
  context: Context,
  folder: string,
  {files, people}: PreparedSeed,
  run: string,
): Promise<ComparedFiles> {
  const compared = await compareFiles(context, files, {prune: false});
  const {account} = compared;
  refuseOtherFile(account, files, run);
  const plan = seedPlan(compared.plan, new Set(account.sent.map(({name}) => name)));
  const [impossible, ...others] = plan.impossible;
  if (impossible) {
    const {kind, name, why} = impossible;
    const more =
      others.length === 0
        ? ''
        : ` There ${plural(others.length, 'is', 'are')} ${counted(others.length, 'more such record')}.`;
    throw new PreflightError(`The ${kinds[kind].collection.noun.one} "${name}" cannot be made: ${why}.${more}`, {
      hint: 'Nothing was sent. Change the seed file.',
    });
  }
  if (people.length === 0) return sayingWhoStaysAway(context, {...compared, plan});
  const wanted = {
    lists: people.map(({list}) => list),
    fields: customFieldsIn(files),
    known: knownLeavers(files),
  };
  const found = await compareContacts(context, folder, wanted, await account.contactTerms());
  return sayingWhoStaysAway(context, withPeople({...compared, plan}, found));
}

/** Refuses to continue a run that another machine began with another file, as its other records show. */
function refuseOtherFile({kinds: held}: AccountState, files: PreparedSeed['files'], run: string): void {
  for (const [kind, records] of held) {
    const {identity} = kinds[kind];
    const wanted = new Set(files.get(kind)?.entries.map(({entry}) => nameKey(kind, String(entry[identity]))));
    const other = records.find(({name}) => {
      const mark = isNamedByAddress(kind) ? markInAddress(name) : markIn(kind, name);
      return mark?.run === run && !wanted.has(nameKey(kind, name));
    });
    if (other === undefined) continue;
    throw new UsageError(
      `The run ${run} has made the ${kinds[kind].collection.noun.one} "${other.name}", which this file does not name.`,
      {hint: `Choose another id, or clean that run first: emk seed clean --run ${run}`},
    );
  }
}

/** Adapts the plan to a seed: a shared group only gets the run's people, and a sent mailing counts as made. */
const seedPlan = (plan: Plan, sent: ReadonlySet<string>): Plan => ({
  ...plan,
  changes: plan.changes.flatMap(change => onlyMembers(change) ?? []),
  impossible: plan.impossible.filter(one => isOwn(one) && !hasGoneOut(one, sent)),
  // The account's other records do not concern a seed.
  left: {},
  stay_unsubscribed: somePeople([]),
});

function onlyMembers(change: Change): Change | undefined {
  if (change.action !== 'update' || !isShared(change.kind)) return change;
  const fields = change.fields.filter(field => 'added' in field && field.added.length > 0);
  return fields.length === 0 ? undefined : {...change, fields};
}

const isOwn = ({action, kind}: Impossible): boolean => action !== 'update' || !isShared(kind);

const hasGoneOut = ({kind, name}: Impossible, sent: ReadonlySet<string>): boolean =>
  kind === 'mailings' && sent.has(name);
