import type {Asked, Behaviour, FormValue} from '../behaviour.js';
import {refuses} from '../outcome.js';
import {isAddress} from './address.js';
import {splitAddresses} from './input.js';

/** Checks a parameter that was given. Returns the complaint, in the words of the service. */
export type Rule = (value: Exclude<FormValue, null>, name: string, asked: Asked) => string | undefined;
/** The rules of a form, by parameter; all of them are tried. */
export type Rules = {readonly [parameter: string]: readonly Rule[]};

/** Runs a behaviour only for input that keeps all rules; otherwise complains about every parameter that breaks one. */
export const checked =
  (rules: Rules, behaviour: Behaviour): Behaviour =>
  asked => {
    const complaints = Object.entries(rules)
      .map(([name, list]) => [name, complaintsAbout(name, list, asked)] as const)
      .filter(([, texts]) => texts.length > 0);
    return complaints.length > 0 ? refuses(Object.fromEntries(complaints)) : behaviour(asked);
  };

/** A whole number, which may be negative. */
export const isInteger: Rule = (value, name) =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? undefined : `The ${words(name)} must be an integer.`;

/** 0 or 1. */
export const isFlag: Rule = (value, name) =>
  value === '0' || value === '1' ? undefined : `The ${words(name)} field must be true or false.`;

/** One text rather than a list or a file. */
export const isText: Rule = (value, name) =>
  typeof value === 'string' ? undefined : `The ${words(name)} must be a string.`;

/** Counts characters as people do, not the units they are stored in. */
export const hasAtLeast =
  (characters: number): Rule =>
  (value, name) =>
    typeof value !== 'string' || lengthOf(value) >= characters
      ? undefined
      : `The ${words(name)} must be at least ${characters} characters.`;

/** The upper limit of the same count. */
export const hasAtMost =
  (characters: number): Rule =>
  (value, name) =>
    typeof value !== 'string' || lengthOf(value) <= characters
      ? undefined
      : `The ${words(name)} must not be greater than ${characters} characters.`;

/** One of a few words. */
export const isOneOf =
  (...choices: readonly string[]): Rule =>
  (value, name) =>
    typeof value === 'string' && choices.includes(value) ? undefined : `The selected ${words(name)} is invalid.`;

/** A text of a certain form. */
export const looksLike =
  (pattern: RegExp): Rule =>
  (value, name) =>
    typeof value === 'string' && pattern.test(value) ? undefined : `The ${words(name)} format is invalid.`;

/** One address. */
export const isEmail: Rule = (value, name, {settings}) =>
  typeof value === 'string' && isAddress(value, settings)
    ? undefined
    : `The ${words(name)} must be a valid email address.`;

/** One address, or several with commas between. */
export const areEmails: Rule = (value, name, {settings}) =>
  typeof value === 'string' &&
  splitAddresses(value).length > 0 &&
  splitAddresses(value).every(address => isAddress(address, settings))
    ? undefined
    : `The ${words(name)} must be a valid email address.`;

/** An array, as bracketed names make it. */
export const isList: Rule = (value, name) =>
  Array.isArray(value) ? undefined : `The ${words(name)} must be an array.`;

/** Checks the items of a list. */
export const each =
  (rule: Rule): Rule =>
  (value, name, asked) => {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) {
      const complaint = item === null ? undefined : rule(item, `${name}.${index}`, asked);
      if (complaint) return complaint;
    }
    return;
  };

/** A record that the parameter names must exist. */
export const names =
  (exists: (asked: Asked, value: string) => boolean): Rule =>
  (value, name, asked) =>
    !asked.settings.checkReferences || (typeof value === 'string' && exists(asked, value))
      ? undefined
      : `The selected ${words(name)} is invalid.`;

/** A parameter's name as failures call it: underscores become spaces. */
export const words = (name: string): string => name.replaceAll('_', ' ');

function complaintsAbout(name: string, rules: readonly Rule[], asked: Asked): string[] {
  const value = asked.input[name];
  if (value === undefined || value === null) return [];
  return rules.map(rule => rule(value, name, asked)).filter(complaint => complaint !== undefined);
}

const lengthOf = (text: string): number => [...text].length;
