/** Which columns called “name” contain people, and how a full name is split. */
import {describe, expect, test} from 'vitest';
import {arePeople, splitName} from '../../../src/csv/columns/split-cells.js';

describe('people', () => {
  test.each([
    [['Ada Lovelace']],
    [['Ada Lovelace', 'Plato', '', 'Grace Brewster Hopper']],
    [['Ludwig van Beethoven', 'Leonardo da Vinci', "Gerard 't Hooft".replace("'t", 'van ’t')]],
    [['Lovelace, Ada', 'Hopper, Grace']],
    [["Sinéad O'Connor", 'Jean-Luc Godard', 'J. R. R. Tolkien', "Jeanne d'Arc"]],
    [['ADA LOVELACE', 'GRACE HOPPER']],
    [['Dr. Ada Lovelace', 'Martin Luther King Jr.']],
    [['山田 太郎', '김 민준']],
    [['محمد علي', 'שרה כהן', 'आदित्य शर्मा']],
    [['María José García López', 'Öykü Şahin', 'Ада Лавлейс']],
  ])('%j', values => {
    expect(arePeople(values)).toBe(true);
  });
});

describe('no people', () => {
  test.each([
    [['Kalyan Silks']],
    [['Kalyan Silks', 'Jos Alukkas', 'Malabar Gold & Diamonds', 'Bhima Jewellers']],
    [['Acme Ltd', 'Ada Lovelace', 'Globex Corporation']],
    [['Plan 9', 'Room 101']],
    [['The Coffee House', 'Blue Bottle']],
    [['Ada & Bob Lovelace', 'Grace and Vincent Hopper']],
    [['user one', 'user two']],
    [['Institut für Physik', 'Stadt Köln']],
    [['Ada', 'Grace', 'Plato']],
    [['Ada Lovelace <ada@example.com>']],
    [[]],
  ])('%j', values => {
    expect(arePeople(values)).toBe(false);
  });
});

test.each([
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Lovelace, Ada', 'Ada', 'Lovelace'],
  ['Plato', 'Plato', ''],
  ['Acme  GmbH', 'Acme GmbH', ''],
  ['Acme, Inc.', 'Acme, Inc.', ''],
  ['Ada Corp-Lovelace', 'Ada', 'Corp-Lovelace'],
  ['Martin Luther King, Jr.', 'Martin Luther', 'King, Jr.'],
  ['山田 太郎', '太郎', '山田'],
  ['김 민준', '민준', '김'],
  ['ジョン スミス', 'ジョン', 'スミス'],
  ['محمد علي', 'محمد', 'علي'],
])('%s is %s and %s', (text, first, last) => {
  expect(splitName(text)).toEqual({first_name: first, last_name: last});
});
