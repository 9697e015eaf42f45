import type {Finding} from '../records/fields/finding.schema.js';
import {wordSet} from '../words/word-set.js';
import type {Piece, Place} from './parse.js';

/** Finds tags without their counterpart, as written: a parser moves and repeats elements. */
export function unbalanced(pieces: readonly Piece[], openComment: Place | undefined): readonly Finding[] {
  const findings: Finding[] = openComment ? [neverClosed('comment', openComment)] : [];
  const open: Piece[] = [];
  // How many of each name are open, so that an end tag without a start needs no search.
  const counts = new Map<string, number>();
  const count = ({name}: Piece, by: 1 | -1) => counts.set(kindOf(name), (counts.get(kindOf(name)) ?? 0) + by);
  const close = (piece: Piece): void => {
    const at = counts.get(kindOf(piece.name)) ? indexOfOpen(open, piece.name) : -1;
    if (at < 0 && !mayStray.has(piece.name)) findings.push(neverOpened(piece));
    const closed = at < 0 ? [] : open.splice(at);
    for (const one of closed) count(one, -1);
    findings.push(...closed.slice(1).flatMap(unlessImplied));
  };
  for (const piece of pieces) {
    if (piece.kind === 'start' && !isEmpty(piece)) {
      open.push(piece);
      count(piece, 1);
    }
    if (piece.kind === 'end') close(piece);
  }
  return [...findings, ...open.flatMap(unlessImplied)];
}

/** Whether an element has no content, such as elements of SVG and Office that end in a slash. */
const isEmpty = ({name, closesItself}: Piece): boolean =>
  voids.has(name) || (closesItself && (name.includes(':') || drawn.has(name)));

/** The index of the open element that an end tag closes. A table or cell hides what is open around it. */
function indexOfOpen(open: readonly Piece[], name: string): number {
  for (let at = open.length - 1; at >= 0; at--) {
    const above = open[at]?.name ?? '';
    if (kindOf(above) === kindOf(name)) return at;
    if (above === 'table' || (cells.has(above) && !ofTables.has(name))) return -1;
  }
  return -1;
}

const unlessImplied = ({name, place}: Piece): Finding[] => (implied.has(name) ? [] : [neverClosed(name, place)]);

const neverClosed = (name: string, {line, column}: Place): Finding => ({
  check: 'unclosed',
  level: harmless.has(name) ? 'warning' : 'error',
  says: `${name === 'comment' ? 'This comment' : `This <${name}>`} is not closed${consequences.get(name) ?? ''}.`,
  hint: name === 'comment' ? 'Add --> where it ends.' : `Add </${name}> where it ends.`,
  line,
  column,
});

const neverOpened = ({name, place: {line, column}}: Piece): Finding => ({
  check: 'unopened',
  level: 'warning',
  says: `This </${name}> closes nothing.`,
  hint: `Remove it, or add the <${name}> that it was meant for.`,
  line,
  column,
});

const consequences: ReadonlyMap<string, string> = new Map([
  ['a', ', so all that follows is a link'],
  ['comment', ', so nothing after it is shown'],
  ['style', ', so nothing after it is shown'],
  ['title', ', so nothing after it is shown'],
]);

/** The name for matching: any heading's end tag closes any heading. */
const kindOf = (name: string): string => (/^h[1-6]$/.test(name) ? 'heading' : name);

const voids = wordSet(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** Elements of SVG and MathML that are often written with a slash; in other HTML elements the slash has no effect. */
const drawn = wordSet('svg path circle ellipse line polygon polyline rect stop use image g defs text tspan math');

/** Elements whose end tag is optional in HTML. */
const implied = wordSet('html head body p li dt dd tr td th thead tbody tfoot caption colgroup option optgroup rp rt');

/** End tags that browsers understand without a start: they make an empty line, or end what HTML itself began. */
const mayStray = wordSet('p br html head body tbody');

const cells = wordSet('td th caption');

const ofTables = wordSet('table thead tbody tfoot tr td th caption');

/** Boxes without a look of their own: the reader sees no difference. */
const harmless = wordSet('div span section article header footer main nav');
