import type {Loose} from '../api/describe/schema.js';
import {type Markup, markup} from '../commands/pages/markup.js';
import {slide} from '../commands/pages/slide.js';
import {truncate} from '../output/text/width.js';
import {rateInWords} from '../records/fields/percent.js';
import {counted, number} from '../words/sentence.js';
import {countersOfSend, ratesOf} from './counters.js';
import type {MailingKind} from './mailing-kinds.js';

/** Builds the statistics of mailings as one picture for a slide: a bar for each, by how many people opened it. */
export function statsSlide({of: {noun, label}}: MailingKind, mailings: readonly Loose[]): string {
  const sent = mailings.filter(each => rateOf(each) !== null);
  const shown = sent.slice(0, sent.length > MOST ? MOST - 1 : MOST);
  const together = ratesOf(...sent.map(countersOfSend)).open_rate;
  const rest = sent.length - shown.length;
  return slide(
    {
      title: `How ${noun.many} were opened`,
      lead:
        sent.length === 0
          ? 'No mail has arrived yet'
          : `${counted(sent.length, noun.one, noun.many)}; ${rateInWords(together)} of the mail that arrived was opened`,
      says: shown.map(each => `${each[label]}: ${rateInWords(rateOf(each))}`).join(', '),
    },
    markup`${shown.map((each, index) => bar(each, String(each[label] ?? ''), 200 + index * 48))}${
      rest > 0 ? markup`<text class="lead" x="64" y="${200 + shown.length * 48}">and ${number(rest)} more</text>` : ''
    }`,
  );
}

const bar = (mailing: Loose, name: string, y: number): Markup => {
  const rate = rateOf(mailing);
  const {delivered} = countersOfSend(mailing);
  return markup`<text class="own" x="64" y="${y}">${truncate(name, 36)}</text><rect class="track" x="472" y="${y - 17}" width="440" height="20" rx="4"/><rect class="share" x="472" y="${y - 17}" width="${Math.round(440 * Math.min(1, rate ?? 0))}" height="20" rx="4"/><text class="end" x="1000" y="${y}">${rateInWords(rate)}</text><text class="lead end" x="1216" y="${y}">${`${number(delivered ?? 0)} arrived`}</text>
`;
};

const rateOf = (mailing: Loose): number | null => ratesOf(countersOfSend(mailing)).open_rate;

/** How many lines a slide has room for. */
const MOST = 10;
