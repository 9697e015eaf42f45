import {inPeople} from '../../checks/audience-sizes.js';
import {type Markup, markup, nothing, sentence, shareBar} from '../../commands/pages/markup.js';
import {sentMomentInWords} from '../../records/dates/words.js';
import {rateInWords} from '../../records/fields/readable.js';
import type {Live, Planned} from '../agenda.schema.js';
import {audiencesInWords, fromInWords, nothingScheduled} from '../agenda-text.js';
import {mostUrgent} from '../attention.js';
import type {Report} from '../report.schema.js';
import {countInWords} from '../wording.js';

/** What a person should look at. What to do about it is for the person who runs emk, and not on a page for others. */
export function attentionSection({attention}: Report): Markup {
  if (attention.length === 0) return nothing;
  const urgent = mostUrgent(attention);
  return markup`<section aria-labelledby="attention">
<h2 id="attention">Needs attention</h2>
<div class="card"><ul class="plain-list">${urgent.shown.map(
    ({level, says}) => markup`<li class="${level}"><span class="level">${level}</span><p>${sentence(says)}</p></li>`,
  )}</ul>${urgent.more === 0 ? nothing : markup`<p class="soft">And ${urgent.more} more.</p>`}</div>
</section>`;
}

/** The automations with their mail since their creation. */
export const automationsSection = ({automations}: Report): Markup =>
  automations.length === 0
    ? nothing
    : markup`<section aria-labelledby="automations">
<h2 id="automations">Automations</h2>
<div class="card">
<table><caption>Since they were created</caption>
<thead><tr><th scope="col">Automation</th><th scope="col" class="n">Mails</th><th scope="col" class="n">Opened</th><th scope="col" class="n">Bounced</th><th scope="col" class="n">Left</th></tr></thead>
<tbody>${automations.map(
        each =>
          markup`<tr><th scope="row"><bdi>${each.name}</bdi><small>${each.status}, for ${each.for === null ? 'nobody yet' : sentence(audiencesInWords([each.for]))}</small></th><td class="n">${countInWords(each.triggered)}</td><td class="n">${rateInWords(each.open_rate)}${each.open_rate === null ? nothing : shareBar(each.open_rate, 'rate')}</td><td class="n">${rateInWords(each.bounce_rate)}</td><td class="n">${rateInWords(each.unsubscribe_rate)}</td></tr>`,
      )}</tbody></table>
</div>
</section>`;

/** Upcoming mail of the next days, and what sends by itself. */
export const comingUpSection = ({agenda}: Report): Markup => {
  const {under_way, scheduled, later, automations} = agenda;
  return markup`<section aria-labelledby="coming-up">
<h2 id="coming-up">Coming up</h2>
<div class="pair">
<div class="card"><h3>Mailings</h3>
${scheduled.length === 0 ? markup`<p class="soft">${nothingScheduled(agenda)}</p>` : nothing}
<ul class="plain-list">${[...under_way, ...scheduled, ...later.slice(0, MOST_LATER)].map(planned)}</ul>
${later.length > MOST_LATER ? markup`<p class="soft">And ${later.length - MOST_LATER} more after that.</p>` : nothing}
</div>
${automations.length === 0 ? nothing : markup`<div class="card"><h3>Live automations</h3><ul class="plain-list">${automations.map(live)}</ul></div>`}
</div>
</section>`;
};

const planned = ({name, subject, moment, to, except, at_most, from}: Planned): Markup =>
  markup`<li><p><strong><bdi>${name}</bdi></strong></p><p>${moment === null ? 'At once' : sentMomentInWords(moment)}</p><p class="soft"><bdi>${subject}</bdi></p><p class="soft">To ${sentence(audiencesInWords(to))}${
    to.length > 1 && at_most !== null ? `, at most ${inPeople(at_most)} in all` : ''
  }${except.length > 0 ? markup`, without ${sentence(audiencesInWords(except))}` : nothing}</p><p class="soft">From ${sentence(fromInWords(from))}</p></li>`;

const live = ({name, for: audience, emails}: Live): Markup =>
  markup`<li><p><strong><bdi>${name}</bdi></strong></p><p class="soft">Mails ${audience === null ? 'nobody yet' : markup`people who join ${sentence(audiencesInWords([audience]))}`}</p>${emails.map(
    ({wait, subject}) => markup`<p>${wait}: <bdi>${subject}</bdi></p>`,
  )}</li>`;

const MOST_LATER = 3;
