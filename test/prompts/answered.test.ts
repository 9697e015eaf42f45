/** What stays on the screen of a question and its answer, in a window that is too narrow for both. */
import {expect, test} from 'vitest';
import {answered} from '../../src/prompts/answered.js';
import {withoutColors} from '../../src/prompts/paint.js';

const stays = (question: string, said: string): string => answered(question, said, {width: 40, paint: withoutColors});

test('the answer stays where there is no room for all of the question', () => {
  expect(stays('Line 5: "alan@gmail" is not like name@example.com.', 'alan@gmail.com')).toBe(
    '✔ Line 5: "alan@gmail" i… alan@gmail.com',
  );
  expect(stays('Mail "May" to Newsletter (13 people) on Friday?', 'Yes')).toBe(
    '✔ Mail "May" to Newsletter (13 peop… Yes',
  );
});

test('a long answer leaves the question half of the line, or what it needs', () => {
  expect(stays('Subject line:', 'a'.repeat(60))).toBe(`✔ Subject line: ${'a'.repeat(23)}…`);
  expect(stays('q'.repeat(60), 'a'.repeat(60))).toBe(`✔ ${'q'.repeat(17)}… ${'a'.repeat(18)}…`);
});

test('a label is parted from its answer', () => {
  expect(stays('Fix 1 error in mai.md', 'Look again')).toBe('✔ Fix 1 error in mai.md: Look again');
});

test('a question that was left without words keeps the line', () => {
  expect(stays('q'.repeat(60), '')).toBe(`✔ ${'q'.repeat(37)}…`);
});
