import {UsageError} from '../../errors.js';
import {lookUp} from '../../words/look-up.js';
import {andList, orList} from '../../words/sentence.js';
import {defaults, type Setting, type Settings} from '../service/settings.js';

/** Reads settings written as `name=value`; an empty list changes nothing. */
export const parseSettings = (texts: readonly string[]): Partial<Settings> =>
  Object.fromEntries(texts.map(parseSetting));

function parseSetting(text: string): [name: string, value: string | number | boolean] {
  const cut = text.indexOf('=');
  const [name, value] = cut < 0 ? [text.trim(), undefined] : [text.slice(0, cut).trim(), text.slice(cut + 1).trim()];
  const setting = lookUp<Setting>(defaults, name);
  if (!setting) {
    throw new UsageError(`The sandbox has no setting "${name}".`, {
      hint: `The settings are ${andList(Object.keys(defaults))}.`,
    });
  }
  const read = value === undefined ? undefined : readAs(setting, value);
  if (read !== undefined) return [name, read];
  throw new UsageError(`The setting "${name}" cannot be "${value ?? ''}".`, {
    hint: `Write ${name}=${formsOf(setting)}.`,
  });
}

function readAs(
  {value: standard, choices, range = fromZero}: Setting,
  text: string,
): string | number | boolean | undefined {
  if (choices) return choices.includes(text) ? text : undefined;
  if (typeof standard === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : undefined;
  if (typeof standard === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? within(range, Number(text)) : undefined;
  return text;
}

const fromZero = [0, 1e15] as const;

const within = ([least, greatest]: NonNullable<Setting['range']>, number: number): number | undefined =>
  number >= least && number <= greatest ? number : undefined;

function formsOf({value, choices, range: [least, greatest] = fromZero}: Setting): string {
  if (choices) return orList(choices);
  if (typeof value === 'boolean') return 'true or false';
  if (typeof value === 'string') return '<text>';
  return `<number>, from ${least} ${greatest === fromZero[1] ? 'on' : `to ${greatest}`}`;
}
