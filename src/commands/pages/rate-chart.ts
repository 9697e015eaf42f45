import {inPercent} from '../../records/fields/percent.js';
import {type Markup, markup, nothing} from './markup.js';
import {type Described, picture} from './picture.js';

/** A rate at a moment, from 0 at the beginning of the chart to 1 at its end, and its day. */
type Point = {readonly at: number; readonly rate: number; readonly day: string};

/** Draws rates over time as points on a line, with a scale up to the highest, and the first and the last day. */
export function rateChart(
  points: readonly Point[],
  {height, ...described}: Described & {readonly height: number},
): Markup {
  const most = points.reduce((top, {rate}) => Math.max(top, rate), 0);
  const [above, below] = [22, 20];
  const x = ({at}: Point): string => `${Number((2 + at * 96).toFixed(3))}%`;
  const y = (rate: number): number =>
    Math.round(height - below - (most === 0 ? 0 : (rate / most) * (height - above - below)));
  return picture(
    {...described, height},
    markup`<line class="grid" x1="0" x2="100%" y1="${y(most)}" y2="${y(most)}"/><line class="base" x1="0" x2="100%" y1="${y(0)}" y2="${y(0)}"/>${
      most > 0 ? markup`<text class="start" x="0" y="${y(most) - 6}">${inPercent(most)}</text>` : nothing
    }${points.slice(1).map((point, index) => {
      const before = points[index] ?? point;
      return markup`<line class="rate" x1="${x(before)}" y1="${y(before.rate)}" x2="${x(point)}" y2="${y(point.rate)}"/>`;
    })}${points.map(point => markup`<circle cx="${x(point)}" cy="${y(point.rate)}" r="3.5"/>`)}${
      points.length === 0 ? markup`<text x="50%" y="${height / 2}">${described.says}</text>` : nothing
    }${points
      .filter((_, index) => index === 0 || index === points.length - 1)
      .map(point => markup`<text x="${x(point)}" y="${height - 5}">${point.day}</text>`)}`,
  );
}
