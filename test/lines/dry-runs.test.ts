/** A dry run of whatever deletes says that nothing brings it back, if no copies are kept: it reads the effect, as the question does. */
import {expect, test} from 'vitest';
import {useAccountOfLines} from '../support/account-of-lines.js';
import {changingLines} from '../support/changing-lines.js';

const {shell, filled} = useAccountOfLines();

/** Commands that delete nothing, or only what files bring back. */
const deletesNothing =
  /(create|add|update|import|resume|sync|check|edit|verify|reschedule|copy|duplicate|pause|set-live|account apply|seed|seed clean|undo|test)$/;

const lines = Object.entries(changingLines).flatMap(([command, all]) =>
  deletesNothing.test(command) ? [] : all.map(({line}) => `${command} ${line}`),
);

test.each([...lines, 'contacts sync leads.csv --list Staff --gone delete --max-gone 100%'])('%s', async line => {
  const env = {EMK_KEEP_DELETED: '0'};
  const {stderr} = await shell().emk(`${filled(line)} --dry-run`, {env});
  expect(stderr).toMatch(/emk keeps no copy.*: you cannot undo this\./);
});
