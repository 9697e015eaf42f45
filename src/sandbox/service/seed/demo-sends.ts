import type {Db, Row} from '../behaviour.js';
import {nextUtr} from '../chance.js';
import {add} from '../tables/table.js';
import {mailings} from '../tables/tables.js';
import {designTemplates} from './design-templates.js';

type Ids = {
  readonly newsletter: number;
  readonly customers: number;
  readonly german: number;
  readonly weekly: number;
  readonly offers: number;
  readonly sender: number;
};

const staff = '[{"id":"3","table":"contacts_"}]';

/** The demo account's mailings: two that were sent, and one that is scheduled. */
export function addDemoSends(db: Db, ago: (days: number) => number, ids: Ids): void {
  const addSend = (days: number, starts: number, row: Row) =>
    add(db, mailings, {
      ...common,
      ...row,
      sender_id: ids.sender,
      utr: nextUtr(db),
      ready_at: ago(days),
      starts_at: starts,
      created_at: ago(days),
      updated_at: ago(days),
    });
  const scheduled = new Date(ago(-30)).toISOString();
  addSend(45, ago(45), {
    single_send_name: 'Spring news',
    subject: 'What is new, ((first_name))?',
    preheader: 'Fresh from the garden',
    template_id: 2,
    template_json: designTemplates[1].json_code,
    unsubscribe_group_id: ids.weekly,
    recipients: JSON.stringify([{id: String(ids.newsletter), table: 'contacts_'}]),
  });
  addSend(15, ago(15), {
    single_send_name: 'Summer offer',
    subject: 'An offer for ((company_name))',
    preheader: 'Only this week',
    template_id: 1,
    template_html: '<h1>Hello ((full_name))</h1><p>20 % off, only this week.</p><p>((unsubscribe_preferences))</p>',
    unsubscribe_group_id: ids.offers,
    recipients: JSON.stringify([
      {id: String(ids.customers), table: 'contacts_'},
      {id: String(ids.german), table: 'segments_'},
    ]),
    exclusions: staff,
  });
  addSend(2, Date.parse(`${scheduled.slice(0, 10)}T08:00:00Z`), {
    single_send_name: 'Autumn preview',
    subject: 'A look ahead',
    preheader: 'What autumn brings',
    template_id: 3,
    unsubscribe_group_id: ids.weekly,
    recipients: JSON.stringify([{id: String(ids.newsletter), table: 'contacts_'}]),
    schedule_type: 1,
    schedule_date: scheduled.slice(0, 10),
    schedule_time: '08:00:00',
  });
}

const common: Row = {
  exclusions: '[]',
  from_sender: 'news@acme.example',
  reply_to: 'hello@acme.example',
  sender_name: 'Acme News',
  sender_address: 'Invalidenstr. 1, 10115 Berlin',
  template_json: null,
  template_html: null,
  schedule_type: 0,
  schedule_date: '0000-00-00',
  schedule_time: '00:00:00',
  status: 0,
  run: 1,
  ends_at: null,
  sent_at: null,
};
