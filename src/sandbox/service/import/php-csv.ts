const quoteMark = '"';
const backslash = '\\';

/**
 * Reads CSV like PHP's `fgetcsv`, including its quirks. Lines end at LF only, so a file of CRs is one record. In a
 * quoted field, a backslash makes the quote after it text. A quoted field that never closes takes the rest of the file,
 * and text after a closing quote belongs to the field. A blank line is a record of one empty field. A byte order mark
 * is text.
 */
export function* phpCsv(text: string): Generator<string[]> {
  for (let at = 0; at < text.length; ) {
    const record = recordAt(text, at);
    yield record.fields;
    at = record.next;
  }
}

function recordAt(text: string, start: number): {readonly fields: string[]; readonly next: number} {
  const fields: string[] = [];
  let end = lineEnd(text, start);
  for (let at = start; ; ) {
    const quote = quoteAt(text, at, end);
    if (quote === undefined) {
      const comma = text.indexOf(',', at);
      const isLast = comma === -1 || comma >= end;
      fields.push(text.slice(at, isLast ? end : comma));
      if (isLast) return {fields, next: afterLine(text, end)};
      at = comma + 1;
      continue;
    }
    const field = quotedField(text, quote + 1);
    end = lineEnd(text, field.next);
    const comma = text.indexOf(',', field.next);
    const isLast = comma === -1 || comma >= end;
    fields.push(field.value + text.slice(field.next, isLast ? end : comma));
    if (isLast) return {fields, next: afterLine(text, end)};
    at = comma + 1;
  }
}

/** The position of a field's opening quote, after any white space. */
function quoteAt(text: string, start: number, end: number): number | undefined {
  let at = start;
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  return at < end && text[at] === quoteMark ? at : undefined;
}

/** The content of a quoted field after its opening quote, and the position after its closing quote. */
function quotedField(text: string, start: number): {value: string; next: number} {
  let value = '';
  for (let at = start, from = start; ; ) {
    const character = text[at];
    if (character === undefined) return {value: value + text.slice(from), next: text.length};
    if (character === backslash) {
      at += 2;
    } else if (character !== quoteMark) {
      at += 1;
    } else if (text[at + 1] === quoteMark) {
      value += text.slice(from, at + 1);
      at += 2;
      from = at;
    } else {
      return {value: value + text.slice(from, at), next: at + 1};
    }
  }
}

/** The position where the line's text ends: before LF, CRLF, or a CR at the end of the file. */
function lineEnd(text: string, start: number): number {
  const feed = text.indexOf('\n', start);
  const end = feed === -1 ? text.length : feed;
  return end > start && text[end - 1] === '\r' ? end - 1 : end;
}

function afterLine(text: string, end: number): number {
  const feed = text.indexOf('\n', end);
  return feed === -1 ? text.length : feed + 1;
}

/** White space as in C, including tabs and feeds. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
