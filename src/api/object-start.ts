/**
Where the JSON object of an answer begins, or -1: at the first character, or after what PHP prints before it when it is
set to show warnings. A brace in HTML or in a warning is no beginning; one of the envelope's keys must follow it.
*/
export function objectStart(text: string): number {
  const first = text.search(/[^\s\uFEFF]/);
  if (first < 0 || text[first] === '{') return first;
  return text[first] === '[' ? -1 : text.search(/\{\s*"(?:status|message|errors)"\s*:/);
}
