import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {groupOf} from '../commands/not-found.js';
import {clockIn} from '../commands/view.js';
import {CheckError} from '../errors.js';
import {fieldAt} from '../records/fields/field.js';
import {headOf} from '../records/fields/heads.js';
import {toReadable} from '../records/fields/readable.js';
import {readField} from '../records/view/select.js';
import {type Condition, parseWhere} from '../records/view/where.js';
import {counted} from '../words/sentence.js';
import type {MailingKind} from './mailing-kinds.js';

/** A condition under which a run fails, as typed. */
type Limit = Condition;

/** Reads `bounce_rate>2%`, before anything is sent. */
export const readLimits = (
  context: Pick<Context, 'host' | 'zones' | 'notice'>,
  texts: readonly string[],
  {shape}: MailingKind,
): readonly Limit[] => {
  const terms = {shape, clock: clockIn(context), fieldOf: (typed: string) => readField(shape, typed, option)};
  const limits = parseWhere(texts, {...terms, option, example: 'bounce_rate>2%'});
  for (const {reading} of limits) if (reading) context.notice(reading);
  return limits;
};

/** The error that names which mailing broke which limit. An unknown rate breaks none. */
export function brokenLimits(
  records: readonly Loose[],
  limits: readonly Limit[],
  {of: {noun, key, label}, shape}: MailingKind,
): CheckError | undefined {
  const broken = records.flatMap(record => {
    const breaking = limits.filter(({path, holds}) => isKnown(record[path]) && holds(record));
    return breaking.length === 0 ? [] : [{record, breaking}];
  });
  if (broken.length === 0) return undefined;
  const words = ({path, text}: Limit, record: Loose): string =>
    `${headOf(path)} is ${toReadable(fieldAt(shape, path), undefined)(record[path])}, and the limit is ${text}.`;
  return new CheckError(`${broken.length} of ${counted(records.length, noun.one, noun.many)} broke a limit.`, {
    fields: Object.fromEntries(
      broken.map(({record, breaking}) => [
        String(record[key]),
        breaking.map(limit => `"${String(record[label])}": ${words(limit, record)}`),
      ]),
    ),
    hint: `To see more: emk ${groupOf(noun)} show ${String(broken[0]?.record[key])}`,
  });
}

const option = '--fail-if';

const isKnown = (value: unknown): boolean => value !== null && value !== undefined;
