import {PartialError} from '../../errors.js';
import {headOf} from '../../records/fields/heads.js';
import {counted, number, plural} from '../../words/count.js';
import {capital} from '../../words/letters.js';
import {andList, withMore} from '../../words/list.js';
import type {ComeBack, NamedConflict} from './come-back.js';
import type {SyncPlan} from './plan-sync.js';
import type {SyncResult} from './sync-result.schema.js';

/** What an edited file shows when it comes back, in lines below its plan. */
export function comeBackInWords({comeBack, job}: SyncPlan): string[] {
  if (!comeBack) return [];
  const {before, away} = comeBack;
  const names = withMore(
    away.first.slice(0, MOST_NAMED).map(({email}) => email),
    away.people,
  );
  const open = openConflicts(comeBack);
  return [
    ...(before.isKnown
      ? []
      : [
          `  emk cannot tell what you changed: this machine does not know what ${job.source.name} said when it went out. So emk adds nobody and empties no field.`,
        ]),
    ...(away.people === 0 ? [] : [`  no longer on this list, and not added again: ${names}`]),
    ...open.shown
      .slice(0, MOST_NAMED)
      .map(
        ({cell: {email, field, file, list}}) =>
          `  changed in the file and on the list: ${headOf(field)} of ${email}, file "${file}", list "${list}"`,
      ),
    ...(open.count > MOST_NAMED ? [`  and ${number(open.count - MOST_NAMED)} more of these cells`] : []),
  ];
}

/** The same for scripts. */
export function comeBackData(comeBack: ComeBack | undefined): SyncResult['come_back'] {
  if (!comeBack) return null;
  const {before, away} = comeBack;
  const {count, shown} = openConflicts(comeBack);
  return {
    known: before.isKnown,
    away: away.people,
    conflicts: count,
    first: {away: away.first, conflicts: shown.map(({cell}) => cell)},
  };
}

/** The error of an edit of which a part was not applied, because others changed the same or took the person away. */
export function leftOfEdit({comeBack, job}: SyncPlan): PartialError | undefined {
  if (!comeBack) return undefined;
  const {count} = openConflicts(comeBack);
  const {changed} = comeBack.away;
  const parts = [
    count === 0 ? '' : `${counted(count, 'cell')} that somebody else changed too`,
    changed === 0
      ? ''
      : `the changes of ${counted(changed, 'person', 'people')} who ${plural(changed, 'is', 'are')} no longer on "${job.type.name}"`,
  ].filter(Boolean);
  if (parts.length === 0) return undefined;
  return new PartialError(
    `${capital(andList(parts))} ${plural(changed === 0 ? count : MANY, 'was', 'were')} not applied.`,
    {
      hint:
        count === 0
          ? 'To add a person again, use: emk contacts create'
          : 'To decide about each cell, run the same line at a terminal without --yes.',
    },
  );
}

/** Cells that both sides changed and that stay as the list has them. */
function openConflicts({conflicts, shown, mine}: ComeBack): {
  readonly count: number;
  readonly shown: readonly NamedConflict[];
} {
  return {count: conflicts.length - mine.size, shown: shown.filter(({conflict}) => !mine.has(conflict))};
}

/** Changes are many, of one person too. */
const MANY = 2;

const MOST_NAMED = 5;
