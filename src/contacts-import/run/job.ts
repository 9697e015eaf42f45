import type {Admit, Permit} from '../../api/describe/permit.js';
import type {Account} from '../../api/wire/account.js';
import type {Context} from '../../commands/command.js';
import type {Checked} from '../file/contract.js';
import {placeAtEnd} from '../file/rejects.js';
import type {ImportSource} from '../file/source.js';
import type {ImportSettings} from '../journal/settings.js';
import type {Baseline} from '../send/baseline.js';
import type {Plan, RowFacts} from '../send/plan.js';
import type {RejectedLine, ResultFiles} from './import-result.schema.js';

/** An import that is ready to be shown, and to be sent after a yes. */
export type Job = {
  readonly context: Context;
  readonly account: Account;
  readonly source: ImportSource;
  /** The list; it has no id before it is created. */
  readonly list: {readonly id: number | undefined; readonly name: string};
  readonly settings: ImportSettings;
  readonly checked: Checked;
  readonly baseline: Baseline;
  readonly facts: RowFacts;
  readonly plan: Plan;
  /** Live automations that the new contacts would start. */
  readonly automations: readonly string[];
  readonly files: ResultFiles;
  /** The first rejected rows. */
  readonly rejects?: readonly RejectedLine[] | undefined;
};

/** How many rejected rows a result has. */
export const mostRejectedLines = 1000;

/** A job whose people went through the door. */
export type PlannedJob = Job & {readonly admit: Admit};

/** A job that was agreed to, with the list that it fills. */
export type ReadyJob = PlannedJob & {readonly list: {readonly id: number}; readonly permit: Permit<'creates'>};

/** The files as the import will leave them, if it ends well. */
export const filesAtEnd = (job: Pick<Job, 'source' | 'settings' | 'files'>): ResultFiles =>
  replacesItsFile(job) ? {...job.files, ...placeAtEnd(job.source.path)} : job.files;

/** Whether the job imports a file of rejected rows, which its remaining rows replace at the end. */
export const replacesItsFile = ({source, settings, files}: Pick<Job, 'source' | 'settings' | 'files'>): boolean =>
  settings.rejects === null && source.rejects === source.path && files.rejected !== undefined;
