import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Account, type Form, openAccount} from './account.js';
import {inputs} from './inputs.js';
import {everyOperation} from './operations.js';
import {faultsOf} from './shape.js';

describe('in the demo account', () => {
  let account: Account;
  beforeAll(async () => {
    account = await openAccount({kind: 'demo'});
  });
  afterAll(() => account.close());

  test.each([...everyOperation.values()].map(operation => [operation.route, operation] as const))(
    '%s answers as declared',
    async (route, operation) => {
      const input: Form = await (inputs[route] ?? (async () => ({})))(account);
      const answer = await account.ask(operation, input);
      expect(answer.errors).toBeUndefined();
      expect(faultsOf(operation.returns, answer)).toEqual([]);
    },
  );
});
