import {resolve} from 'node:path';
import {unlessNotFound} from '../api/record-sources.js';
import type {Context} from '../commands/command.js';
import {mustBeListed} from '../commands/verbs/listed.js';
import {foldAddress} from '../csv/fold-address.js';
import {type People, type Person, readPeople} from '../csv/people.js';
import {operations} from '../endpoints/segment-recipients.js';
import segments from '../endpoints/segments.js';
import {PreflightError} from '../errors.js';
import type {Done, Failure} from '../output/result.js';
import {addMissing} from './add-addresses.js';
import {nameEverybody} from './name-everybody.js';
import {gateAutomations, startedAutomations} from './started-automations.js';

export type Filling = {
  readonly segment: number;
  readonly file: string;
  readonly column: string | undefined;
  readonly concurrency: number;
  /** Rows that cannot be added stop everything before anything is sent. */
  readonly strict: boolean;
  readonly allowAutomations: boolean;
};

/** Adds the people of a file to a segment, one request each since the service takes no more, and only those not in it yet. */
export async function fillSegment(context: Context, filling: Filling): Promise<Done> {
  const {segment, file, column, concurrency} = filling;
  const read = await readPeople(context.host, file === '-' ? file : resolve(context.host.cwd, file), column);
  for (const warning of read.warnings) context.warn(warning);
  const mustExist = () => mustBeListed(context, segments, segment);
  await mustExist();
  const {named, nameless} = await nameEverybody(context, read.people);
  const unfit = failuresOf(read, nameless);
  if (filling.strict && unfit.length > 0) throw stoppedBy(unfit);
  const byAddress = new Map(named.map(person => [foldAddress(person.email), person]));
  const added = await addMissing(
    context,
    named.map(({email}) => email),
    {
      membership: 'in the segment',
      most: 1,
      concurrency,
      before: fresh => gate(context, filling, fresh),
      async *entries() {
        const recipients = context.stream(operations.list, {segment_id: segment});
        for await (const batch of unlessNotFound(recipients, mustExist)) {
          yield* batch.map(({id, email}) => ({id, email_address: email}));
        }
      },
      add(email) {
        const {first_name, last_name} = byAddress.get(foldAddress(email)) as Person;
        return context.call(operations.add, {segment_id: segment, first_name, last_name, email});
      },
    },
  );
  return {...added, failed: [...unfit, ...added.failed]};
}

const failuresOf = ({rejected}: People, nameless: readonly Person[]): Failure[] =>
  [
    ...rejected,
    ...nameless.map(({line, email}) => ({
      line,
      reason: `“${email}” has no first and last name, in the file or among the contacts`,
    })),
  ]
    .sort((one, other) => one.line - other.line)
    .map(({line, reason}) => ({id: `line ${line}`, error: new PreflightError(`${reason}.`)}));

function stoppedBy(unfit: readonly Failure[]): PreflightError {
  const shown = unfit.slice(0, SHOWN).map(({id, error}) => `${id}: ${error.message}`);
  const more = unfit.length > SHOWN ? ` And ${unfit.length - SHOWN} more.` : '';
  return new PreflightError(`These cannot be added: ${shown.join(' ')}${more}`, {
    hint: 'Nothing was sent. Mend these lines, or leave out --strict to add the others.',
  });
}

/** How many lines fit into one message. */
const SHOWN = 10;

async function gate(context: Context, {segment, allowAutomations}: Filling, fresh: number): Promise<void> {
  if (fresh === 0 || allowAutomations) return;
  const people = fresh === 1 ? '1 person' : `${fresh.toLocaleString('en-US')} people`;
  await gateAutomations(context, `Add ${people}`, await startedAutomations(context, {segment}), false);
}
