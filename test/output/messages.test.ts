import {Writable} from 'node:stream';
import {describe, expect, test} from 'vitest';
import {type EmkError, RefusedError, UnknownOutcomeError, UsageError} from '../../src/errors.js';
import {errorText} from '../../src/output/messages/error-text.js';
import {createMessages, type MessageOptions, type Messages} from '../../src/output/messages/messages.js';

function listen(options: Partial<MessageOptions> & {terminal?: boolean} = {}): {messages: Messages; heard(): string} {
  let text = '';
  const stderr = Object.assign(
    new Writable({
      write(chunk, _, done) {
        text += chunk;
        done();
      },
    }),
    {isTTY: options.terminal === true, columns: 60},
  );
  const messages = createMessages({
    stderr,
    format: 'table',
    color: 'never',
    quiet: false,
    elapsed: () => 0,
    ...options,
  });
  return {messages, heard: () => text};
}

const fieldNames = (parameter: string): string | undefined => ({contact_type_id: '--list'})[parameter];

const refused = new RefusedError('The service refused the contact.', {
  hint: 'Run: emk lists list',
  fields: {contact_type_id: ['The list id field is required.'], other: ['No.', 'Never.']},
});

test('for people they are words, coloured on a terminal', () => {
  const {messages, heard} = listen();
  messages.notice('Waiting.');
  messages.warn('Slow.');
  messages.log('GET /contacts/list');
  messages.error(refused, {fieldNames});
  expect(heard()).toBe(
    [
      'Waiting.',
      'warning: Slow.',
      'GET /contacts/list',
      'error: The service refused the contact.',
      '  --list: The list id field is required.',
      '  other: No. Never.',
      '  Run: emk lists list',
      '',
    ].join('\n'),
  );
  const terminal = listen({terminal: true, color: 'auto'});
  terminal.messages.warn('Slow.');
  terminal.messages.error(new UsageError('No.'), {fieldNames});
  expect(terminal.heard()).toBe('\u001b[33mwarning:\u001b[0m Slow.\n\u001b[31merror:\u001b[0m No.\n');
});

