import {columnChart} from '../../commands/pages/column-chart.js';
import {type Markup, markup, nothing, shareBar} from '../../commands/pages/markup.js';
import {monthInWords, shortMonth} from '../months.js';
import type {List, Report} from '../report.schema.js';
import {countInWords, joinedWithin} from '../wording.js';

/** How many people there are, on which lists, and when they joined. */
export const peopleSection = (report: Report): Markup => {
  const {lists, months, undated} = report.contacts;
  return markup`<section aria-labelledby="people">
<h2 id="people">People</h2>
<figure class="card">
<figcaption><h3>Joined each month</h3></figcaption>
${columnChart(
  months.map(({month, joined}) => ({label: shortMonth(month), value: joined})),
  {id: 'joined', height: 170, title: 'People who joined each month', says: saysOf(report)},
)}
<details><summary>The numbers</summary>
<table><caption>People who are there today, by month of joining</caption>
<thead><tr><th scope="col">Month</th><th scope="col" class="n">Joined</th><th scope="col" class="n">There by its end</th></tr></thead>
<tbody>${months.map(
    ({month, joined, contacts}) =>
      markup`<tr><th scope="row">${monthInWords(month)}</th><td class="n">${countInWords(joined)}</td><td class="n">${countInWords(contacts)}</td></tr>`,
  )}</tbody></table></details>
${undated > 0 ? markup`<p class="soft">The service does not say when ${countInWords(undated)} more joined.</p>` : nothing}
</figure>
<div class="small">${lists.slice(0, SHOWN).map((list, index) => listFigure(list, index, report))}</div>
${lists.length > SHOWN ? listTable(lists, report) : nothing}
</section>`;
};

/** The joining of people, in a sentence. */
const saysOf = (report: Report): string => {
  const {months} = report.contacts;
  const best = months.reduce((most, month) => (month.joined > most.joined ? month : most), {month: '', joined: 0});
  return best.joined === 0
    ? 'Nobody joined in these months.'
    : `${countInWords(joinedWithin(report))} people joined; the most, ${countInWords(best.joined)}, in ${monthInWords(best.month)}.`;
};

/** One of the small charts for comparing lists by shape. */
const listFigure = ({name, contacts, joined}: List, index: number, {contacts: {total}}: Report): Markup => {
  const since = joined.reduce((sum, count) => sum + count, 0);
  return markup`<figure class="card">
<figcaption><div class="row"><h3><bdi>${name}</bdi></h3><strong>${countInWords(contacts)}</strong></div>${shareBar(total === 0 ? null : contacts / total)}<p class="soft">${countInWords(since)} joined</p></figcaption>
${columnChart(
  joined.map(value => ({label: '', value})),
  {
    id: `list-${index}`,
    height: 44,
    small: true,
    title: `Joined ${name} each month`,
    says: `From the first month to the last: ${joined.map(count => countInWords(count)).join(', ')}.`,
  },
)}
</figure>`;
};

const listTable = (
  lists: readonly List[],
  {contacts: {total}}: Report,
): Markup => markup`<details class="card"><summary>All ${lists.length} lists</summary>
<table><caption>People on each list</caption>
<thead><tr><th scope="col">List</th><th scope="col" class="n">People</th><th scope="col" class="n">Joined</th></tr></thead>
<tbody>${lists.map(
  ({name, contacts, joined}) =>
    markup`<tr><th scope="row"><bdi>${name}</bdi>${shareBar(total === 0 ? null : contacts / total)}</th><td class="n">${countInWords(contacts)}</td><td class="n">${countInWords(joined.reduce((sum, count) => sum + count, 0))}</td></tr>`,
)}</tbody></table></details>`;

const SHOWN = 12;
