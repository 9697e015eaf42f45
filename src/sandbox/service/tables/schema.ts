/** The index over addresses, separate from the schema because invented contacts are added faster without it. */
export const contactsByEmail = 'CREATE INDEX IF NOT EXISTS contacts_by_email ON contacts (email)';

/** Counts a contact in its list. An import asks for the count after every upload, and counting them all takes 13 ms for 100,000. */
const counts = (row: 'old' | 'new', sign: '+' | '-'): string =>
  `UPDATE contact_types SET contacts = contacts ${sign} 1 WHERE id = ${row}.contact_type_id AND ${row}.deleted_at IS NULL`;

/** The tables of an account. Ids are never reused: a client looks for an id higher than before. */
export const schema = `
CREATE TABLE IF NOT EXISTS service_state (
  id INTEGER PRIMARY KEY CHECK (id = 1), seed INTEGER NOT NULL, utrs INTEGER NOT NULL, clock INTEGER NOT NULL, crowd TEXT
);
INSERT OR IGNORE INTO service_state VALUES (1, 1, 0, 0, NULL);

CREATE TABLE IF NOT EXISTS contact_types (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, contacts INTEGER NOT NULL DEFAULT 0,
  deleted_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS contacts (
  id INTEGER PRIMARY KEY AUTOINCREMENT, contact_type_id INTEGER NOT NULL,
  first_name TEXT, last_name TEXT, email TEXT COLLATE NOCASE, alt_email TEXT, country TEXT, state TEXT, city TEXT,
  address_line1 TEXT, address_line2 TEXT, state_province_region TEXT, postal_code TEXT, custom_field TEXT,
  deleted_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS contacts_by_type ON contacts (contact_type_id, id) WHERE deleted_at IS NULL;
${contactsByEmail};

CREATE TRIGGER IF NOT EXISTS contact_comes AFTER INSERT ON contacts BEGIN
  ${counts('new', '+')};
END;
CREATE TRIGGER IF NOT EXISTS contact_changes AFTER UPDATE OF contact_type_id, deleted_at ON contacts BEGIN
  ${counts('old', '-')};
  ${counts('new', '+')};
END;
CREATE TRIGGER IF NOT EXISTS contact_goes AFTER DELETE ON contacts BEGIN
  ${counts('old', '-')};
END;

CREATE TABLE IF NOT EXISTS contact_moves (
  contact_id INTEGER NOT NULL, contact_type_id INTEGER NOT NULL, number INTEGER NOT NULL, moved_at INTEGER NOT NULL,
  PRIMARY KEY (contact_id, contact_type_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS contact_moves_by_type ON contact_moves (contact_type_id, number);

CREATE TABLE IF NOT EXISTS fields (
  id INTEGER PRIMARY KEY AUTOINCREMENT, field_name TEXT NOT NULL COLLATE NOCASE, field_type TEXT NOT NULL,
  is_reserved INTEGER NOT NULL, created_at INTEGER, updated_at INTEGER
);

CREATE TABLE IF NOT EXISTS segments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, contact_type_id INTEGER NOT NULL, segment_name TEXT NOT NULL,
  select_field TEXT NOT NULL, select_operator TEXT NOT NULL, value TEXT NOT NULL, query_type TEXT,
  deleted_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS segment_recipients (
  id INTEGER PRIMARY KEY AUTOINCREMENT, segment_id INTEGER NOT NULL, contact_id INTEGER,
  first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL COLLATE NOCASE,
  country TEXT, state TEXT, city TEXT, address_line1 TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS segment_recipients_by_segment ON segment_recipients (segment_id, id);
CREATE INDEX IF NOT EXISTS segment_recipients_by_contact ON segment_recipients (contact_id);

CREATE TABLE IF NOT EXISTS unsubscribe_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT, rand_id TEXT NOT NULL, group_name TEXT NOT NULL, description TEXT NOT NULL,
  is_display INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS unsubscribes (
  id INTEGER PRIMARY KEY AUTOINCREMENT, unsubscribe_groups_id INTEGER, email_address TEXT NOT NULL COLLATE NOCASE,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS unsubscribers_by_address ON unsubscribes (email_address);
CREATE INDEX IF NOT EXISTS unsubscribers_by_group ON unsubscribes (unsubscribe_groups_id, id);

CREATE TABLE IF NOT EXISTS senders (
  id INTEGER PRIMARY KEY AUTOINCREMENT, from_name TEXT NOT NULL, from_email TEXT NOT NULL, reply_to_email TEXT NOT NULL,
  country_id INTEGER NOT NULL, state_id INTEGER, city_id INTEGER, zip_code TEXT NOT NULL,
  company_address TEXT NOT NULL, company_address2 TEXT NOT NULL, nickname TEXT NOT NULL, is_verified INTEGER NOT NULL,
  utr TEXT NOT NULL, send_at INTEGER NOT NULL, verifies_at INTEGER,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER
);

CREATE TABLE IF NOT EXISTS templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT, template_name TEXT NOT NULL, preview_image TEXT NOT NULL,
  json_code TEXT NOT NULL, html_code TEXT NOT NULL, is_blank INTEGER NOT NULL, created_at INTEGER, updated_at INTEGER
);

CREATE TABLE IF NOT EXISTS single_sends (
  id INTEGER PRIMARY KEY AUTOINCREMENT, utr TEXT NOT NULL UNIQUE, template_id INTEGER NOT NULL,
  recipients TEXT NOT NULL, exclusions TEXT NOT NULL, sender_id INTEGER NOT NULL, unsubscribe_group_id INTEGER NOT NULL,
  single_send_name TEXT NOT NULL, from_sender TEXT NOT NULL, reply_to TEXT NOT NULL, sender_name TEXT, sender_address TEXT,
  subject TEXT NOT NULL, preheader TEXT NOT NULL, schedule_type INTEGER NOT NULL, schedule_date TEXT NOT NULL,
  schedule_time TEXT NOT NULL, template_json TEXT, template_html TEXT, status INTEGER NOT NULL, run INTEGER NOT NULL,
  position TEXT, ready_at INTEGER, starts_at INTEGER, ends_at INTEGER, sent_at INTEGER,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS automations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, utr TEXT NOT NULL UNIQUE, automation_for INTEGER NOT NULL,
  automation_for_table TEXT NOT NULL, automation_name TEXT NOT NULL, exit_criteria INTEGER NOT NULL,
  unsubscribe_group_id TEXT, automation_type INTEGER NOT NULL, status INTEGER NOT NULL, live_at INTEGER,
  live_after INTEGER NOT NULL, deleted_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS automation_schedules (
  id INTEGER PRIMARY KEY AUTOINCREMENT, automation_id INTEGER NOT NULL, sender_id INTEGER NOT NULL,
  template_id INTEGER NOT NULL, subject TEXT NOT NULL, waiting_period INTEGER NOT NULL, waiting_type TEXT NOT NULL,
  utr TEXT NOT NULL UNIQUE, preview_img TEXT NOT NULL, template_json TEXT NOT NULL, template_html TEXT NOT NULL,
  done_up_to INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS automation_schedules_by_automation ON automation_schedules (automation_id, id);

CREATE TABLE IF NOT EXISTS notification_recipients (
  id INTEGER PRIMARY KEY AUTOINCREMENT, email_address TEXT NOT NULL, email_owner TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS mailings (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, owner_id INTEGER NOT NULL, utr TEXT NOT NULL,
  part INTEGER NOT NULL, part_utr TEXT NOT NULL, name TEXT NOT NULL, subject TEXT NOT NULL, preheader TEXT NOT NULL,
  body TEXT NOT NULL, from_name TEXT NOT NULL, from_email TEXT NOT NULL, reply_to TEXT NOT NULL,
  sender_address TEXT NOT NULL, group_id INTEGER NOT NULL, last_at INTEGER NOT NULL, UNIQUE (kind, owner_id, part)
);

CREATE TABLE IF NOT EXISTS deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, mailing_id INTEGER NOT NULL, email TEXT NOT NULL COLLATE NOCASE,
  contact_id INTEGER, entrant INTEGER NOT NULL, person TEXT, triggered_at INTEGER NOT NULL, arrives_at INTEGER NOT NULL, bounces INTEGER NOT NULL,
  unsubscribes_at INTEGER, unsubscriber_id INTEGER, UNIQUE (mailing_id, email, entrant)
);
CREATE INDEX IF NOT EXISTS deliveries_to_unsubscribe ON deliveries (unsubscribes_at)
  WHERE unsubscribes_at IS NOT NULL AND unsubscriber_id IS NULL;

CREATE TABLE IF NOT EXISTS opens (
  id INTEGER PRIMARY KEY AUTOINCREMENT, delivery_id INTEGER NOT NULL, mailing_id INTEGER NOT NULL, at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS opens_by_mailing ON opens (mailing_id, at);
CREATE INDEX IF NOT EXISTS opens_by_delivery ON opens (delivery_id);
`;
