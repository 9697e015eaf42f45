import {PreflightError} from '../../errors.js';
import {headOf} from '../../records/fields/heads.js';
import {number, plural} from '../../words/count.js';
import type {ComeBack, NamedConflict} from './come-back.js';
import type {Conflict} from './compare-list.js';
import {countsOf, differencesIn} from './count-rows.js';
import {allIn, type SyncPlan} from './plan-sync.js';
import {differs, same, toChange} from './row-table.js';

/** Asks about cells that the file and the list both changed, and refuses a script that edits without a base. */
export async function settleComeBack(plan: SyncPlan): Promise<SyncPlan> {
  const {comeBack, job} = plan;
  if (!comeBack) return plan;
  const {ask, globals} = job.context;
  const asks = ask.possible && !globals.yes;
  if (!comeBack.before.isKnown && plan.counts.toChange > 0 && !asks) throw withoutBase(job.source.name);
  const mine = asks ? await askAbout(ask, comeBack) : new Set<Conflict>();
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

/** The cells that are to be written although the list has another value by now. */
async function askAbout(ask: SyncPlan['job']['context']['ask'], {shown}: ComeBack): Promise<ReadonlySet<Conflict>> {
  const mine = new Set<Conflict>();
  for (const [at, {conflict, cell}] of shown.entries()) {
    const rest = shown.slice(at);
    const others = rest.length - 1;
    const all = `, and in the ${number(others)} other ${plural(others, 'case')}`;
    const answer = await ask.pick<Answer>(question(cell), [
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
    if (answer.isMine) for (const each of answer.isForAll ? rest : [{conflict}]) mine.add(each.conflict);
    if (answer.isForAll) break;
  }
  return mine;
}

type Answer = {readonly isMine: boolean; readonly isForAll: boolean};

const question = ({email, field}: NamedConflict['cell']): string =>
  `${headOf(field)} of ${email} was changed in your file and on the list. Which one?`;

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