describe.each(['json', 'jsonl'] as const)('with %s', format => {
  test('every line is an object, and a program finds in an error what people are told', () => {
    const {messages, heard} = listen({format, terminal: true, color: 'auto'});
    messages.notice('  Two\nlines \u001b[31m\u009b');
    messages.notice('No lists. To make one: emk lists create', {kind: 'none', of: 'lists'});
    messages.warn('Slow.');
    messages.log('GET /');
    messages.error(refused, {fieldNames});
    messages.error(new UnknownOutcomeError('Maybe.'), {fieldNames});
    const documents = heard()
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(documents).toEqual([
      {notice: {kind: 'said', text: 'Two\nlines \u001b[31m\u009b'}},
      {
        notice: {
          kind: 'none',
          of: 'lists',
          text: 'No lists. To make one: emk lists create',
        },
      },
      {warning: {text: 'Slow.'}},
      {log: 'GET /'},
      {
        error: {
          code: 'refused',
          exit: 5,
          message: 'The service refused the contact.',
          fields: refused.fields,
          hint: 'Run: emk lists list',
          retry: 'unsafe',
          help: 'emk help refused',
        },
      },
      {
        error: {
          code: 'unknown_outcome',
          exit: 9,
          message: 'Maybe.',
          fields: {},
          hint: null,
          retry: 'after_check',
          help: 'emk help unknown_outcome',
        },
      },
    ]);
    expect(heard()).not.toMatch(/[\u009b]|\p{Cc}\[/u);
  });
});

test('quiet silences notices, and nothing else', () => {
  const {messages, heard} = listen({quiet: true});
  messages.notice('Waiting.');
  messages.progress.show({label: 'Sending', done: 1, total: 2});
  messages.warn('Slow.');
  messages.error(new UsageError('No.'), {fieldNames});
  expect(heard()).toBe('warning: Slow.\nerror: No.\n');
});

test('a message takes the bar away first, so that each stands on a line of its own', () => {
  const {messages, heard} = listen({terminal: true});
  messages.progress.show({label: 'Sending'});
  messages.warn('Slow.');
  expect(heard()).toBe('\r\u001b[KSending\r\u001b[Kwarning: Slow.\n');
});

test('what the service says cannot pass for a message of emk, nor move the cursor', () => {
  const {messages, heard} = listen({terminal: true});
  const forged = new RefusedError('Bad\nerror: forged\u001b[2J', {
    fields: {'x\ny': ['\r\u001b]0;title\u0007']},
    hint: 'Do\nthis.',
  });
  messages.error(forged, {fieldNames});
  messages.warn('One\ntwo');
  expect(heard()).toBe('error: Bad\n  error: forged␛[2J\n  x\n  y: ↵␛]0;title␇\n  Do\n  this.\nwarning: One\n  two\n');
});

describe('on a terminal, where a message is longer than a line', () => {
  test('it breaks between words, and its lines look like one message', () => {
    const {messages, heard} = listen({terminal: true, color: 'auto'});
    messages.warn('The service answered with more than it was asked for, and what it was is not known.');
    messages.notice(
      'No room for subject, delivered, unique_opens: a wider window, --columns all or -o json shows all.',
    );
    expect(heard().split('\n')).toEqual([
      '\u001b[33mwarning:\u001b[0m The service answered with more than it was asked',
      '  for, and what it was is not known.',
      'No room for subject, delivered, unique_opens: a wider',
      '  window, --columns all or -o json shows all.',
      '',
    ]);
  });

  test('a hint keeps its place, a word that is too long stays whole, and so does a command to copy', () => {
    const {messages, heard} = listen({terminal: true});
    const long = 'x'.repeat(70);
    const hint = `Look for it at ${long} and then at the place where you saw it last.`;
    messages.error(new UsageError('No.', {hint}), {fieldNames});
    messages.notice(`Next time: emk send --name "${'May '.repeat(20)}" --now`);
    expect(heard()).toBe(
      [
        'error: No.',
        '  Look for it at',
        `  ${long}`,
        '  and then at the place where you saw it last.',
        `Next time: emk send --name "${'May '.repeat(20)}" --now`,
        '',
      ].join('\n'),
    );
  });

  test('elsewhere, and in the log, nothing is broken', () => {
    const long = 'one and another '.repeat(9).trim();
    const file = listen();
    file.messages.warn(long);
    expect(file.heard()).toBe(`warning: ${long}\n`);
    const log = listen({terminal: true});
    log.messages.log(long);
    expect(log.heard()).toBe(`${long}\n`);
  });
});

test('a bug keeps its trace', () => {
  const text = errorText(new TypeError('x is not a function'), {fieldNames});
  expect(text).toMatch(
    /^emk failed in a way it did not foresee: x is not a function\n {2}Please report it with these lines:\n {2}at .*messages\.test\.ts/,
  );
  expect(errorText('thrown text', {fieldNames})).toContain('thrown text');
});

test('an error says nothing of what it has not', () => {
  const bare: EmkError = new UsageError('No.');
  expect(errorText(bare, {fieldNames})).toBe('No.');
});

test('a closed stderr stops nothing', async () => {
  const stderr = new Writable({write: (_, __, done) => done(Object.assign(new Error('EPIPE'), {code: 'EPIPE'}))});
  const messages = createMessages({stderr, format: 'table', color: 'never', quiet: false, elapsed: () => 0});
  messages.warn('One.');
  await new Promise(resolve => stderr.once('close', resolve));
  expect(() => messages.warn('Two.')).not.toThrow();
});

test('stderr is not opened before something is said', () => {
  const messages = createMessages({
    get stderr(): MessageOptions['stderr'] {
      throw new Error('opened');
    },
    format: 'table',
    color: 'auto',
    quiet: false,
    elapsed: () => 0,
  });
  messages.hide(['secret']);
  messages.progress.clear();
  expect(() => messages.warn('Slow.')).toThrow('opened');
});
