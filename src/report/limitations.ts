/** What cannot be read from the service, for help and for every report. */
export const limitations = [
  'The service gives numbers of opens and bounces, not names: nobody can tell who opened a mailing or who bounced.',
  'Growth is counted among the people who are there today, by the day they were added. When somebody left a list, or was deleted, the service does not say.',
  'Somebody on two lists is counted on each.',
  'An automation has its numbers in one sum since it was made, and where each of its people stands is not shown.',
  'Some mail programs load pictures unseen, and others never load them, so that opens are an estimate.',
] as const;
