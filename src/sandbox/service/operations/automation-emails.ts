import {operations} from '../../../endpoints/automation-emails.js';
import {
  type Asked,
  type Behaviour,
  type Db,
  done,
  lists,
  notFound,
  notFoundInLowerCase,
  type Row,
  refuses,
} from '../behaviour.js';
import {nextUtr} from '../chance.js';
import {numberOf, textOf} from '../form/input.js';
import {checked, idIn, isUuid, rowOf, rulesOf} from '../form/rules.js';
import {bodyOf} from '../life/mailing.js';
import {newestPerson} from '../life/people.js';
import {addNow, find, listed, remove, type Stored, withStamps} from '../tables/table.js';
import {automationEmails, automations, senders, templates} from '../tables/tables.js';
import {bothTemplates} from './mailings.js';

const rules = rulesOf(operations.add, {utr: [isUuid], sender_id: idIn(senders), template_id: idIn(templates)});

/** The emails of an automation, each sent some time after a person was added. */
export const automationEmailBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => {
    const {baseUrl} = asked;
    const automation = automationNamed(asked);
    if (!automation) return notFoundInLowerCase;
    return lists(
      listed(asked, automationEmails, {where: 'automation_id = ?', values: [automation.id]}, row => ({
        ...withStamps(row),
        design_url: designAddress(baseUrl, String(row['utr'])),
        image: imageAddress(baseUrl, String(row['preview_img'])),
      })),
    );
  },

  [operations.add.route]: checked(rules, asked => {
    const complaints = bothTemplates(asked);
    if (complaints) return refuses(complaints);
    const automation = automationNamed(asked);
    if (!automation) return notFound;
    const json = textOf(asked, 'template_json');
    store(asked, {
      automation_id: automation.id,
      ...rowOf(asked, operations.add, 'utr'),
      waiting_period: numberOf(asked, 'waiting_period'),
      template_html: json === '' ? textOf(asked, 'template_html') : '',
      done_up_to: doneAlready(asked, automation),
    });
    return done;
  }),

  [operations.delete.route]: asked => {
    const row = find(asked.db, automationEmails, 'utr', textOf(asked, 'utr'));
    return row && remove(asked, automationEmails, [row.id]) > 0 ? done : notFoundInLowerCase;
  },
};

/** Gives a copied automation the emails of its original. */
export function copyEmails(asked: Asked, from: number, to: number): void {
  const rows = asked.db.all<Row>('SELECT * FROM automation_schedules WHERE automation_id = ? ORDER BY id', [from]);
  for (const {id: _, ...row} of rows) store(asked, {...row, automation_id: to, done_up_to: 0});
}

/** The page at a schedule's `design_url`: its email with unfilled tags. */
export function designOf(db: Db, utr: string): string | undefined {
  const row = db.get<Row>('SELECT template_id, template_json, template_html FROM automation_schedules WHERE utr = ?', [
    utr,
  ]);
  return row && bodyOf(db, row);
}

const store = (asked: Asked, content: Row): number =>
  addNow(asked, automationEmails, {...content, utr: nextUtr(asked.db)});

export const automationNamed = (asked: Asked): Stored | undefined =>
  find(asked.db, automations, 'utr', textOf(asked, 'utr'));

/** The last person who does not get a new email: the newest one now, or when the automation went live. */
const doneAlready = ({db, settings}: Asked, {id, ...automation}: Stored): number =>
  settings.addedEmail === 'later'
    ? newestPerson(db, String(automation['automation_for_table']))
    : (db.get<{live_after: number}>('SELECT live_after FROM automations WHERE id = ?', [id])?.live_after ?? 0);

const designAddress = (baseUrl: string, utr: string): string => `${rootOf(baseUrl)}/design/${utr}`;

const imageAddress = (baseUrl: string, name: string): string => `${rootOf(baseUrl)}/images/${encodeURIComponent(name)}`;

const rootOf = (baseUrl: string): string => baseUrl.replace(/\/+$/, '').replace(/\/api$/, '');
