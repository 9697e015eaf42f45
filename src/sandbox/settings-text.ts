import {UsageError} from '../errors.js';
import {defaults, type Setting, type Settings} from './settings.js';

/** Reads settings written as `name=value`; an empty list changes nothing. */
export const parseSettings = (texts: readonly string[]): Partial<Settings> =>
  Object.fromEntries(texts.map(parseSetting));

function parseSetting(text: string): [name: string, value: string | number | boolean] {
  const cut = text.indexOf('=');
  const [name, value] = cut < 0 ? [text.trim(), undefined] : [text.slice(0, cut).trim(), text.slice(cut + 1).trim()];
  const setting: Setting | undefined = Object.hasOwn(defaults, name) ? table[name] : undefined;
  if (!setting) {
    throw new UsageError(`The sandbox has no setting "${name}".`, {
      hint: `There are: ${Object.keys(defaults).join(', ')}.`,
    });
  }
  const read = value === undefined ? undefined : readAs(setting, value);
  if (read !== undefined) return [name, read];
  throw new UsageError(`The setting "${name}" cannot be "${value ?? ''}".`, {
    hint: `Write ${name}=${formsOf(setting)}.`,
  });
}

const table: {readonly [name: string]: Setting} = defaults;

function readAs({value: standard, choices}: Setting, text: string): string | number | boolean | undefined {
  if (choices) return choices.includes(text) ? text : undefined;
  if (typeof standard === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : undefined;
  if (typeof standard === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  return text;
}

const formsOf = ({value, choices}: Setting): string =>
  choices
    ? choices.join(' or ')
    : typeof value === 'boolean'
      ? 'true or false'
      : typeof value === 'number'
        ? '<number>'
        : '<text>';
