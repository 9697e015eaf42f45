/** The screen for matching columns with fields, played key by key without a terminal. */
import {expect, test} from 'vitest';
import {displayWidth} from '../../src/output/text/width.js';
import type {Matching, MatchState, Target} from '../../src/prompts/match.js';
import {matchQuestion} from '../../src/prompts/match-question.js';
import {withoutColors} from '../../src/prompts/paint.js';

const known = ['email', 'first_name', 'city'];
const column = (header: string, field?: string): Matching => ({
  header,
  examples: ['one', 'two'],
  target: field === undefined ? undefined : {kind: 'known', fields: [field]},
  suggested: header.toLowerCase(),
});

/** Presses keys in turn: a name in brackets is a key, everything else is typed. Returns the answer, or the state. */
function played(columns: readonly Matching[], keys: string) {
  const widget = matchQuestion('Which field?', {columns, known, needed: 'email'}, true);
  let [state, line]: [MatchState, string] = [widget.begin, ''];
  for (const [key = '', name] of keys.matchAll(/\[(\w+)\]|./g)) {
    if (name === undefined) line += key;
    const step = widget.press({name: name ?? ''}, line, state);
    if (step.kind === 'back') return {back: true};
    if (step.kind === 'answer') return {answer: step.answer.map(word), said: step.answerText};
    state = step.state;
    line = step.line ?? line;
  }
  const screen = (width: number) => widget.below(state, line, {width, paint: withoutColors});
  return {targets: state.targets.map(word), at: state.at, problem: state.problem, screen};
}

const word = (target: Target | undefined): string => {
  if (target === undefined) return '?';
  if (target.kind === 'skipped') return '-';
  return target.kind === 'new' ? `+${target.name}` : target.fields.join();
};

const four = [column('Mail', 'email'), column('Ort'), column('Rang'), column('Hobby')];

test('the cursor begins where something is open, and one key settles all of that', () => {
  expect(played(four, '')).toMatchObject({at: 1, targets: ['email', '?', '?', '?']});
  expect(played(four, '-').targets).toEqual(['email', '-', '-', '-']);
  expect(played(four, '+').targets).toEqual(['email', '+ort', '+rang', '+hobby']);
  expect(played(four, '-[return]')).toEqual({answer: ['email', '-', '-', '-'], said: '1 matched, 3 skipped'});
});

test('the other key decides the same columns again, but no column that was decided alone', () => {
  expect(played(four, '+-').targets).toEqual(['email', '-', '-', '-']);
  expect(played(four, 'city[return]-+').targets).toEqual(['email', 'city', '+rang', '+hobby']);
  const {screen} = played(four, '-[right][down]');
  expect(screen?.(60).join('\n')).toContain('2 columns: - to skip them · + to create fields');
});

test('a column that is matched is skipped by itself, but not by the key that ends a search', () => {
  for (const key of ['-', '[backspace]', '[delete]'])
    expect(played(four, `[up]${key}`).targets, key).toEqual(['-', '?', '?', '?']);
  expect(played(four, '[backspace]').targets).toEqual(['email', '-', '?', '?']);
  expect(played(four, '[up]').screen?.(60).join('\n')).toContain('- to skip this column');
  const widget = matchQuestion('Which field?', {columns: four, known, needed: 'email'}, true);
  const step = widget.press({name: 'backspace', before: 'c'}, '', widget.begin);
  expect(step).toMatchObject({kind: 'stay', state: {targets: widget.begin.targets}});
});

test('a field is found by a part of its name, and the cursor goes on to the next open column', () => {
  expect(played(four, 'cit[return]')).toMatchObject({at: 2, targets: ['email', 'city', '?', '?']});
  expect(played(four, 'rank[return]').targets).toEqual(['email', '+rank', '?', '?']);
  expect(played(four, 'skip[return]').targets).toEqual(['email', '-', '?', '?']);
  expect(played(four, 'x!x[return]')).toMatchObject({
    problem: 'No field has that name.',
    targets: ['email', '?', '?', '?'],
  });
});

test('arrows change a column, and never take what another one has', () => {
  expect(played(four, '[right]').targets).toEqual(['email', 'first_name', '?', '?']);
  expect(played(four, '[left]').targets).toEqual(['email', '-', '?', '?']);
  expect(played(four, '[left][left]').targets).toEqual(['email', '+ort', '?', '?']);
  expect(played(four, '[down][right][up][right]').targets).toEqual(['email', 'city', 'first_name', '?']);
});

test('a field that is typed for another column leaves the one it had', () => {
  expect(played(four, 'email[return]').targets).toEqual(['?', 'email', '?', '?']);
});

test('Enter goes on when all is decided, and says what is not', () => {
  expect(played(four, '[return]').problem).toBe('3 columns match nothing yet: - skips them, + creates fields.');
  expect(played([column('Wer', 'first_name')], '[return]').problem).toBe('Choose the column that is the email.');
});

test('Esc takes back what is typed, and then goes back', () => {
  expect(played(four, 'cit[escape]').targets).toEqual(['email', '?', '?', '?']);
  expect(played(four, 'cit[escape][escape]')).toEqual({back: true});
});

test('two columns that are called alike get fields of two names', () => {
  const alike = [column('Mail', 'email'), {...column('A'), suggested: 'x'}, {...column('B'), suggested: 'x'}];
  expect(played(alike, '+').targets).toEqual(['email', '+x', '+x_2']);
});

test('what cannot be matched stays as it is', () => {
  const columns = [column('Mail', 'email'), {...column('Status'), fixed: 'who gets no mail'}];
  expect(played(columns, '[down]-').targets).toEqual(['email', '?']);
  expect(played(columns, '[down]c')).toMatchObject({problem: 'This column cannot be matched with a field.'});
  expect(played(columns, '[return]').answer).toEqual(['email', '?']);
});

test.each([20, 59, 79, 200])('40 columns scroll on a screen of %i columns, and no line is wider', width => {
  const forty = [column('Mail', 'email'), ...Array.from({length: 39}, (_, at) => column(`Merkmal der Kundin ${at}`))];
  const lines = played(forty, `${'[down]'.repeat(25)}city`).screen?.(width) ?? [];
  expect(lines.length).toBeLessThan(22);
  expect(lines.filter(text => displayWidth(text) > width)).toEqual([]);
  if (width > 59) expect(lines.join('\n')).toContain('❯ Merkmal der Kundin 25');
  // On a wide terminal too, a field is beside its column.
  expect(Math.max(...lines.filter(text => text.endsWith('?')).map(displayWidth))).toBeLessThan(60);
});

test('line by line, only the columns that changed are printed again', () => {
  const {inLines, begin} = matchQuestion('Which field?', {columns: four, known, needed: 'email'}, true);
  const numbers = (state: MatchState) => inLines?.lines(state).flatMap(line => /^ +(\d)\./.exec(line)?.[1] ?? []);
  expect(numbers(begin)).toEqual(['1', '2', '3', '4']);
  const step = inLines?.answer('3 city', begin);
  expect(step?.kind === 'stay' && numbers(step.state)).toEqual(['3']);
});
