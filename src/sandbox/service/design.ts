import type {Db, Row} from './behaviour.js';
import {bodyOf} from './life/mailing.js';

/** The page behind a schedule's `design_url`: what its email says, tags and all. */
export function designOf(db: Db, utr: string): string | undefined {
  const row = db.get<Row>('SELECT template_id, template_json, template_html FROM automation_schedules WHERE utr = ?', [
    utr,
  ]);
  return row && bodyOf(db, row);
}
