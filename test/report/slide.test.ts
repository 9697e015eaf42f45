/** The pictures for slides: the same elements whatever the account's names are, and no file that says something else. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import {elementsIn, parseHtml, textOf, walk} from '../../src/html/parse.js';
import {reportSlide} from '../../src/report/page/report-slide.js';
import {longTest, test} from '../in-two-parts.js';
import {said} from '../said.js';
import {useShell} from '../use-shell.js';
import {showcase} from './account.js';
import {elementsOf} from './elements.js';
import {emptyReport} from './empty-report.js';
import {hostile} from './hostile.js';

const shell = useShell();
const textsOf = (picture: string) => [...walk(parseHtml(picture))].flatMap(({node}) => textOf(node) ?? []);

longTest('a report has the same elements whatever the account is called, and its numbers', () => {
  const picture = reportSlide(showcase());
  expect(elementsOf(reportSlide(showcase(hostile())))).toEqual(elementsOf(picture));
  expect(textsOf(picture)).toEqual(expect.arrayContaining(['people', 'joined', 'unsubscribed', 'Joined each month']));
  expect(picture).not.toMatch(/url\(|var\(|href|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
});

test('an account without mail has a picture too', () => {
  const picture = reportSlide(emptyReport);
  expect(textsOf(picture)).toEqual(
    expect.arrayContaining([
      'opened of 0 mails',
      'Nobody joined in these months.',
      'No mail was sent in these months.',
    ]),
  );
  expect(picture).not.toMatch(/NaN|undefined|null|Infinity/);
});

longTest('statistics are a bar for each mailing that arrived', async () => {
  const {code, stderr} = await shell().emk('single-sends stats --chart sends.svg');
  expect([code, stderr]).toEqual([0, 'Wrote the chart to sends.svg.\n']);
  const picture = readFileSync(join(shell().folder, 'sends.svg'), 'utf8');
  expect(textsOf(picture)).toEqual(
    expect.arrayContaining(['How mailings were opened', 'Summer offer', '57.1%', '7 arrived', 'Spring news']),
  );
  expect(textsOf(picture)).not.toContain('Autumn preview');
  const bars = [...elementsIn(parseHtml(picture))].filter(({attrs}) => attrs.some(({value}) => value === 'share'));
  expect(bars.map(({attrs}) => attrs.find(({name}) => name === 'width')?.value)).toEqual(['251', '220']);
});

test('more mailings than a slide has lines are counted', async () => {
  const {statsSlide} = await import('../../src/statistics/stats-slide.js');
  const {singleSendMailings} = await import('../../src/statistics/mailing-kinds.js');
  const mailing = {delivered: 10, unique_opens: 5};
  const texts = (count: number) =>
    textsOf(
      statsSlide(
        singleSendMailings,
        Array.from({length: count}, (_, index) => ({...mailing, single_send_name: `Send ${index}`})),
      ),
    );
  expect(texts(10).filter((text, at, all) => all.indexOf(text) === at && /^Send \d+$/.test(text))).toHaveLength(10);
  expect(texts(12).filter((text, at, all) => all.indexOf(text) === at && /^Send \d+$/.test(text))).toHaveLength(9);
  expect(texts(12)).toContain('and 3 more');
});

test.each([
  ['report --chart glance.svg glance.html', '--chart writes a picture and nothing else.'],
  ['report --chart glance.svg --slack', '--chart writes a picture and nothing else.'],
  ['report --chart glance.png', '"glance.png" does not end in .svg.'],
  ['single-sends stats --chart sends.svg --watch', '--chart and --watch cannot be used together.'],
  [
    `single-sends stats --compare 'Spring news' 'Summer offer' --chart sends.svg`,
    '--compare cannot be used with --chart.',
  ],
  ['automations stats --chart sends', '"sends" does not end in .svg.'],
])('%s is refused', async (line, says) => {
  expect(await shell().emk(line)).toMatchObject(said(2, says));
});

longTest('a limit that does not hold is told beside the picture', async () => {
  const {code, stderr} = await shell().emk("single-sends stats --chart limits.svg --fail-if 'open_rate<60%'");
  expect([code, stderr]).toEqual([10, expect.stringContaining('Wrote the chart to limits.svg.')]);
});
