import {escapeHtml} from '../html/escape.js';
import {tagsIn} from '../html/tags.js';
import {layOut} from './layout.js';
import {createPlaces, type PlaceIn} from './places.js';
import {readMarkdown} from './read-markdown.js';

/** A letter as HTML, and where a place of that stands in the Markdown it was made of. */
export type MadeLetter = {readonly html: string; readonly placeOf: PlaceIn};

/**
Makes a letter of Markdown. HTML in it stays as it is: whoever writes it knows what it is for, and it is checked like all
HTML of a mail. A letter that lets nobody unsubscribe, or does not say who sends it, gets that at its end.
*/
export function makeLetter(markdown: string, name: string): MadeLetter {
  const text = withWholeTags(markdown.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n'));
  const {blocks, title} = readMarkdown(text);
  let line = 1;
  const written = blocks.map(block => {
    const at = {...block, line};
    line += block.raw.split('\n').length - 1;
    return at;
  });
  const page = layOut({
    title: escapeHtml(title || name),
    blocks: blocks.map(({html}) => html),
    closing: closingOf(text),
  });
  return {html: page.html, placeOf: createPlaces(page.html, page.firstLine, written)};
}

/** `[Unsubscribe]((unsubscribe_preferences))` means the tag: Markdown itself would take the outer brackets for its own. */
const withWholeTags = (text: string): string => text.replaceAll(/\]\(\(\s*(\w+)\s*\)\)(?!\))/g, ']((($1)))');

/** What every mailing needs and the text does not have. */
function closingOf(text: string): readonly string[] {
  const used = new Set(tagsIn(text).map(({name}) => name));
  return [
    ...(used.has('sender_address') ? [] : ['((sender_address))']),
    ...(used.has('unsubscribe_preferences')
      ? []
      : ['<a href="((unsubscribe_preferences))" style="color:#595959">Unsubscribe</a>']),
  ];
}
