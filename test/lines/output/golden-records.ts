/** Records with everything that makes tables hard: long, wide, right-to-left texts, and empty fields. */
import type {Loose} from '../../../src/api/describe/schema.js';

const names = [
  'Spring news',
  'A name that somebody made long enough to say all of what it is for, and for whom',
  '春のお知らせ：新しい商品と、お庭のための十の助言',
  'أخبار الربيع لجميع المشتركين في النشرة',
  'חדשות האביב',
  'Cafe\u0301 👩‍👩‍👧 & 🇩🇪',
];
const addresses = [
  'ada@example.com',
  'a.person.with.quite.a.long.address@department.of.a.large.organisation.example.com',
  'yamada@例え.jp',
  'مستخدم@example.com',
  'dana@example.org',
  'o@x.io',
];
const sentences = [
  'What is new, ((first_name))?',
  'An offer for everybody who has bought something from us in the last twelve months',
  'お庭の季節がやってきました。今週だけの特別価格です',
  'عرض خاص لهذا الأسبوع فقط',
  'מבצע לשבוע אחד בלבד',
  '',
];
const codes = names.map(
  (_, index) => `${(0x97f6ad6b + index * 0x1234567).toString(16)}-7b72-4dc8-9d3d-43358c51ffe${index}`,
);
const moments = names.map((_, index) => `2026-0${index + 1}-1${index}T0${index}:30:00.000000Z`);

const each = (make: (index: number) => Loose): readonly Loose[] => names.map((_, index) => make(index));

const contact = (index: number): Loose => ({
  id: index === 3 ? 1_204_667 : index + 1,
  fullname: names[5 - index],
  email: addresses[index],
  contact_type: {id: 1, name: names[index % 2]},
  country: index === 4 ? '' : ['Germany', 'United Kingdom of Great Britain and Northern Ireland'][index % 2],
  created_at: moments[index],
});

/** The records by the words of the command that lists them. */
export const goldenRecords: Readonly<Record<string, readonly Loose[]>> = {
  'lists list': each(index => ({
    id: index + 1,
    name: names[index],
    contacts_count: 10 ** index,
    created_at: moments[index],
  })),
  'contacts list': each(contact),
  'fields list': each(index => ({
    id: index + 1,
    field_name: ['email', 'first_name', 'birth_date', 'a_field_with_quite_a_long_name', 'plz', 'vip'][index],
    field_type: ['email', 'text', 'datetime-local', 'text', 'number', 'text'][index],
    is_reserved: index < 2 ? 1 : 0,
    created_at: index < 2 ? null : moments[index],
  })),
  'segments list': each(index => ({
    id: index + 1,
    segment_name: names[index],
    contact_type_id: 3,
    segment_emails_count: 7 * index,
    created_at: moments[index],
  })),
  'segments recipients list': each(contact),
  'unsubscribes list': each(index => ({
    id: index + 1,
    email_address: addresses[index],
    unsubscribe_groups_id: index === 2 ? null : index,
    created_at: moments[index],
  })),
  'groups list': each(index => ({
    id: index + 1,
    group_name: names[index],
    description: sentences[index],
    is_display: index % 2,
    unsubscribe_clients_count: index * 31,
  })),
  'groups recipients list': each(index => ({
    id: index + 1,
    email_address: addresses[index],
    created_at: moments[index],
  })),
  'senders list': each(index => ({
    id: index + 1,
    from_name: names[5 - index],
    from_email: addresses[index],
    nickname: names[index],
    is_verified: index % 2,
  })),
  'templates list': each(index => ({
    id: index + 1,
    template_name: names[index],
    is_blank: index === 0 ? 1 : 0,
    preview_image: `https://files.example.com/previews/2026/0${index + 1}/template-${index + 1}.png`,
    updated_at: index === 0 ? null : moments[index],
  })),
  'mailings list': each(index => ({
    utr: codes[index],
    single_send_name: names[index],
    subject: sentences[index],
    status: index % 4,
    delivered: 11 ** index,
    unique_opens: 7 ** index,
    schedule_type: index % 3 === 0 ? 0 : 1,
    schedule_date: index % 3 === 0 ? '0000-00-00' : '2026-11-22',
    schedule_time: index % 3 === 0 ? '00:00:00' : '09:00:00',
    sent_at: index < 3 ? '0000-00-00 00:00:00' : '2026-02-17 12:00:00',
  })),
  'automations list': each(index => ({
    utr: codes[index],
    automation_name: names[index],
    status: index % 2,
    automation_schedule_count: index,
    total_delivered: 11 ** index,
    live_at: index % 2 === 1 ? '2026-02-02 12:00:00' : null,
  })),
  'automations emails list': each(index => ({
    utr: codes[index],
    subject: sentences[index],
    waiting_period: index + 1,
    waiting_type: index === 0 ? 'instantly' : 'days',
    sender_id: 1,
    template_id: 2,
  })),
  'notifications list': each(index => ({
    id: index + 1,
    email_address: addresses[index],
    email_owner: names[index],
    created_at: moments[index],
  })),
  'locations countries': each(index => ({id: index + 1, name: names[index]})),
  'locations states': each(index => ({id: index + 1, name: names[index], country_id: '101'})),
  'locations cities': each(index => ({id: index + 1, name: names[index], state_id: '4008'})),
};
