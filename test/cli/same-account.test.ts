/** Lines to paste go to the same account, and still fit the window. */
import {expect, test} from 'vitest';
import {onSameAccount} from '../../src/cli/same-account.js';
import {quietGlobals} from '../quiet-globals.js';

test('a line with a command that no longer fits is wrapped again', () => {
  const text = '    Start it with "emk automations set-live Birthday", or\n    delete it.';
  const result = onSameAccount({kind: 'data', data: {}, text}, {...quietGlobals, sandbox: true}, 60);
  expect(result).toMatchObject({
    text: '    Start it with "emk --sandbox automations set-live\n    Birthday", or\n    delete it.',
  });
});
