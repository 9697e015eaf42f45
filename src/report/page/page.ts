import {type Markup, markup} from '../../commands/pages/markup.js';
import {selfContained} from '../../commands/pages/self-contained.js';
import {sentMomentInWords} from '../../records/dates/words.js';
import {rateInWords} from '../../records/fields/readable.js';
import {counted} from '../../words/sentence.js';
import {shortDay} from '../months.js';
import type {Report} from '../report.schema.js';
import {countInWords, joinedWithin, spanInWords, unsubscribedWithin, zoneInWords} from '../wording.js';
import {mailingsSection} from './mailings-section.js';
import {peopleSection} from './people-section.js';
import {unsubscribesSection} from './unsubscribes-section.js';
import {attentionSection, automationsSection, comingUpSection} from './upcoming-sections.js';

/** Builds a report as one page. */
export const reportPage = (report: Report): string =>
  selfContained(
    `${report.account} at a glance`,
    markup`<header>
<h1><bdi>${report.account}</bdi> at a glance</h1>
<p class="lead">${spanInWords(report)}. Made on ${sentMomentInWords(report.now)}.</p>
</header>
<main>
${cards(report)}
${attentionSection(report)}
${peopleSection(report)}
${unsubscribesSection(report)}
${mailingsSection(report)}
${automationsSection(report)}
${comingUpSection(report)}
<section aria-labelledby="cannot-tell">
<h2 id="cannot-tell">What the service cannot tell</h2>
<ul class="notes">${report.cannot_tell.map(each => markup`<li>${each}</li>`)}</ul>
</section>
</main>
<footer><p>emk made this page from the account. Its months begin and end at midnight in ${zoneInWords(report.time_zone)}.</p></footer>`,
  );

const cards = (report: Report): Markup => {
  const {contacts, mailings, agenda} = report;
  const [next] = [...agenda.scheduled, ...agenda.later];
  return markup`<dl class="cards">
${card('People', countInWords(contacts.total), `on ${counted(contacts.lists.length, 'list')}`)}
${card('Joined', countInWords(joinedWithin(report)), 'in these months')}
${card('Unsubscribed', countInWords(unsubscribedWithin(report)), 'in these months')}
${card('Mails sent', countInWords(mailings.total.triggered ?? 0), `in ${counted(mailings.list.length, 'mailing')}`)}
${card('Opened', rateInWords(mailings.total.open_rate), 'of what arrived')}
${card('Next mailing', next ? shortDay(next.moment ?? '') : 'none', next ? next.name : 'is scheduled')}
</dl>`;
};

const card = (name: string, value: string, below: string): Markup =>
  markup`<div><dt>${name}</dt><dd>${value}</dd><dd><bdi>${below}</bdi></dd></div>`;
