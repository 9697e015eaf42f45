import type {InputOf, Loose} from '../../api/describe/schema.js';
import type {Draft} from '../../checks/read-mailing.js';
import {optionName} from '../../commands/parameter-name.js';
import {utmOption} from '../../commands/template-input.js';
import {content, RUNNING} from '../../endpoints/single-sends.js';
import type {NextStep} from '../../output/results/result.js';
import type {prepareTakes} from './options.js';

type Given = Omit<InputOf<typeof prepareTakes>, 'strict' | 'force'>;

/** What can follow a test or a check: a waiting mailing is changed, a new one goes to everyone, and both are tested. */
export function afterDraft(given: Given, {status}: Draft, test: string): readonly NextStep[] {
  const {utr} = given;
  if (utr === undefined) {
    const options = Object.entries({...content, ...utmOption}).flatMap(([name, param]) =>
      [(given as Loose)[name] ?? []].flat().map(value => `--${optionName(name, param)}=${String(value)}`),
    );
    return [
      {name: 'Send it to people', words: ['single-sends', 'create', ...options]},
      {name: test, words: ['single-sends', 'test', ...options.filter(isOfTest)]},
    ];
  }
  const change = {name: 'Change it', words: ['single-sends', 'update', utr]};
  return [...(Number(status) < RUNNING ? [change] : []), {name: test, words: ['single-sends', 'test', utr]}];
}

/** A test has its own people. */
const isOfTest = (option: string): boolean => !/^--(?:to|except)=/.test(option);
