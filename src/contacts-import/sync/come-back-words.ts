import {PartialError} from '../../errors.js';
import {headOf} from '../../records/fields/heads.js';
import {andList, capital, counted, number, plural, withMore} from '../../words/sentence.js';
import type {ComeBack} from './come-back.js';
import type {CameBack} from './sync-result.schema.js';

/** What a file shows when it comes back, line by line. `cannotTell` says what follows where emk has no base. */
export function comeBackInWords({known, away, conflicts, first}: CameBack, cannotTell: string): string[] {
  const names = withMore(
    first.away.map(({email}) => email),
    away,
  );
  const [gone, both] = known
    ? ['no longer on this list, and not added again', 'changed in the file and on the list']
    : ['not on this list, and not added', 'not the same in the file and on the list'];
  return [
    ...(known ? [] : [`emk cannot tell what you changed: ${cannotTell}`]),
    ...(away === 0 ? [] : [`${gone}: ${names}`]),
    ...first.conflicts
      .slice(0, MOST_NAMED)
      .map(({email, field, file, list}) => `${both}: ${headOf(field)} of ${email}, file "${file}", list "${list}"`),
    ...(conflicts > MOST_NAMED ? [`and ${number(conflicts - MOST_NAMED)} more of these cells`] : []),
  ];
}

/** What a file shows when it comes back, without the cells that a person has decided about. */
export function comeBackData(comeBack: ComeBack): CameBack {
  const {before, away, conflicts, shown, mine} = comeBack;
  const open = shown.filter(({conflict}) => !mine.has(conflict));
  return {
    known: before.isKnown,
    away: away.people,
    away_changed: away.changed,
    conflicts: conflicts.length - mine.size,
    first: {away: away.first, conflicts: open.map(({cell}) => cell)},
  };
}

/** The error of a file of which a part was not applied, because others changed the same, or the person is gone. */
export function leftOfFile(
  {known, conflicts, away_changed: changed}: CameBack,
  list: string,
): PartialError | undefined {
  const parts = [
    conflicts === 0
      ? ''
      : `${counted(conflicts, 'cell')} that ${known ? 'somebody else changed too' : plural(conflicts, 'differs', 'differ')}`,
    changed === 0
      ? ''
      : `the changes of ${counted(changed, 'person', 'people')} who ${plural(changed, 'is', 'are')} ${known ? 'no longer' : 'not'} on "${list}"`,
  ].filter(Boolean);
  if (parts.length === 0) return undefined;
  return new PartialError(
    `${capital(andList(parts))} ${plural(changed === 0 ? conflicts : MANY, 'was', 'were')} not applied.`,
    {
      hint:
        conflicts === 0
          ? 'To add a person again, use: emk people create'
          : 'To decide about each cell, run the same line at a terminal without --yes.',
    },
  );
}

/** Changes are many, of one person too. */
const MANY = 2;

const MOST_NAMED = 5;
