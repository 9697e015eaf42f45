import {kinds} from '../kinds/kinds.js';
import {type Key, type Keys, kindNames} from '../kinds/shape.js';

export type Schema = {readonly [keyword: string]: unknown};

/** The schema of every file of an account, made from the keys that emk reads. One schema serves all files. */
export function accountSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'The files of an account, as emk reads and writes them',
    type: 'object',
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(
        kindNames.map(kind => [
          kind,
          {description: kinds[kind].about, ...listOf(kinds[kind].keys, kinds[kind].identity)},
        ]),
      ),
      sent: {
        description: 'Mailings that went out. emk never compares them with the account.',
        ...listOf({...kinds['mailings'].keys, 'sent-at': {type: 'text', help: 'When it went out'}}, 'name'),
      },
    },
  };
}

/** A list of entries with these keys. The account's own records may lack all but the identifying one. */
export const listOf = (keys: Keys, identity: string | undefined): Schema => ({
  type: ['array', 'null'],
  items: {
    type: 'object',
    additionalProperties: false,
    required: identity === undefined ? [] : [identity],
    properties: Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, ofKey(key)])),
  },
});

function ofKey(key: Key): Schema {
  const {help: description, type, below = {}, identity = ''} = key;
  switch (type) {
    case 'text':
      return {description, type: 'string', ...limitsOf(key)};
    case 'integer':
      return {description, type: 'integer'};
    case 'flag':
      return {description, type: 'boolean'};
    case 'texts':
      return {description, type: 'array', items: {type: 'string', ...limitsOf(key)}};
    case 'entries':
      return {description, ...listOf(below, below[identity]?.address ? identity : undefined)};
  }
}

function limitsOf({choices, limits, refers, body}: Key): Schema {
  if (refers === 'audience') return {pattern: '^(?:type|segment):'};
  if (body) return {pattern: `\\.${body}$`};
  return {
    ...(choices && {enum: choices}),
    ...(limits?.min !== undefined && {minLength: limits.min}),
    ...(limits?.max !== undefined && {maxLength: limits.max}),
    ...(limits?.pattern && {pattern: limits.pattern.source}),
  };
}
