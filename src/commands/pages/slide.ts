import {truncate} from '../../output/text/width.js';
import {type Markup, markup} from './markup.js';

type Heading = {
  readonly title: string;
  readonly lead: string;
  /** What can be seen, in a sentence, for people who cannot see it. */
  readonly says: string;
};

/**
 * Builds one picture of 1280 by 720 for a slide. Its colours are written out, because programs for slides know neither
 * variables nor a dark mode.
 */
export const slide = ({title, lead, says}: Heading, drawing: Markup): string =>
  markup`<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720" role="img" aria-labelledby="slide-title slide-says">
<title id="slide-title">${title}</title>
<desc id="slide-says">${says}</desc>
<style>${style}</style>
<rect class="paper" width="1280" height="720"/>
<text class="title" x="64" y="92">${truncate(title, 52)}</text>
<text class="lead" x="64" y="132">${truncate(lead, 110)}</text>
${drawing}
</svg>
`.markup;

type Place = {readonly x: number; readonly y: number; readonly width: number; readonly height: number};

/** A chart with its name above it. The chart takes the width of its place. */
export const panel = ({x, y, width, height}: Place, name: string, chart: Markup): Markup =>
  markup`<text class="name" x="${x}" y="${y}">${name}</text>
<svg x="${x}" y="${y + 18}" width="${width}" height="${height}">${chart}</svg>`;

/** A number that is read from afar, with what it counts below it. */
export const figure = (x: number, value: string, name: string): Markup =>
  markup`<text class="figure" x="${x}" y="222">${value}</text><text class="lead" x="${x}" y="254">${name}</text>`;

const style: Markup = {
  markup: `
svg{overflow:visible}
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:20px;fill:#20292f}
.paper{fill:#fffefb}
.title{font-family:Georgia,"Times New Roman",serif;font-size:44px}
.lead{fill:#59646b}
.name{font-weight:600}
.own{unicode-bidi:plaintext}
.figure{font-size:48px;font-weight:600}
.end{text-anchor:end}
.chart text{font-size:15px;fill:#59646b;text-anchor:middle}
.chart text.value{fill:#20292f}
.chart text.start{text-anchor:start}.chart text.end{text-anchor:end}
.base,.grid{stroke:#e2ddd2}
.grid{stroke-dasharray:2 3}
.track{fill:#ebe6db}
.plain rect,.plain circle{fill:#2b6e6a}
.loss rect,.loss circle{fill:#b0552f}
.rate rect,.rate circle{fill:#5a5aa6}
.share{fill:#5a5aa6}
line.rate{stroke:#5a5aa6;stroke-width:2;opacity:.55}
`,
};
