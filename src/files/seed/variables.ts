import {UsageError} from '../../core/errors.js';
import {withoutAccents} from '../../core/words/sentence.js';
import {wordFor} from '../../core/words/shell-word.js';
import type {Names} from './file.js';
import {CONTACTS} from './keys.js';

/** How to write variables: for the `eval` of a shell, or for the environment file of a GitHub job. */
export type EnvForm = 'sh' | 'github';

export type Variable = {
  readonly name: string;
  readonly kind: string;
  readonly called: string;
  readonly holds: 'id' | 'name';
};

/**
 * The variables for the records of a seed: `EMK_SEED_LIST_QA` with the id, and one ending in `_NAME` with the
 * name in the run. They are known before anything is sent, so two records with the same variable are refused in time.
 */
export function variablesOf(names: Names): readonly Variable[] {
  const variables = [...names].flatMap(([kind, byName]) =>
    [...byName.keys()].flatMap((called): Variable[] => {
      const name = `${PREFIX}${inCapitals(kind.replace(/s$/, ''))}_${inCapitals(called)}`;
      const ofName = {name: `${name}_NAME`, kind, called, holds: 'name'} as const;
      // Records with an address are named by it, and an import does not return the ids of people.
      return kind === CONTACTS ? [{...ofName, name}] : [{name, kind, called, holds: 'id'}, ofName];
    }),
  );
  const met = new Map<string, Variable>([[RUN, {name: RUN, kind: 'run', called: '', holds: 'id'}]]);
  for (const variable of variables) {
    const other = met.get(variable.name);
    if (other !== undefined) {
      throw new UsageError(
        `"${other.called}" (${other.kind}) and "${variable.called}" (${variable.kind}) would both be ${variable.name}.`,
        {hint: `Rename "${other.called}" or "${variable.called}", or remove --env.`},
      );
    }
    met.set(variable.name, variable);
  }
  return variables;
}

export function envLines(
  run: string,
  variables: readonly Variable[],
  read: (variable: Variable) => string,
  form: EnvForm,
): string {
  const pairs = [[RUN, run] as const, ...variables.map(variable => [variable.name, read(variable)] as const)];
  return pairs.map(([name, value]) => `${writers[form](name, value)}\n`).join('');
}

const writers: Readonly<Record<EnvForm, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}=${wordFor.posix(value)}`,
  github: (name, value) => `${name}=${value}`,
};

const PREFIX = 'EMK_SEED_';
const RUN = `${PREFIX}RUN`;

/** A name as a part of a variable's name: other scripts' letters as numbers, and everything else as underscores. */
const inCapitals = (name: string): string =>
  withoutAccents(name)
    .toUpperCase()
    .replace(/(?![A-Z0-9])[\p{L}\p{N}]/gu, letter => `U${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`)
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '') || '_';
