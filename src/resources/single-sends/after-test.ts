import type {InputOf, Loose} from '../../api/describe/schema.js';
import type {Draft} from '../../checks/read-mailing.js';
import {optionName} from '../../commands/parameter-name.js';
import {utmOption} from '../../commands/template-input.js';
import {content, RUNNING} from '../../endpoints/single-sends.js';
import type {NextStep} from '../../output/results/result.js';
import type {prepareTakes} from './options.js';

type Tested = Omit<InputOf<typeof prepareTakes>, 'strict' | 'force'>;

/** What can follow a test: a waiting mailing is changed, a new one goes to everyone, and both are tested again. */
export function afterTest(given: Tested, {status}: Draft): readonly NextStep[] {
  const {utr} = given;
  if (utr === undefined) {
    const options = Object.entries({...content, ...utmOption}).flatMap(([name, param]) =>
      [(given as Loose)[name] ?? []].flat().map(value => `--${optionName(name, param)}=${String(value)}`),
    );
    return [
      {name: 'Send it to people', words: ['single-sends', 'create', ...options]},
      {name: 'Send another test', words: ['single-sends', 'test', ...options]},
    ];
  }
  const change = {name: 'Change it', words: ['single-sends', 'update', utr]};
  return [
    ...(Number(status) < RUNNING ? [change] : []),
    {name: 'Send another test', words: ['single-sends', 'test', utr]},
  ];
}
