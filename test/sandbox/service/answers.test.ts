import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Form} from '../../../src/sandbox/service/behaviour.js';
import {behaviours} from '../../../src/sandbox/service/operations/behaviours.js';
import {type Account, openAccount} from './account.js';
import {inputs} from './inputs.js';
import {everyOperation} from './operations.js';
import {faultsOf} from './shape.js';

test('every operation has a behaviour, and every behaviour an operation', () => {
  expect(Object.keys(behaviours).sort()).toEqual([...everyOperation.keys()].sort());
});

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
