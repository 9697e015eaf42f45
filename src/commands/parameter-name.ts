import type {Param} from '../api/describe/schema.js';
import type {Command} from './command.js';

/** The option of a parameter: `contact_type_id` gives `contact-type-id`, unless the parameter has its own. */
export const optionName = (key: string, {option}: Param): string => option ?? key.replaceAll('_', '-');

/** Whether a parameter is typed as an option instead of by position. */
export const isOptionOf =
  ({args}: Pick<Command, 'args'>) =>
  ([key]: readonly [string, unknown]): boolean =>
    !args.includes(key);

/** A parameter's name in messages, as it is typed: `--type` or `<contact>`. */
export function parameterName({takes, args}: Pick<Command, 'takes' | 'args'>, key: string): string {
  const param = takes[key];
  if (!param) return key;
  return args.includes(key) ? `<${param.value ?? optionName(key, param)}>` : `--${optionName(key, param)}`;
}
