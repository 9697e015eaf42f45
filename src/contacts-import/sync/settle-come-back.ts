import {PreflightError} from '../../errors.js';
import {headOf} from '../../records/fields/heads.js';
import {number, plural} from '../../words/sentence.js';
import {comeBackData} from './come-back-words.js';
import {allIn, type SyncPlan} from './plan-sync.js';
import {differencesIn} from './read-rows.js';
import {countsOf, differs, same, toChange} from './row-table.js';
import type {CameBack, CellChangedTwice} from './sync-result.schema.js';

/** Asks about cells that the file and the list both changed, and refuses a script that edits without a base. */
export async function settleComeBack(plan: SyncPlan): Promise<SyncPlan> {
  const {comeBack, job} = plan;
  if (!comeBack) return plan;
  const {ask, globals} = job.context;
  const asks = ask.possible && !globals.yes;
  if (!comeBack.before.isKnown && plan.counts.toChange > 0 && !asks) throw withoutBase(job.source.name);
  const mine = asks ? await askAboutCells(ask, comeBackData(comeBack)) : [];
  return withCells(plan, mine);
}

/** A plan that also writes these cells, although the list has other values, as long as it still has those. */
export function withCells(plan: SyncPlan, cells: readonly CellChangedTwice[]): SyncPlan {
  const {comeBack, job} = plan;
  if (!comeBack) return plan;
  const wanted = new Set(cells.map(asText));
  const mine = new Set(comeBack.shown.filter(({cell}) => wanted.has(asText(cell))).map(({conflict}) => conflict));
  for (const {row, field} of mine) {
    plan.rows.note(row, field);
    if ([same, differs].includes(plan.rows.states[row] as number)) plan.rows.states[row] = toChange;
  }
  const counts = countsOf(plan.rows);
  const starts = counts.toChange > 0 ? plan.starts : {...plan.starts, changing: []};
  return {
    ...plan,
    ...{counts, starts, comeBack: {...comeBack, mine}},
    differences: differencesIn(plan.rows, plan.terms),
    job: {...job, automations: allIn(starts)},
  };
}

const asText = ({id, field, file, list}: CellChangedTwice): string => JSON.stringify([id, field, file, list]);

/** The cells that are to be written although the list has another value by now. */
export async function askAboutCells(
  ask: Pick<SyncPlan['job']['context']['ask'], 'pick'>,
  {known, first: {conflicts}}: CameBack,
): Promise<readonly CellChangedTwice[]> {
  const mine: CellChangedTwice[] = [];
  for (const [at, cell] of conflicts.entries()) {
    const rest = conflicts.slice(at);
    const others = rest.length - 1;
    const all = `, and in the ${number(others)} other ${plural(others, 'case')}`;
    const answer = await ask.pick<{readonly isMine: boolean; readonly isForAll: boolean}>(question(cell, known), [
      {
        name: `Keep ${quotedOrEmpty(cell.list)}`,
        note: 'what the list says now',
        value: {isMine: false, isForAll: false},
      },
      {name: `Write ${quotedOrEmpty(cell.file)}`, note: 'what your file says', value: {isMine: true, isForAll: false}},
      ...(others === 0
        ? []
        : [
            {name: `Keep what the list says${all}`, value: {isMine: false, isForAll: true}},
            {name: `Write what your file says${all}`, value: {isMine: true, isForAll: true}},
          ]),
    ]);
    if (answer.isMine) mine.push(...(answer.isForAll ? rest : [cell]));
    if (answer.isForAll) break;
  }
  return mine;
}

const question = ({email, field}: CellChangedTwice, known: boolean): string =>
  `${headOf(field)} of ${email} ${known ? 'was changed in your file and on the list' : 'is not the same in your file and on the list'}. Which one?`;

const quotedOrEmpty = (value: string): string => (value === '' ? 'it empty' : `"${value}"`);

const withoutBase = (file: string): PreflightError =>
  new PreflightError(
    `emk cannot tell what you changed in ${file}: this machine does not know what the file said when it went out.`,
    {
      hint:
        'Nothing was changed. Apply the file on the machine that wrote it. Or run the same line at a terminal without ' +
        '--yes. Then emk shows what differs and asks.',
    },
  );
