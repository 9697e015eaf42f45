import type {Db} from '../behaviour.js';
import {add} from '../tables/table.js';
import {segments, templates} from '../tables/tables.js';

/** A design template of another account. */
type Template = {
  readonly name: string;
  readonly preview: string;
  readonly json: string;
  readonly html: string;
  readonly blank: boolean;
};

/** A segment of another account, with its list and fields by name. */
type Segment = {
  readonly name: string;
  readonly type: string;
  readonly fields: readonly string[];
  readonly operators: readonly string[];
  readonly values: readonly string[];
};

/** Replaces the design templates. People create them on the service's web pages: the API can only read them. */
export function replaceTemplates(db: Db, some: readonly Template[]): void {
  db.run('DELETE FROM templates');
  for (const {name, preview, json, html, blank} of some) {
    const content = {template_name: name, preview_image: preview, json_code: json, html_code: html};
    add(db, templates, {...content, is_blank: blank ? 1 : 0, created_at: null, updated_at: null});
  }
}

/** Adds segments. People create them on the service's web pages: the API can only add people to them. */
export function addSegments(db: Db, some: readonly Segment[], now: Date): void {
  const time = now.getTime();
  const idOf = (sql: string, name: string): number => db.get<{id: number}>(sql, [name])?.id ?? 0;
  for (const {name, type, fields, operators, values} of some) {
    add(db, segments, {
      contact_type_id: idOf('SELECT id FROM contact_types WHERE name = ? AND deleted_at IS NULL', type),
      segment_name: name,
      select_field: JSON.stringify(
        fields.map(field => String(idOf('SELECT id FROM fields WHERE field_name = ?', field))),
      ),
      select_operator: JSON.stringify(operators),
      value: JSON.stringify(values),
      query_type: null,
      created_at: time,
      updated_at: time,
    });
  }
}

/** Verifies every sender at once, as if each had clicked the link in its mail. */
export const verifyAllSenders = (db: Db): void => {
  db.run('UPDATE senders SET is_verified = 1, verifies_at = NULL');
};
