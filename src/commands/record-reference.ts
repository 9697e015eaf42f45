/** The record that a text means, as far as the text itself says it. */
type RecordReference = {readonly by: 'id' | 'name' | 'either'; readonly text: string};

/** `id:12` is an id and `name:12` a name, whatever it looks like; without such a word it may be either. */
export function parseReference(given: string): RecordReference {
  const [, by, text = ''] = /^(id|name):\s*(\S.*)$/s.exec(given) ?? [];
  return by === 'id' || by === 'name' ? {by, text} : {by: 'either', text: given};
}

/** The id that a text is, where nothing has to be looked up: digits where ids are numbers, else a whole utr. */
export function idOfText(given: string, areNumbers: boolean): string | undefined {
  const {by, text} = parseReference(given);
  return by !== 'name' && (areNumbers ? isNumber : isWholeUtr)(text) ? text : undefined;
}

/** A longer number cannot be sent as it was typed, and no id has one. */
export const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text);

export const isWholeUtr = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
