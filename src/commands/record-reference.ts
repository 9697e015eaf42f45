import {isCode} from '../core/words/values.js';

/** What a text itself says about the record that it means. */
type RecordReference = {readonly by: 'id' | 'name' | 'either'; readonly text: string};

/** `id:12` is an id and `name:12` a name, whatever it looks like; without a prefix it can be either. */
export function parseReference(given: string): RecordReference {
  const [, by, text = ''] = /^(id|name):\s*(\S.*)$/s.exec(given) ?? [];
  return by === 'id' || by === 'name' ? {by, text} : {by: 'either', text: given};
}

/** The id that a text is, without any lookup: digits if ids are numbers, else a whole code. */
export function idOfText(given: string, areNumbers: boolean): string | undefined {
  const {by, text} = parseReference(given);
  return by !== 'name' && (areNumbers ? isNumber : isCode)(text) ? text : undefined;
}

/** Whether a text is a number of at most 15 digits: no id is longer, and JavaScript would change it. */
export const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text);
