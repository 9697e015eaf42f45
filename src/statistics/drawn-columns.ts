import type {Loose} from '../api/describe/schema.js';
import {bar} from '../output/drawing/bars.js';
import type {Computed} from '../records/fields/computed.js';
import {fieldAt, kindOf} from '../records/fields/field.js';
import {toReadable} from '../records/fields/readable.js';
import type {MailingKind} from './mailing-kinds.js';

/** Shows beside a number how it changed; always equally wide, so that columns do not jump. */
export type Mark = (record: Loose, path: string) => string;

/** The columns that only a terminal draws: the open rate as a bar, and marks beside watched numbers. */
export const drawnColumns = ({of, shape}: MailingKind, width: number, mark?: Mark): readonly Computed[] =>
  Object.keys(shape).flatMap(path => {
    const kind = kindOf(fieldAt(shape, path));
    const barred = path === 'open_rate';
    if (!barred && !(mark && (kind === 'integer' || kind === 'rate'))) return [];
    const words = toReadable(fieldAt(shape, path), undefined);
    return [
      {
        path,
        instead: [path],
        // A mark is found by the key, in a record that keeps only its parts.
        needs: [path, of.key],
        read: (record: Loose): string => {
          const value = record[path];
          const drawn = barred
            ? `${bar(value as number | null, barWidth(width, mark !== undefined))} ${words(value).padStart(6)}`
            : words(value);
          return `${drawn}${mark?.(record, path) ?? ''}`;
        },
      },
    ];
  });

/** The width of bars; a narrow terminal needs its space for numbers. */
const barWidth = (columns: number, marked: boolean): number => (columns >= 100 ? 12 : marked ? 4 : 5);
