import {ForeignAnswerError} from '../../errors.js';
import {isObject} from './is-object.js';

/** Refuses a page of a list: the API has none today, and a part must never count as the whole list. */
export function refusePages(route: string, envelope: object, shown: number): void {
  const around = withParts(envelope);
  const beside = around.flatMap(part => Object.values(part).filter(isObject).flatMap(withParts));
  if (![...around, ...beside].some(part => isOnePage(part, shown))) return;
  throw new ForeignAnswerError(`The answer to ${route} is only one page of several.`, {
    hint: 'This version of emk needs whole lists, so it uses nothing of this one.',
  });
}

type Part = Readonly<Record<string, unknown>>;

const withParts = (value: object): Part[] => [value as Part, ...Object.values(value).filter(isObject)];

function isOnePage(part: Part, shown: number): boolean {
  if (Number(part['last_page']) > 1 || MORE.some(key => part[key])) return true;
  if (isObject(part['links']) && part['links']['next']) return true;
  const [total, perPage] = [Number(part['total']), Number(part['per_page'])];
  if (total > perPage) return true;
  const hasMarks = 'current_page' in part || 'per_page' in part;
  return hasMarks && total > shown;
}

const MORE = ['next_page_url', 'next_cursor', 'has_more', 'has_more_pages'];
