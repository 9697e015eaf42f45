import type {Loose, Source} from '../api/describe/schema.js';
import {BACK, type Back} from '../commands/ask.js';
import {toInput} from '../commands/input.js';
import {resolveNames} from '../commands/resolve-names.js';
import type {ListedRecord} from '../commands/verbs/record-choice.js';
import {PartialError} from '../errors.js';
import type {Tools} from './question.js';

/** A record that the command creates later: so far it is only a name. */
export type ToMake = {readonly toMake: string};

/** Asks for such a name, with the questions of the command that creates these records. */
export async function recordNamer(
  {commandAt, askFor}: Tools,
  {see, label}: Source,
): Promise<(() => Promise<ToMake | Back>) | undefined> {
  const command = await commandAt(creating(see));
  return (
    command &&
    (async () => {
      const given = await askFor(command);
      return given === BACK ? BACK : {toMake: String(given[label])};
    })
  );
}

/** Creates a record while asking for another, with its own command and questions; undefined without that command. */
export async function recordMaker(
  {context, commandAt, askFor}: Tools,
  {see, noun, key, label}: Source,
  isBrief?: boolean,
): Promise<(() => Promise<ListedRecord | Back>) | undefined> {
  if (context.globals.dryRun) return undefined;
  const command = await commandAt(creating(see));
  if (!command) return undefined;
  return async () => {
    const given = await askFor(command, isBrief);
    if (given === BACK) return BACK;
    const {input, called} = await resolveNames(context, command, toInput(command, given));
    const result = await command.run({...context, called}, input as never);
    if (result.kind !== 'record') {
      throw new PartialError(`The ${noun.one} was created, but emk does not know its id.`, {
        hint: `To see the ${noun.many}: ${see}`,
      });
    }
    const record = result.record as Loose;
    const made = {id: String(record[key]), name: String(record[label])};
    await context.ask.lasting(() =>
      context.notice(`The ${noun.one} "${made.name}" was created.`, {kind: 'created', of: noun.many, ...made}),
    );
    return made;
  };
}

/** The command that creates records of a kind, beside the one that shows them. */
const creating = (see: string): readonly string[] => [...see.split(' ').slice(1, -1), 'create'];
