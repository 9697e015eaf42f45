import {boolean, listOf, nullable, object, optional, type Schema, text} from '../json-schema/describe.js';

const about = {
  type: text,
  choices: nullable(listOf(text)),
  required: boolean,
  many: boolean,
  negatable: boolean,
  help: text,
};

const option = object({name: text, short: nullable(text), ...about});

/** A word of the tree, and other words for it; its arguments, options, examples and requests where it is a command. */
const described = {
  name: text,
  command: text,
  also: listOf(text),
  summary: text,
  details: optional(nullable(text)),
  args: optional(listOf(object({name: text, ...about}))),
  options: optional(listOf(option)),
  examples: optional(listOf(text)),
  operations: optional(listOf(object({route: text, method: text, path: text, effect: text}))),
};

const below: Schema<readonly unknown[]> = {type: 'array', items: {$ref: '#/$defs/described-command'}};

/** The whole tree of commands. */
export default {
  ...object({commands: below, options: listOf(option)}),
  $defs: {'described-command': object({...described, below})},
};
