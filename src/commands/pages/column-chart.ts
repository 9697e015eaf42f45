import {type Described, type Markup, markup, nothing, picture} from './markup.js';

/** A value, its label below, and its own words where a short count says too little. */
type Column = {readonly label: string; readonly value: number; readonly words?: string};

/**
 * Draws a column for each value, from 0 to the largest. Widths are in percent and heights in pixels, so that a chart
 * fits any page and its letters keep their size.
 */
export function columnChart(
  columns: readonly Column[],
  {height, ...described}: Described & {readonly height: number},
): Markup {
  const most = columns.reduce((top, {value}) => Math.max(top, value), 0);
  const [above, below] = [18, 20];
  const room = height - above - below;
  const slot = 100 / Math.max(1, columns.length);
  const every = Math.ceil(columns.length / MOST_LABELS);
  const middle = (index: number): string => percent((index + 0.5) * slot);
  return picture(
    {...described, height},
    markup`<line class="base" x1="0" x2="100%" y1="${height - below}" y2="${height - below}"/>${
      most > 0 ? nothing : markup`<text x="50%" y="${height / 2}">${described.says}</text>`
    }${columns.map(({label, value, words = compact(value)}, index) => {
      const tall = most === 0 || value === 0 ? 0 : Math.max(2, Math.round((value / most) * room));
      const top = height - below - tall;
      return markup`<rect x="${percent(index * slot + slot * 0.16)}" y="${top}" width="${percent(slot * 0.68)}" height="${tall}" rx="2"/>${
        value === 0 || columns.length > MOST_LABELS
          ? nothing
          : markup`<text class="value" x="${middle(index)}" y="${top - 5}">${words}</text>`
      }${index % every !== 0 ? nothing : markup`<text x="${middle(index)}" y="${height - 5}">${label}</text>`}`;
    })}`,
  );
}

/** A count in few characters: `950`, `1.7K`, `12K`, `1.2M`. */
const compact = (value: number): string => new Intl.NumberFormat('en-US', {notation: 'compact'}).format(value);

const percent = (value: number): string => `${Number(value.toFixed(3))}%`;

/** How many labels fit below a chart on a phone. */
const MOST_LABELS = 12;
