import {lowerTrimmed, sum} from '../words/sentence.js';
import type {Report} from './report.schema.js';

/** A report for people who do not run emk: without the list that only test mails go to. */
export function reportForOthers(report: Report, testList: string): Report {
  const {lists, months, total, ...people} = report.people;
  const isTest = ({name}: {readonly name: string}): boolean => lowerTrimmed(name) === lowerTrimmed(testList);
  const tests = lists.filter(isTest);
  const joinedIn = (index: number): number => sum(tests.map(({joined}) => joined[index] ?? 0));
  const peopleUntil = (index: number): number =>
    sum(tests.map(list => list.people)) - sum(months.slice(index + 1).map((_, after) => joinedIn(index + 1 + after)));
  return {
    ...report,
    people: {
      ...people,
      total: total - sum(tests.map(list => list.people)),
      lists: lists.filter(list => !isTest(list)),
      months: months.map(({month, joined, people: there}, index) => ({
        ...{month, joined: joined - joinedIn(index)},
        people: there - peopleUntil(index),
      })),
    },
  };
}
