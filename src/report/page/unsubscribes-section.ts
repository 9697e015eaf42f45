import {columnChart} from '../../commands/pages/column-chart.js';
import {type Markup, markup, nothing, shareBar} from '../../commands/pages/markup.js';
import {monthInWords, shortMonth} from '../months.js';
import type {Report} from '../report.schema.js';
import {countInWords, groupInWords, unsubscribedWithin} from '../wording.js';

/** Who unsubscribed, by month and by group. */
export const unsubscribesSection = (report: Report): Markup => {
  const {total, groups, months} = report.unsubscribes;
  return markup`<section aria-labelledby="unsubscribed">
<h2 id="unsubscribed">Unsubscribed</h2>
<div class="pair">
<figure class="card">
<figcaption><h3>Each month</h3></figcaption>
${columnChart(
  months.map(({month, unsubscribed}) => ({label: shortMonth(month), value: unsubscribed})),
  {
    id: 'left',
    height: 150,
    tone: 'loss',
    title: 'People who unsubscribed each month',
    says: `${countInWords(unsubscribedWithin(report)).replace(/^0$/, 'Nobody')} unsubscribed in these months, ${countInWords(total)} in all.`,
  },
)}
<details><summary>The numbers</summary>
<table><caption>Unsubscribed by month</caption>
<thead><tr><th scope="col">Month</th><th scope="col" class="n">Unsubscribed</th></tr></thead>
<tbody>${months.map(
    ({month, unsubscribed}) =>
      markup`<tr><th scope="row">${monthInWords(month)}</th><td class="n">${countInWords(unsubscribed)}</td></tr>`,
  )}</tbody></table></details>
</figure>
${groups.length === 0 ? nothing : groupTable(groups, total)}
</div>
</section>`;
};

const groupTable = (groups: Report['unsubscribes']['groups'], total: number): Markup => markup`<div class="card">
<table><caption><h3>From what, since the beginning</h3></caption>
<thead><tr><th scope="col">Group</th><th scope="col" class="n">People</th></tr></thead>
<tbody>${groups.map(
  ({name, unsubscribed}) =>
    markup`<tr><th scope="row"><bdi>${groupInWords(name)}</bdi>${shareBar(total === 0 ? null : unsubscribed / total, 'loss')}</th><td class="n">${countInWords(unsubscribed)}</td></tr>`,
)}</tbody></table>
</div>`;
