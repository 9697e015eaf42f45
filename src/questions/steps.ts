import type {Command, Either} from '../commands/command.js';
import type {TypedValues} from '../commands/input.js';
import {changesNothing, missingFrom} from '../commands/missing.js';
import {anythingElse} from './anything-else.js';
import {contentOf} from './content.js';
import {eitherOf} from './either.js';
import {fieldsToChange} from './fields-to-change.js';
import type {Means} from './means.js';
import {questionFor} from './question-for.js';
import type {Step} from './walk.js';
import {withWhatFollows} from './with-what-follows.js';

/** The questions of a command whose line lacks something, in the order a person thinks. */
export function stepsFor(means: Means, command: Command, given: TypedValues): readonly Step[] {
  const {order = [], changes} = command.asks ?? {};
  const missing = missingFrom(command, given);
  const keys = [
    ...new Set([
      ...order.filter(key => given[key] === undefined),
      ...missing.filter((need): need is string => typeof need === 'string'),
    ]),
  ];
  // What a chosen record calls for is needed then, although the command takes it as an option.
  const toNeeded = (key: string): Step =>
    withWhatFollows(means, command, key, questionFor(means, needing(command, key), key), toNeeded);
  const toStep = (key: string): Step =>
    withWhatFollows(means, command, key, questionFor(means, command, key), toNeeded);
  const choices = missing.filter((need): need is Either => typeof need !== 'string');
  const isSwitch = (key: string): boolean => command.takes[key]?.type === 'flag';
  const main = [...keys.map(toStep), ...choices.map(choice => eitherOf(means, choice, isSwitch, toStep))];
  if (changes) return changesNothing(command, given) ? [...main, fieldsToChange(means, command, changes)] : main;
  const optional = contentOf(command).filter(key => given[key] === undefined && !keys.includes(key));
  return [...main, ...anythingElse(means, command, optional, toStep)];
}

/** A command of which one parameter is required. */
const needing = (command: Command, key: string): Command => {
  const param = command.takes[key];
  return param ? {...command, takes: {...command.takes, [key]: {...param, required: true}}} : command;
};
